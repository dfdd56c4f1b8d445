/**
 * Reads JSON Schemas as TypeScript types: those of our manifests, and those of other servers.
 *
 * A rule that no type expresses widens the type, with a note for its comment; a type is never narrower than its schema. One
 * exception: a schema with object or array keywords and without a `type` is read as objects or arrays.
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

/** Schemas nested deeper than this are not read. */
const deepest = 60;
/** Longer chains of definitions are read one after the other, to limit the stack. */
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

/**
 * Returns the type of a whole schema, from which all types it uses can be reached.
 *
 * @param owner prefix for the names of the schema's definitions where they clash with others
 */
export function readJsonSchema(schema: JsonObject, wantedName: string, owner: string): NamedType {
  return new SchemaReader(schema, wantedName, owner).root;
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

  constructor(schema: JsonObject, wantedName: string, owner: string) {
    this.#references = new References(schema);
    this.#document = schema;
    this.#owner = owner;
    this.root = this.#readNamed(schema, wantedName, '');
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

  /** @param around the enclosing schema, of which this one is an alternative */
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

  /** Supports `nullable`, which is OpenAPI's and has no other known meaning. */
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

  /** Keeps the comments of single values and plain types, as members of a union have no place for them. */
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
    const named = this.#readNamed(found.schema, found.name ?? 'Root', this.#owner);
    this.#document = outer.document;
    this.#depth = outer.depth;
    return { kind: 'use', named };
  }

  /** Registers the type before reading it, because reading may lead back to it. */
  #readNamed(schema: JsonObject, wantedName: string, owner: string): NamedType {
    const known = this.#named.get(schema);
    if (known) return known;
    const named: NamedType = { wantedName, owner, type: unknownType, docs: [] };
    this.#named.set(schema, named);
    const document = this.#document;
    const settle = (): void => {
      this.#document = document;
      this.#chain += 1;
      Object.assign(named, this.readDocumented(schema, wantedName));
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

/** Returns the types that a schema names, or that its other keywords imply. */
function meantTypes(schema: JsonObject): readonly string[] {
  const { type } = schema;
  if (typeof type === 'string' || Array.isArray(type)) return typesOf(schema);
  const isOfObjects = objectKeywords.some((keyword) => Object.hasOwn(schema, keyword));
  const isOfArrays = arrayKeywords.some((keyword) => Object.hasOwn(schema, keyword));
  return [...(isOfObjects ? ['object'] : []), ...(isOfArrays ? ['array'] : [])];
}
