/**
 * A TypeScript type, as the intermediate form between JSON Schema and text.
 *
 * Knows nothing of JSON Schema's keywords or of the layout of types.
 */

/** A type that is one piece of text: a keyword or a literal. */
export interface WordType {
  readonly kind: 'word';
  readonly text: string;
}

/** Any number of items of one type. */
export interface ArrayType {
  readonly kind: 'array';
  readonly items: TypeNode;
}

/** Items by position; without a `rest` the tuple is closed. */
export interface TupleType {
  readonly kind: 'tuple';
  readonly items: readonly { readonly type: TypeNode; readonly isOptional: boolean }[];
  readonly rest?: TypeNode;
}

/** A member of an object type, with the lines of its doc comment. */
export interface Member {
  readonly name: string;
  readonly type: TypeNode;
  readonly isOptional: boolean;
  readonly docs: readonly string[];
}

/** `[key: string]: type`; `key` is the text of the key's type. */
export interface IndexSignature {
  readonly key: string;
  readonly type: TypeNode;
}

/** Declared members, and the types of further members. */
export interface ObjectType {
  readonly kind: 'object';
  readonly members: readonly Member[];
  readonly indexes: readonly IndexSignature[];
}

/** One of several. */
export interface UnionType {
  readonly kind: 'union';
  readonly members: readonly TypeNode[];
}

/** All of several at once. */
export interface IntersectionType {
  readonly kind: 'intersection';
  readonly members: readonly TypeNode[];
}

/** A reference to a named type. */
export interface TypeUse {
  readonly kind: 'use';
  readonly named: NamedType;
}

/** A TypeScript type. */
export type TypeNode = WordType | ArrayType | TupleType | ObjectType | UnionType | IntersectionType | TypeUse;

/** A type that can be referred to. `type` and `docs` are set once its schema, which may refer back to it, has been read. */
export interface NamedType {
  /** The type's name, unless another type has the same one. */
  readonly wantedName: string;
  /** The component it belongs to, prefixed to its name when two types clash; empty for the component's own types. */
  readonly owner: string;
  type: TypeNode;
  docs: readonly string[];
}

/** Creates a type from one piece of text. */
export function word(text: string): WordType {
  return { kind: 'word', text };
}

/** Any value. */
export const unknownType = word('unknown');

/** No value. */
export const neverType = word('never');

/** Returns the parts of a type, one level down; a reference has none. */
function partsOf(type: TypeNode): readonly TypeNode[] {
  switch (type.kind) {
    case 'word':
    case 'use':
      return [];
    case 'array':
      return [type.items];
    case 'tuple':
      return [...type.items.map((item) => item.type), ...(type.rest ? [type.rest] : [])];
    case 'object':
      return [...type.members.map((member) => member.type), ...type.indexes.map((index) => index.type)];
    case 'union':
    case 'intersection':
      return type.members;
  }
}

/** Returns the named types that a type uses directly, in the order of their first use. */
export function usesIn(type: TypeNode): readonly NamedType[] {
  if (type.kind === 'use') return [type.named];
  return partsOf(type).flatMap(usesIn);
}
