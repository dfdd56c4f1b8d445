/**
 * Maps the arguments of a call to those of the tool by its rules, and the tool's problems back to the names that the client knows.
 */
import { isJsonObject, nearestNames, type JsonObject, type JsonValue } from '@sigil/core';
import { kindOf, type ArgumentProblem } from '@sigil/core/building';
import { holdsConstant, type ArgumentRule, type ArgumentRules } from './argument-rules.js';

/** The mapping of one tool, compiled once. */
export interface ArgumentMapping {
  /** @param problems collects the arguments that no client may send; if any was added, the result must not be used */
  toTool(given: JsonObject, problems: ArgumentProblem[]): JsonObject;
  /** Returns a problem as the client knows the argument; `undefined` if it is about a value of the configuration. */
  toClient(problem: ArgumentProblem): ArgumentProblem | undefined;
  /** Replaces the names of the tool and of its arguments in a text, where they are quoted. */
  renameIn(text: string): string;
}

/** The names that clients see. */
export interface ShownNames {
  /** The arguments, for suggestions. */
  readonly shown: readonly string[];
  /** The tool's own name, and the one that clients see. */
  readonly tool: readonly [own: string, shown: string];
}

export function compileArguments(rules: ArgumentRules, { shown, tool }: ShownNames): ArgumentMapping {
  const level = compileLevel(rules, shown);
  const renameIn = compileRenames(rules, tool);
  const hidden = collectHidden(rules);
  return {
    toTool: (given, problems) => level(given, '', problems),
    toClient(problem) {
      const path = mapPath(problem.path, rules);
      if (path === undefined) return undefined;
      const { unknown, received } = problem;
      const isNested = /[.[]/.test(path);
      const adviceIn = (own: string): string =>
        isNested ? renameIn(withoutHidden(own, hidden)) : adviceFor(path, shown);
      const advice = unknown === undefined ? {} : { unknown: adviceIn(unknown) };
      return { ...problem, path, received: renameIn(received), ...advice };
    },
    renameIn,
  };
}

type MapLevel = (given: JsonObject, path: string, problems: ArgumentProblem[]) => JsonObject;

function compileLevel(rules: ArgumentRules, shown: readonly string[] = []): MapLevel {
  const entries = [...rules];
  const shownRules = entries.filter(([, { constant }]) => constant === undefined);
  const ownName = new Map(shownRules.map(([name, rule]) => [rule.name ?? name, name]));
  const closed = new Set(entries.map(([name]) => name).filter((name) => !ownName.has(name)));
  const added = entries.flatMap(([name, rule]): [string, JsonValue][] => {
    const value = rule.constant === undefined ? rule.default : rule.constant;
    return value === undefined ? [] : [[name, value]];
  });
  const inner = shownRules.flatMap(([name, rule]): [string, InsideMapping][] =>
    rule.inside
      ? [[name, { map: compileLevel(rule.inside), outer: rule.name ?? name, isCreated: holdsConstant(rule) }]]
      : [],
  );
  return (given, path, problems) => {
    const sent = new Map<string, JsonValue>();
    for (const name of Object.keys(given)) {
      const value = given[name]!;
      if (closed.has(name)) problems.push(refusal(`${path}${name}`, value, adviceOn(name, rules, shown)));
      else sent.set(ownName.get(name) ?? name, value);
    }
    for (const [name, value] of added)
      if (rules.get(name)?.constant !== undefined || !sent.has(name)) sent.set(name, value);
    for (const [name, mapping] of inner) mapInside(sent, { name, path, ...mapping }, problems);
    return Object.fromEntries(sent);
  };
}

interface InsideMapping {
  readonly map: MapLevel;
  readonly outer: string;
  /** True if the object is sent without its being given, since it holds a constant. */
  readonly isCreated: boolean;
}

interface InsideAt extends InsideMapping {
  readonly name: string;
  readonly path: string;
}

function mapInside(
  sent: Map<string, JsonValue>,
  { name, path, map, outer, isCreated }: InsideAt,
  problems: ArgumentProblem[],
): void {
  const value = sent.get(name);
  if (isJsonObject(value)) sent.set(name, map(value, `${path}${outer}.`, problems));
  else if (value === undefined && isCreated) sent.set(name, map({}, `${path}${outer}.`, problems));
  // Any other value would go without its constants.
  else if (value !== undefined && isCreated)
    problems.push({ path: `${path}${outer}`, expected: 'an object', received: kindOf(value) });
}

function refusal(path: string, value: JsonValue, unknown: string): ArgumentProblem {
  return { path: path.slice(0, 256), expected: 'left out', received: kindOf(value), unknown };
}

/** Says how a renamed argument is called, and nothing of a hidden one. */
function adviceOn(name: string, rules: ArgumentRules, shown: readonly string[]): string {
  const renamed = rules.get(name)?.name;
  return renamed === undefined ? adviceFor(name, shown) : `did you mean "${renamed}"?`;
}

function adviceFor(path: string, shown: readonly string[]): string {
  const [nearest] = nearestNames(path, shown);
  return nearest === undefined ? '' : `did you mean "${nearest}"?`;
}

/** Returns the tool's own advice, which may list the names inside of an object; nothing if a client must not know one of them. */
function withoutHidden(advice: string, hidden: readonly string[]): string {
  return hidden.some((name) => advice.includes(JSON.stringify(name))) ? '' : advice;
}

function collectHidden(rules: ArgumentRules): readonly string[] {
  return [...rules].flatMap(([name, { constant, inside }]) => [
    ...(constant === undefined ? [] : [name]),
    ...(inside ? collectHidden(inside) : []),
  ]);
}

/** @returns `undefined` if the path leads to a value of the configuration */
function mapPath(path: string, rules: ArgumentRules): string | undefined {
  let longest: readonly [form: string, name: string, rule: ArgumentRule] | undefined;
  for (const [name, rule] of rules) {
    for (const form of [name, `[${JSON.stringify(name)}]`]) {
      const isHere = path === form || path.startsWith(`${form}.`) || path.startsWith(`${form}[`);
      if (isHere && form.length > (longest?.[0].length ?? -1)) longest = [form, name, rule];
    }
  }
  if (!longest) return path;
  const [form, name, rule] = longest;
  if (rule.constant !== undefined) return undefined;
  const rest = path.slice(form.length);
  const inside = rule.inside && rest.startsWith('.') ? mapPath(rest.slice(1), rule.inside) : undefined;
  if (rule.inside && rest.startsWith('.')) return inside === undefined ? undefined : `${rule.name ?? name}.${inside}`;
  return `${rule.name ?? name}${rest}`;
}

function compileRenames(rules: ArgumentRules, [own, shown]: ShownNames['tool']): (text: string) => string {
  // An argument may have the name of the tool.
  const names = new Map([...(own === shown ? [] : [[own, shown] as const]), ...collectRenames(rules)]);
  if (names.size === 0) return (text) => text;
  const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length);
  const choices = longestFirst.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)).join('|');
  const quoted = new RegExp(`(["'\`])(${choices})(?=\\\\?\\1)`, 'g');
  return (text) => text.replace(quoted, (_, quote: string, name: string) => `${quote}${names.get(name) ?? name}`);
}

function collectRenames(rules: ArgumentRules): readonly (readonly [string, string])[] {
  return [...rules].flatMap(([name, rule]) => [
    ...(rule.name === undefined || rule.name === name ? [] : [[name, rule.name] as const]),
    ...(rule.inside ? collectRenames(rule.inside) : []),
  ]);
}
