/**
 * A type by its JSON meaning: what stands between the TypeScript reader and the writers of schemas and decoders.
 *
 * Knows nothing of TypeScript's checker, of JSON Schema's spelling or of generated code.
 */
import type { JsonValue } from '@sigil/core';

/** What doc comments say of a type, a property or a parameter. */
export interface Documentation {
  readonly title?: string;
  readonly description?: string;
  readonly default?: JsonValue;
  readonly examples?: readonly JsonValue[];
  readonly deprecated?: boolean;
  /** For an input: what clients send in a header too. */
  readonly header?: HeaderNote;
}

/** The header that an input is repeated in: `Mcp-Param-` and this name. */
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

/** `null`, which is not the same as absent. */
export interface NullNode extends Documented {
  readonly kind: 'null';
}

/** Exactly these values, in declaration order: literal unions and enums. */
export interface LiteralsNode extends Documented {
  readonly kind: 'literals';
  readonly values: readonly (string | number | boolean | null)[];
}

/** Any number of items of one type. */
export interface ArrayNode extends Documented {
  readonly kind: 'array';
  readonly items: SchemaNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

/** The first `required` items must be there; `rest` allows more of one kind. */
export interface TupleNode extends Documented {
  readonly kind: 'tuple';
  readonly items: readonly SchemaNode[];
  readonly required: number;
  readonly rest?: SchemaNode;
}

/** A member of an object type, or an argument. */
export interface Property {
  readonly name: string;
  readonly node: SchemaNode;
  readonly isRequired: boolean;
}

/** Closed unless `additional` says what further properties are. */
export interface ObjectNode extends Documented {
  readonly kind: 'object';
  readonly properties: readonly Property[];
  readonly additional?: SchemaNode;
}

/** One of several types, in the order of the source. */
export interface UnionNode extends Documented {
  readonly kind: 'union';
  readonly members: readonly SchemaNode[];
}

/** A `Date`: an ISO 8601 string on the wire, a `Date` in the method. */
export interface DateNode extends Documented {
  readonly kind: 'date';
}

/** Any JSON value, which goes through as it is. */
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
  | DateNode;
