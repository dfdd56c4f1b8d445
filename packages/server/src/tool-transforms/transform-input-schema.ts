/**
 * Rewrites the input schema of a tool by the rules for its arguments: hidden ones leave, renamed ones change in every place that names
 * them, and a value that is always there is no longer required.
 *
 * The result is for clients; the tool itself checks the arguments that it gets. Spec: JSON Schema 2020-12, core §10, validation §6.5
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { suggestNames, variablesIn } from '@sigil/core/building';
import { holdsConstant, type ArgumentRule, type ArgumentRules } from './argument-rules.js';
import { resolveReference, writePointer } from './json-pointer.js';
import { withDefinitions, withoutTables } from './map-references.js';
import { misfitOf } from './misfit.js';

/** @throws Error with a sentence for the operator when the schema has no such argument, or the rules do not fit it */
export function transformInputSchema(schema: JsonObject, rules: ArgumentRules): JsonObject {
  const present = new Set(findPresent(rules));
  const editing: Editing = { root: schema, found: new Set(), present, names: new Map(), references: [] };
  const edited = editObject(withoutTables(schema), { rules, path: [], isBranch: false }, editing);
  requireFound(rules, [], editing);
  if (!isJsonObject(edited)) throw new Error('"arguments": no call fits the schema of the tool with these constants');
  return withDefinitions(edited, schema);
}

/** Returns the rules whose arguments every call has. */
function findPresent(rules: ArgumentRules): readonly ArgumentRule[] {
  return [...rules.values()].flatMap((rule) => {
    const inside = rule.inside ? findPresent(rule.inside) : [];
    return rule.constant === undefined && rule.default === undefined ? inside : [rule, ...inside];
  });
}

/** The rules that apply at one place of the arguments. */
interface Level {
  readonly rules: ArgumentRules;
  readonly path: readonly string[];
  /** True where the schema is one of several, so that a constant which does not fit excludes it. */
  readonly isBranch: boolean;
}

interface Editing {
  readonly root: JsonObject;
  /** The rules whose arguments the schema has. */
  readonly found: Set<ArgumentRule>;
  /** The rules whose arguments are always sent, so that no call has to name them. */
  readonly present: Set<ArgumentRule>;
  /** The arguments that the schema names at each path, for suggestions. */
  readonly names: Map<string, Set<string>>;
  /** The references that are being followed. */
  readonly references: readonly string[];
}

function editObject(schema: JsonValue, level: Level, editing: Editing): JsonValue {
  if (!isJsonObject(schema)) return schema;
  const { $ref, ...rest } = schema;
  if ($ref !== undefined) return editReference($ref, rest, level, editing);
  const properties = editProperties(schema['properties'], level, editing);
  if (properties === false) return false;
  const parts: SchemaParts = { ...schema, ...(properties === undefined ? {} : { properties }) };
  editNames(parts, level, editing);
  return editCombined(parts, level, editing);
}

/** A schema in the making. */
type SchemaParts = Record<string, JsonValue>;

/** Replaces a reference to the arguments by its target, which other places may use unchanged. */
function editReference($ref: JsonValue, rest: JsonObject, level: Level, editing: Editing): JsonValue {
  const target = resolveReference($ref, editing.root);
  const reference = String($ref);
  if (target === undefined || editing.references.includes(reference)) return { $ref, ...rest };
  const edited = editObject(target, level, { ...editing, references: [...editing.references, reference] });
  const others = editObject(rest, level, editing);
  if (!isJsonObject(edited) || !isJsonObject(others)) return edited === true ? others : false;
  const isAlone = Object.keys(others).every((name) => !Object.hasOwn(edited, name) || annotations.has(name));
  return isAlone ? { ...edited, ...others } : { ...others, allOf: [...listOf(others['allOf']), edited] };
}

const annotations: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  '$schema',
  '$comment',
]);

/** @returns `false` if a constant excludes this branch */
function editProperties(given: JsonValue | undefined, level: Level, editing: Editing): JsonObject | false | undefined {
  if (!isJsonObject(given)) return undefined;
  const edited = new Map<string, JsonValue>();
  noteNames(Object.keys(given), level, editing);
  for (const [name, schema] of Object.entries(given)) {
    const rule = level.rules.get(name);
    if (rule) editing.found.add(rule);
    const shown = rule ? editProperty(schema, { name, rule }, level, editing) : schema;
    if (shown === excluded) return false;
    if (shown === undefined) continue;
    const outer = rule?.name ?? name;
    if (edited.has(outer)) throw new Error(`${where(level, name)}: two arguments would be called "${outer}"`);
    edited.set(outer, shown);
  }
  return Object.fromEntries(edited);
}

const excluded = Symbol('excluded');

interface RuledArgument {
  readonly name: string;
  readonly rule: ArgumentRule;
}

/** @returns `undefined` for a hidden argument */
function editProperty(
  schema: JsonValue,
  { name, rule }: RuledArgument,
  level: Level,
  editing: Editing,
): JsonValue | typeof excluded | undefined {
  const sent = rule.constant === undefined ? rule.default : rule.constant;
  // A build checks rules before the variables of their constants are known.
  const isKnown = sent !== undefined && variablesIn(sent).length === 0;
  const misfit = isKnown ? misfitOf(sent, schema, editing.root) : undefined;
  if (misfit !== undefined && level.isBranch && rule.constant !== undefined) return excluded;
  if (misfit !== undefined && !level.isBranch) {
    const member = rule.constant === undefined ? 'default' : 'constant';
    throw new Error(`${where(level, name)}: "${member}" must be ${misfit}, as the schema of the tool says`);
  }
  if (rule.constant !== undefined) return undefined;
  const { title, description } = rule;
  const shown = rule.inside ? editInside(schema, { name, rule, inside: rule.inside }, level, editing) : schema;
  return {
    ...(isJsonObject(shown) ? shown : {}),
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(rule.default === undefined ? {} : { default: rule.default }),
  };
}

interface RuledObject extends RuledArgument {
  readonly inside: ArgumentRules;
}

/** An object that a constant creates need not be sent, unless something else is required in it. */
function editInside(schema: JsonValue, { name, rule, inside }: RuledObject, level: Level, editing: Editing): JsonValue {
  const edited = editObject(schema, { rules: inside, path: [...level.path, name], isBranch: false }, editing);
  if (edited === false)
    throw new Error(`${where(level, name)}: no value fits the schema of the tool with its constants`);
  if (holdsConstant(rule) && !needsMembers(edited)) editing.present.add(rule);
  return edited;
}

/** Returns whether no object without members fits. */
function needsMembers(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return false;
  const needsOneOf = (keyword: string): boolean => {
    const branches = listOf(schema[keyword]);
    return branches.length > 0 && branches.every(needsMembers);
  };
  return (
    listOf(schema['required']).length > 0 ||
    Number(schema['minProperties'] ?? 0) > 0 ||
    listOf(schema['allOf']).some(needsMembers) ||
    needsOneOf('anyOf') ||
    needsOneOf('oneOf')
  );
}

/** Renames and removes arguments in the keywords that list names. */
function editNames(parts: SchemaParts, { rules }: Level, { present }: Editing): void {
  const isPresent = (name: JsonValue): boolean => typeof name === 'string' && present.has(rules.get(name) ?? none);
  const outerOf = (name: JsonValue): JsonValue => (typeof name === 'string' ? (rules.get(name)?.name ?? name) : name);
  const shownOf = (names: readonly JsonValue[]): JsonValue[] => names.filter((it) => !isPresent(it)).map(outerOf);
  const required = new Set(shownOf(listOf(parts['required'])));
  for (const keyword of ['dependentRequired', 'dependencies']) {
    const table = parts[keyword];
    if (!isJsonObject(table)) continue;
    const kept: SchemaParts = {};
    for (const [name, needed] of Object.entries(table)) {
      if (!Array.isArray(needed))
        kept[name] = needed; // a schema, which is edited with the others
      else if (isPresent(name)) shownOf(needed).forEach((it) => required.add(it));
      else if (shownOf(needed).length > 0) kept[String(outerOf(name))] = shownOf(needed);
    }
    setUnlessEmpty(parts, keyword, kept);
  }
  setUnlessEmpty(parts, 'required', [...required]);
  const hidden = [...rules.values()].filter(({ constant }) => constant !== undefined).length;
  for (const keyword of ['minProperties', 'maxProperties']) {
    const count = parts[keyword];
    if (typeof count === 'number') parts[keyword] = Math.max(0, count - hidden);
  }
}

/** No argument has this rule. */
const none: ArgumentRule = {};

function setUnlessEmpty(parts: SchemaParts, keyword: string, value: JsonObject | readonly JsonValue[]): void {
  if (Object.keys(value).length > 0) parts[keyword] = value;
  else delete parts[keyword];
}

/** Edits the schemas that apply to the same arguments. @returns `false` if no call fits */
function editCombined(parts: SchemaParts, level: Level, editing: Editing): JsonValue {
  const branch = { ...level, isBranch: true };
  const all = listOf(parts['allOf']).map((it) => editObject(it, level, editing));
  for (const keyword of ['anyOf', 'oneOf']) {
    if (!Array.isArray(parts[keyword])) continue;
    const left = listOf(parts[keyword])
      .map((it) => editObject(it, branch, editing))
      .filter((it) => it !== false);
    if (left.length === 0) return false;
    parts[keyword] = left;
  }
  for (const keyword of ['dependentSchemas', 'dependencies']) {
    const table = parts[keyword];
    if (!isJsonObject(table)) continue;
    const kept: SchemaParts = {};
    for (const [name, schema] of Object.entries(table)) {
      const rule = level.rules.get(name);
      const edited = Array.isArray(schema) ? schema : editObject(schema, branch, editing);
      if (!Array.isArray(schema) && rule && editing.present.has(rule)) all.push(edited);
      else kept[Array.isArray(schema) ? name : (rule?.name ?? name)] = edited;
    }
    setUnlessEmpty(parts, keyword, kept);
  }
  if (parts['not'] !== undefined) {
    const refused = editObject(parts['not'], branch, editing);
    if (refused === false) delete parts['not'];
    else parts['not'] = refused;
  }
  editCondition(parts, all, branch, editing);
  if (all.includes(false)) return false;
  setUnlessEmpty(parts, 'allOf', all);
  return parts;
}

/** A condition that a constant decides leaves only its other branch. */
function editCondition(parts: SchemaParts, all: JsonValue[], branch: Level, editing: Editing): void {
  for (const keyword of ['if', 'then', 'else']) {
    if (parts[keyword] !== undefined) parts[keyword] = editObject(parts[keyword], branch, editing);
  }
  if (parts['if'] !== false) return;
  if (parts['else'] !== undefined) all.push(parts['else']);
  for (const keyword of ['if', 'then', 'else']) delete parts[keyword];
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function where({ path }: Level, name: string): string {
  return `arguments.${path.length === 0 ? name : writePointer([...path, name])}`;
}

function noteNames(names: readonly string[], { path }: Level, { names: noted }: Editing): void {
  const key = writePointer(path);
  const before = noted.get(key) ?? new Set<string>();
  noted.set(key, before);
  for (const name of names) before.add(name);
}

function requireFound(rules: ArgumentRules, path: readonly string[], editing: Editing): void {
  for (const [name, rule] of rules) {
    if (!editing.found.has(rule)) {
      const known = editing.names.get(writePointer(path)) ?? [];
      const at = where({ path, rules, isBranch: false }, name);
      throw new Error(`${at}: the tool has no such argument${suggestNames(name, known)}`);
    }
    if (rule.inside) requireFound(rule.inside, [...path, name], editing);
  }
}
