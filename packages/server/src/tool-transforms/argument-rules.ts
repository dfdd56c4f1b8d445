/**
 * The rules for a tool's arguments, read from the `arguments` of a configuration's entry into a tree that follows the arguments.
 *
 * Knows nothing of the tool: whether it has these arguments is checked when its schema is known.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { text, type MemberForm } from '../configuration/member-forms.js';
import { anyText, collectMembers, componentName, type Place } from '../configuration/collect-members.js';
import { isPointer, readPointer } from './json-pointer.js';

/** The rule for one argument; an absent member changes nothing. */
export interface ArgumentRule {
  /** The name that clients use. */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  /** The value of every call. The argument is hidden, and calls that send it are refused. */
  readonly constant?: JsonValue;
  /** The value of calls without the argument. */
  readonly default?: JsonValue;
  /** The rules for the members of an argument that is an object. */
  readonly inside?: ArgumentRules;
}

/** Rules by the tool's own names of the arguments. */
export type ArgumentRules = ReadonlyMap<string, ArgumentRule>;

const anyValue: MemberForm<JsonValue> = { expected: 'a value', read: (value) => value };

const ruleForms = { name: componentName, title: text, description: anyText, constant: anyValue, default: anyValue };

interface GrowingRule {
  rule: Omit<ArgumentRule, 'inside'>;
  readonly inside: Map<string, GrowingRule>;
}

/** @returns the valid rules; the problems of others are recorded at their place */
export function readArgumentRules(given: JsonObject, place: Place): ArgumentRules {
  const tree = new Map<string, GrowingRule>();
  for (const [written, value] of Object.entries(given)) {
    const at = { ...place, where: `${place.where}.arguments.${written}` };
    const rule = readRule(value, at);
    const path = isPointer(written) ? readPointer(written) : [written];
    if (rule) grow(tree, { path, rule }, at);
  }
  return finish(tree);
}

function readRule(value: JsonValue, place: Place): ArgumentRule | undefined {
  const { where, problems } = place;
  const before = problems.length;
  if (!isJsonObject(value)) problems.push(`${where} must be an object`);
  const rule = collectMembers(isJsonObject(value) ? value : {}, ruleForms, place);
  if (problems.length > before) return undefined;
  const others = Object.keys(rule).filter((member) => member !== 'constant');
  const forms = Object.keys(ruleForms).map((name) => `"${name}"`);
  if (Object.keys(rule).length === 0) problems.push(`${where}: expected at least one of ${forms.join(', ')}`);
  if (rule.constant !== undefined && others.length > 0)
    problems.push(`${where}: "constant" hides the argument, so "${others[0]}" has no effect; leave one of them out`);
  return problems.length > before ? undefined : rule;
}

interface RuleAt {
  readonly path: readonly string[];
  readonly rule: ArgumentRule;
}

function grow(tree: Map<string, GrowingRule>, { path, rule }: RuleAt, { where, problems }: Place): void {
  let level = tree;
  let reached: GrowingRule | undefined;
  for (const name of path) {
    if (reached?.rule.constant !== undefined) return void problems.push(`${where}: is inside of a constant`);
    reached = level.get(name) ?? { rule: {}, inside: new Map() };
    level.set(name, reached);
    level = reached.inside;
  }
  if (!reached) return void problems.push(`${where}: expected the name of an argument`);
  if (Object.keys(reached.rule).length > 0) return void problems.push(`${where}: there is another rule for it`);
  if (rule.constant !== undefined && reached.inside.size > 0)
    return void problems.push(`${where}: is a constant, and another rule is inside of it`);
  reached.rule = rule;
}

function finish(tree: ReadonlyMap<string, GrowingRule>): ArgumentRules {
  const finished = [...tree].map(([name, { rule, inside }]): [string, ArgumentRule] => [
    name,
    inside.size === 0 ? rule : { ...rule, inside: finish(inside) },
  ]);
  return new Map(finished);
}

/** Returns whether every call gets a value somewhere inside of the argument. */
export function holdsConstant({ constant, inside }: ArgumentRule): boolean {
  return constant !== undefined || [...(inside?.values() ?? [])].some(holdsConstant);
}
