/**
 * Writes the JavaScript that reads an object's declared members (own members only) and refuses all others.
 */
import type { Property } from '../model/schema-node.js';
import { freeName, type Declarations, type Names } from './declarations.js';
import { writeReading, type Readers } from './write-reading.js';

/** The plan for finding and storing members. */
export interface MemberPlan {
  /** The variable that holds the object. */
  readonly from: string;
  /** Variables in use. */
  readonly taken: Names;
  /** Returns the expression of a member's path. */
  readonly pathOf: (name: string) => string;
  /** Returns the statement that stores a member, given the expression of the value read; may be empty. */
  readonly keep: (property: Property, result: string) => string;
  /** Returns the expression of the member as JSON, where it arrives as text. */
  readonly convert?: (property: Property, expression: string) => string;
}

/** Names that every object inherits. */
const inheritedNames: ReadonlySet<string> = new Set([
  ...['__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__', '__proto__', 'constructor'],
  ...['hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable', 'toLocaleString', 'toString', 'valueOf'],
]);

/** Writes statements that read `properties`; an absent optional member stays `undefined` and is not stored. */
export function writeMembers(properties: readonly Property[], plan: MemberPlan, readers: Readers): string[] {
  return properties.flatMap((property) => {
    const name = freeName(`$${property.name}`, plan.taken);
    const source = { name, path: plan.pathOf(property.name), hint: property.name };
    const { statements, result } = writeReading(property.node, source, readers);
    const kept = [...statements, plan.keep(property, result)].filter((text) => text !== '');
    const member = memberOf(plan.from, property.name);
    const declaration = `const ${name} = ${plan.convert?.(property, member) ?? member};`;
    if (property.isRequired) return [declaration, ...kept];
    return [declaration, `if (${name} !== undefined) {`, ...kept, '}'];
  });
}

/** Declares the set of `properties`' names and returns its name. */
export function declareNames(properties: readonly Property[], declarations: Declarations): string {
  const names = properties.map((property) => JSON.stringify(property.name)).join(', ');
  return declarations.declareConstant('names', `new Set([${names}])`);
}

/** Writes the statement that stores a member in the object variable `object`. */
export function storeMember(object: string, name: string, expression: string): string {
  if (name === '__proto__') return `put(${object}, '__proto__', ${expression});`;
  return `${object}${accessor(name)} = ${expression};`;
}

/** Returns the end of a nested member's path: `.city`, or `["a b"]`. */
export function accessor(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** Writes the expression of an object's member, ignoring inherited members. */
export function memberOf(object: string, name: string): string {
  return inheritedNames.has(name) ? `own(${object}, ${JSON.stringify(name)})` : `${object}${accessor(name)}`;
}
