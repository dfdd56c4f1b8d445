/**
 * A TypeScript type on its way from a JSON Schema to text.
 *
 * Knows nothing of JSON Schema's keywords and nothing of how types are laid out on a page.
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

/** Items by position; without a `rest` there are no more of them. */
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

/** Declared members, and what further members are. */
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

/** A use of a type that stands somewhere under its own name. */
export interface TypeUse {
  readonly kind: 'use';
  readonly named: NamedType;
}

/** A TypeScript type. */
export type TypeNode = WordType | ArrayType | TupleType | ObjectType | UnionType | IntersectionType | TypeUse;

/** A type that may be referred to. `type` and `docs` are settled once its schema has been read, which may lead back to it. */
export interface NamedType {
  /** The name of the type when no other type has the same name. */
  readonly wantedName: string;
  /** The component it belongs to, put before its name when two types want one; empty for the component's own types. */
  readonly owner: string;
  type: TypeNode;
  docs: readonly string[];
}

/** The type of one piece of text. */
export function word(text: string): WordType {
  return { kind: 'word', text };
}

/** Any value. */
export const unknownType = word('unknown');

/** No value. */
export const neverType = word('never');

/** The parts that a type is made of, one level down; a use is made of nothing. */
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

/** The named types that a type uses, in the order of their first use, not looking into them. */
export function usesIn(type: TypeNode): readonly NamedType[] {
  if (type.kind === 'use') return [type.named];
  return partsOf(type).flatMap(usesIn);
}
