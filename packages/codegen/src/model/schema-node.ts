/**
 * A type by its JSON meaning: the interface between the TypeScript reader and the writers of schemas and decoders.
 *
 * Knows nothing of TypeScript's checker, of JSON Schema's spelling or of generated code.
 */
import type { JsonValue } from '@sigil/core';

/** The documentation that doc comments give a type, a property or a parameter. */
export interface Documentation {
  readonly title?: string;
  readonly description?: string;
  readonly default?: JsonValue;
  readonly examples?: readonly JsonValue[];
  readonly deprecated?: boolean;
  /** For an input: the header in which clients repeat it. */
  readonly header?: HeaderNote;
}

/** The header that repeats an input: `Mcp-Param-` and this name. */
export interface HeaderNote {
  readonly name: string;
}

interface Documented {
  readonly documentation?: Documentation;
}

/** A string; lengths count code points, `pattern` is a regular expression with the `u` flag. */
export interface StringNode extends Documented {
  readonly kind: 'string';
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** `multipleOf: 1` is written as JSON Schema's `integer`. */
export interface NumberNode extends Documented {
  readonly kind: 'number';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

/** `true` or `false`. */
export interface BooleanNode extends Documented {
  readonly kind: 'boolean';
}

/** `null`, as opposed to absent. */
export interface NullNode extends Documented {
  readonly kind: 'null';
}

/** A fixed list of values in declaration order: literal unions and enums. */
export interface LiteralsNode extends Documented {
  readonly kind: 'literals';
  readonly values: readonly (string | number | boolean | null)[];
}

/** Any number of items of one type. */
export interface ArrayNode extends Documented {
  readonly kind: 'array';
  readonly items: SchemaNode;
  /** True in a result whose items may be undefined: those are not sent. */
  readonly hasGaps?: true;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

/**
 * A tuple: the first `required` items are mandatory, and `rest` allows more of one kind. `tail` follows the rest, `[A, ...B[],
 * C]`; all of `items` and `tail` is then required.
 *
 * JSON has no undefined: places at the end that may be undefined are not mandatory, and another one is null in a result.
 */
export interface TupleNode extends Documented {
  readonly kind: 'tuple';
  readonly items: readonly SchemaNode[];
  readonly required: number;
  readonly rest?: SchemaNode;
  readonly tail?: readonly SchemaNode[];
  /** The least length of the method's tuple, if more than `required`: a missing item is undefined there. */
  readonly leastLength?: number;
  /** The indexes of mandatory items of a result that may be undefined. */
  readonly nullable?: readonly number[];
  /** True in a result whose items in the rest may be undefined: those are not sent. */
  readonly hasGaps?: true;
}

/** A member of an object type, or an argument. */
export interface Property {
  readonly name: string;
  readonly node: SchemaNode;
  readonly isRequired: boolean;
  /** The type that declares the property, if the plugin's author cannot edit it. */
  readonly foreign?: ForeignType;
}

/** A declaration in an installed package. */
export interface ForeignType {
  readonly package: string;
  /** The names of the declarations around the property: `Stripe.Customer`; `components` for one of `components['schemas']['issue']`. */
  readonly type: string;
}

/** Properties whose names match a pattern, a regular expression with the `u` flag: `[key: number]`, `` [key: `x-${string}`] ``. */
export interface PatternProperties {
  readonly pattern: string;
  readonly node: SchemaNode;
}

/** An object, closed unless `additional` or `patterns` describe further properties. */
export interface ObjectNode extends Documented {
  readonly kind: 'object';
  readonly properties: readonly Property[];
  readonly additional?: SchemaNode;
  /** The names that members of `additional` may have, if not every text: a text, texts, or a union of them. */
  readonly names?: SchemaNode;
  readonly patterns?: readonly PatternProperties[];
}

/** One of several types, in source order. */
export interface UnionNode extends Documented {
  readonly kind: 'union';
  readonly members: readonly SchemaNode[];
}

/** A `Date`: an ISO 8601 string on the wire, a `Date` in the method. A `date` has no time and means midnight UTC. */
export interface DateNode extends Documented {
  readonly kind: 'date';
  readonly format?: 'date' | 'date-time';
}

/** A `URL`: its text on the wire. */
export interface UrlNode extends Documented {
  readonly kind: 'url';
  /** True when forms and clients hide it, and messages must not contain it. */
  readonly isSecret?: boolean;
}

/** A `RegExp`: on the wire its source, without slashes; flags are not sent, and the method's has the flag `u`. */
export interface RegExpNode extends Documented {
  readonly kind: 'regexp';
}

/** A `bigint`: on the wire its decimal digits as a string, since JSON numbers are not exact. */
export interface BigIntNode extends Documented {
  readonly kind: 'bigint';
}

/** Bytes: base64 (RFC 4648 section 4) on the wire. */
export interface BytesNode extends Documented {
  readonly kind: 'bytes';
  /** The type that the method receives. */
  readonly as: 'Uint8Array' | 'Buffer' | 'ArrayBuffer';
  /** True when forms and clients hide them, and messages must not contain them. */
  readonly isSecret?: boolean;
}

/** A `Map`: on the wire an object when its keys are strings (see `isObjectMap`), else an array of `[key, value]`. */
export interface MapNode extends Documented {
  readonly kind: 'map';
  readonly keys: SchemaNode;
  readonly values: SchemaNode;
  /** True in a result whose values may be undefined: those are not sent. */
  readonly hasGaps?: true;
}

/** A `Set`: on the wire an array without duplicates. */
export interface SetNode extends Documented {
  readonly kind: 'set';
  readonly items: SchemaNode;
  /** True in a result whose items may be undefined: those are not sent. */
  readonly hasGaps?: true;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** A member that must be absent. The schema is `false`. */
export interface NeverNode extends Documented {
  readonly kind: 'never';
}

/** In results only: a class instance whose `toJSON()` returns a value of `node`. */
export interface ToJsonNode extends Documented {
  readonly kind: 'toJson';
  readonly node: SchemaNode;
}

/**
 * A use of a named type. Its documentation is that of the use and overrides the type's own. Readers make one for every named
 * object, array, tuple or mixed union and for every recursive type; writers decide which of them become `$defs`.
 */
export interface RefNode extends Documented {
  readonly kind: 'ref';
  readonly definition: Definition;
}

/** A named type. Two with the same name may be different types; the object's identity distinguishes them. */
export interface Definition {
  /** The declared name, with type arguments after underscores: `Page_User`; only characters of `[A-Za-z0-9._-]`. */
  readonly name: string;
  /** True when the type contains itself, directly or through other types. */
  readonly isRecursive: boolean;
  /** A getter for a recursive type: read it only when reading is complete. */
  readonly node: PlainNode;
}

/** Any JSON value, which is passed through unchanged. */
export interface AnyNode extends Documented {
  readonly kind: 'any';
}

/** A type by its JSON meaning. */
export type SchemaNode =
  | AnyNode
  | StringNode
  | NumberNode
  | BooleanNode
  | NullNode
  | LiteralsNode
  | ArrayNode
  | TupleNode
  | ObjectNode
  | UnionNode
  | DateNode
  | UrlNode
  | RegExpNode
  | BigIntNode
  | BytesNode
  | MapNode
  | SetNode
  | NeverNode
  | ToJsonNode
  | RefNode;

/** A node that is not a reference. */
export type PlainNode = Exclude<SchemaNode, RefNode>;

/** Returns the definition of a reference, with the documentation of its use; any other node unchanged. */
export function resolveNode(node: SchemaNode): PlainNode {
  if (node.kind !== 'ref') return node;
  const { definition, documentation } = node;
  if (!documentation) return definition.node;
  return { ...definition.node, documentation: { ...definition.node.documentation, ...documentation } };
}

/** Returns whether the map is an object on the wire because all of its keys are strings. */
export function isObjectMap({ keys }: MapNode): boolean {
  return isText(keys);
}

/** Returns whether all values are strings on the wire and in the method. */
export function isText(node: SchemaNode): boolean {
  const plain = resolveNode(node);
  if (plain.kind === 'literals') return plain.values.every((value) => typeof value === 'string');
  return plain.kind === 'union' ? plain.members.every(isText) : plain.kind === 'string';
}

/** Returns whether all values are strings, and not every string is one of them. */
export function isConstrainedText(node: SchemaNode): boolean {
  const plain = resolveNode(node);
  if (plain.kind === 'union') return plain.members.every(isConstrainedText);
  if (plain.kind !== 'string') return isText(plain);
  return [plain.format, plain.pattern, plain.minLength, plain.maxLength].some((constraint) => constraint !== undefined);
}
