/**
 * Resolves a `$ref` within its own document: by JSON Pointer, by anchor or by `$id`. Nothing is ever fetched.
 *
 * Spec: JSON Schema 2020-12 core section 8.2, RFC 6901; `id` and `definitions` as in draft 07 and before
 */
import type { JsonObject } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import { isSchema, type Schema } from './schema.js';

/** Returns the schema that a `$ref` with a JSON Pointer names; `undefined` for other references, and when no schema is there. */
export function findReferenced({ $ref }: JsonObject, root: Schema): Schema | undefined {
  if (typeof $ref !== 'string' || ($ref !== '#' && !$ref.startsWith('#/'))) return undefined;
  const found = valueAt(root, stepsOf(decode($ref.slice(1))));
  return isSchema(found) ? found : undefined;
}

/** The schema that a reference leads to. */
export interface FoundSchema {
  readonly schema: unknown;
  /** The last name in the reference; undefined for a whole document. */
  readonly name?: string;
  /** The document against which references inside the found schema are resolved. */
  readonly document: JsonObject;
}

/** Parts of pointers that are keywords, not names; `items` and numbers belong to something that has a name. */
const keywords: ReadonlySet<string> = new Set(
  '$defs definitions properties patternProperties allOf anyOf oneOf not if then else schema'.split(' '),
);

/** Resolves the references of one schema. */
export class References {
  #identified: readonly JsonObject[] | undefined;

  constructor(private readonly root: JsonObject) {}

  /** @param document the innermost schema with an `$id` around the reference, or the root */
  find(reference: string, document: JsonObject): FoundSchema | undefined {
    const hash = reference.indexOf('#');
    const address = hash < 0 ? reference : reference.slice(0, hash);
    const home = address === '' ? document : this.#findById(address);
    if (!home) return undefined;
    const fragment = decode(hash < 0 ? '' : reference.slice(hash + 1));
    if (fragment === '')
      return { schema: home, document: home, ...(home === this.root ? {} : { name: nameIn(address) }) };
    if (fragment.startsWith('/')) return findNamed(home, fragment);
    const anchored = this.#findByAnchor(fragment);
    return anchored && { schema: anchored, document: home, name: fragment };
  }

  #findById(address: string): JsonObject | undefined {
    const ids = (schema: JsonObject): string[] => [schema['$id'], schema['id']].filter((id) => typeof id === 'string');
    const bare = (id: string): string => id.replace(/#$/, '');
    return (
      this.#all().find((schema) => ids(schema).some((id) => bare(id) === address)) ??
      this.#all().find((schema) => ids(schema).some((id) => bare(id).endsWith(`/${address}`)))
    );
  }

  #findByAnchor(anchor: string): JsonObject | undefined {
    return this.#all().find(
      (schema) => schema['$anchor'] === anchor || schema['$id'] === `#${anchor}` || schema['id'] === `#${anchor}`,
    );
  }

  /** Returns all objects of the document that carry an identifier, searched once. */
  #all(): readonly JsonObject[] {
    this.#identified ??= objectsIn(this.root).filter((it) =>
      ['$id', 'id', '$anchor'].some((key) => Object.hasOwn(it, key) && typeof it[key] === 'string'),
    );
    return this.#identified;
  }
}

/** Iterates without recursion: documents may be nested deeper than the stack. */
function objectsIn(root: JsonObject): JsonObject[] {
  const found: JsonObject[] = [];
  const waiting: unknown[] = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (isJsonObject(value)) found.push(value);
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of Object.values(value).toReversed()) waiting.push(inner);
  }
  return found;
}

function findNamed(document: JsonObject, pointer: string): FoundSchema | undefined {
  const steps = stepsOf(pointer);
  const schema = valueAt(document, steps);
  return schema === undefined ? undefined : { schema, document, name: nameOf(steps) };
}

/** Splits a JSON Pointer. Spec: RFC 6901 section 3 */
function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
}

function valueAt(document: unknown, steps: readonly string[]): unknown {
  let value: unknown = document;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

/** Derives a name: `#/$defs/User` is a `User`, `#/properties/tags/items` an item of `tags`. */
function nameOf(steps: readonly string[]): string {
  const isPlace = (step: string): boolean => /^\d+$/.test(step) || step === 'items' || step === 'prefixItems';
  const named = steps.findLast((step) => !isPlace(step) && !keywords.has(step)) ?? '';
  return isPlace(steps.at(-1) ?? '') ? `${named} item` : named;
}

function nameIn(address: string): string {
  return address.split('/').findLast((part) => part !== '') ?? '';
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The pointer is not percent-encoded, so it is used as it is.
    return text;
  }
}
