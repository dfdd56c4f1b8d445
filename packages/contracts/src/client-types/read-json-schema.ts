/**
 * Reads JSON Schemas as TypeScript types: those of our manifests, and what servers of others send.
 *
 * A rule that no type expresses widens the type, with a note for its comment; a type is never narrower than its schema.
 * The one liberty: a schema with keywords of objects or of arrays and without a `type` means objects or arrays.
 */
import type { JsonObject } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import { admitsEverything, typesOf } from '../schema/schema.js';
import { breakEndlessAliases } from './break-endless-aliases.js';
import { intersect, unite } from './combine-types.js';
import { describeInline, describeSchema } from './describe-schema.js';
import { readArray } from './read-array.js';
import { literalOf, readEnum } from './read-literals.js';
import { readObject } from './read-object.js';
import { References } from '../schema/resolve-reference.js';
import type { DocumentedType, SchemaReading } from './schema-reading.js';
import { neverType, unknownType, word, type NamedType, type TypeNode } from './type-node.js';

/** Schemas nested deeper than this are not looked into. */
const deepest = 60;
/** Definitions that refer to one another further than this are read one after the other, to spare the stack. */
const longestChain = 100;

const objectKeywords = ['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'];
const arrayKeywords = ['items', 'prefixItems', 'additionalItems'];
const simpleTypes: ReadonlyMap<string, TypeNode> = new Map([
  ['string', word('string')],
  ['number', word('number')],
  ['integer', word('number')],
  ['boolean', word('boolean')],
  ['null', word('null')],
]);

/** The names that the types of one schema are given. */
export interface RootNames {
  readonly wantedName: string;
  /** Put before the names of the schema's definitions where they clash with others. */
  readonly owner: string;
}

/** The type of a whole schema; the types it uses hang on it. */
export function readJsonSchema(schema: JsonObject, names: RootNames): NamedType {
  return new SchemaReader(schema, names).root;
}

class SchemaReader implements SchemaReading {
  readonly root: NamedType;
  readonly #named = new Map<JsonObject, NamedType>();
  readonly #references: References;
  readonly #owner: string;
  #document: JsonObject;
  #notes: string[] = [];
  #depth = 0;
  #chain = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(schema: JsonObject, { wantedName, owner }: RootNames) {
    this.#references = new References(schema);
    this.#document = schema;
    this.#owner = owner;
    this.root = this.#readNamed(schema, { wantedName, owner: '' });
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) next();
    breakEndlessAliases([...this.#named.values()]);
  }

  readDocumented(schema: unknown, name: string): DocumentedType {
    const outer = this.#notes;
    this.#notes = [];
    const type = this.read(schema);
    const docs = describeSchema(schema, this.#notes, name);
    this.#notes = outer;
    return { type, docs };
  }

  note(text: string): void {
    this.#notes.push(text);
  }

  read(schema: unknown): TypeNode {
    return this.#readWithin(schema, {});
  }

  /** @param around the schema whose alternative this one is */
  #readWithin(schema: unknown, around: JsonObject): TypeNode {
    if (typeof schema === 'boolean') return schema ? unknownType : neverType;
    if (!isJsonObject(schema)) return this.#widen('There is no schema here');
    if (this.#depth >= deepest) return this.#widen('Nested too deep to be shown');

    const document = this.#document;
    if (typeof schema['$id'] === 'string' && !schema['$id'].startsWith('#')) this.#document = schema;
    this.#depth += 1;
    const type = this.#readAll(schema, around);
    this.#depth -= 1;
    this.#document = document;
    return type;
  }

  /** `nullable` is OpenAPI's; no other meaning of it is known. */
  #readAll(schema: JsonObject, around: JsonObject): TypeNode {
    if (admitsEverything(schema['not'])) return neverType;
    const all = Array.isArray(schema['allOf']) ? schema['allOf'].map((part) => this.#readWithin(part, schema)) : [];
    const type = intersect([
      this.#readOwn(schema, around),
      ...('$ref' in schema ? [this.#readReference(schema['$ref'])] : []),
      ...all,
      ...this.#readAlternatives(schema, 'anyOf'),
      ...this.#readAlternatives(schema, 'oneOf'),
    ]);
    return schema['nullable'] === true ? unite([type, word('null')]) : type;
  }

  #readOwn(schema: JsonObject, around: JsonObject): TypeNode {
    if (Object.hasOwn(schema, 'const')) return literalOf(schema['const']);
    const types = meantTypes(schema);
    if (Array.isArray(schema['enum'])) return readEnum(schema['enum'], types, this);
    if (types.length === 0) return unknownType;
    return unite(types.map((type) => this.#readOfType(type, schema, around)));
  }

  #readOfType(type: string, schema: JsonObject, around: JsonObject): TypeNode {
    if (type === 'object') return readObject(schema, around, this);
    if (type === 'array') return readArray(schema, this);
    return simpleTypes.get(type) ?? this.#widen(`Of a type that JSON Schema does not know: ${JSON.stringify(type)}`);
  }

  #readAlternatives(schema: JsonObject, keyword: 'anyOf' | 'oneOf'): TypeNode[] {
    const branches = schema[keyword];
    if (!Array.isArray(branches) || branches.length === 0) return [];
    return [
      unite(
        branches.map((branch: unknown) => {
          this.#noteBranch(branch);
          return this.#readWithin(branch, schema);
        }),
      ),
    ];
  }

  /** A union's members have no place for comments; what is said of single values, and of plain types, is worth keeping. */
  #noteBranch(branch: unknown): void {
    if (!isJsonObject(branch)) return;
    const { const: value, type } = branch;
    const isPlain = typeof type === 'string' && simpleTypes.has(type) && !('enum' in branch);
    const about = describeInline(branch);
    if (about === '' || (value === undefined && !isPlain)) return;
    this.note(`- ${value === undefined ? String(type) : JSON.stringify(value)}: ${about}`);
  }

  #readReference(reference: unknown): TypeNode {
    const found = typeof reference === 'string' ? this.#references.find(reference, this.#document) : undefined;
    if (!found) return this.#widen(`Refers to what is not in its schema: ${JSON.stringify(reference)}`);
    if (!isJsonObject(found.schema)) return this.read(found.schema);

    const outer = { document: this.#document, depth: this.#depth };
    this.#document = found.document;
    this.#depth = 0;
    const named = this.#readNamed(found.schema, { wantedName: found.name ?? 'Root', owner: this.#owner });
    this.#document = outer.document;
    this.#depth = outer.depth;
    return { kind: 'use', named };
  }

  /** Noted before it is read: reading may lead back to it. */
  #readNamed(schema: JsonObject, names: RootNames): NamedType {
    const known = this.#named.get(schema);
    if (known) return known;
    const named: NamedType = { ...names, type: unknownType, docs: [] };
    this.#named.set(schema, named);
    const document = this.#document;
    const settle = (): void => {
      this.#document = document;
      this.#chain += 1;
      Object.assign(named, this.readDocumented(schema, names.wantedName));
      this.#chain -= 1;
    };
    if (this.#chain < longestChain) settle();
    else this.#waiting.push(settle);
    return named;
  }

  #widen(why: string): TypeNode {
    this.note(why);
    return unknownType;
  }
}

/** The types a schema names, or those that its other keywords speak of. */
function meantTypes(schema: JsonObject): readonly string[] {
  const { type } = schema;
  if (typeof type === 'string' || Array.isArray(type)) return typesOf(schema);
  const isOfObjects = objectKeywords.some((keyword) => Object.hasOwn(schema, keyword));
  const isOfArrays = arrayKeywords.some((keyword) => Object.hasOwn(schema, keyword));
  return [...(isOfObjects ? ['object'] : []), ...(isOfArrays ? ['array'] : [])];
}
