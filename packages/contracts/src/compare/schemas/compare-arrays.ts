/**
 * Compares two descriptions of arrays: lists, tuples, and tuples with further items.
 */
import type { JsonObject } from '@sigil/core';
import { compareCounts, itemCounts } from './compare-limits.js';
import type { Schema } from '../../schema/schema.js';
import type { Pair, SchemaChange, SchemaComparer } from './schema-change.js';
import { itemPath } from './schema-path.js';

interface Items {
  readonly first: readonly Schema[];
  /** The schema of the items after the first ones; `false` if there may be none. */
  readonly rest: Schema;
  /** Upper bound on the number of items. */
  readonly most: number;
}

/** Returns the differences between two arrays; the items themselves are left to `comparer`. */
export function compareArrays(pair: Pair<JsonObject>, path: string, comparer: SchemaComparer): SchemaChange[] {
  const items = { before: readItems(pair.before), after: readItems(pair.after) };
  const named = Math.max(items.before.first.length, items.after.first.length);
  return [
    ...compareCounts(pair, path, itemCounts),
    ...compareUniqueness(pair, path),
    ...Array.from({ length: named }, (_, index) => compareItem(items, index, path, comparer)).flat(),
    ...compareRest(items, named, path, comparer),
  ];
}

function readItems({ prefixItems, items, maxItems }: JsonObject): Items {
  const first = Array.isArray(prefixItems) ? (prefixItems as readonly Schema[]) : [];
  const rest: Schema = items === undefined ? true : (items as Schema); // a keyword that holds a schema, in a schema
  const limit = typeof maxItems === 'number' ? maxItems : Infinity;
  return { first, rest, most: rest === false ? Math.min(limit, first.length) : limit };
}

function compareItem(
  { before, after }: Pair<Items>,
  index: number,
  path: string,
  comparer: SchemaComparer,
): SchemaChange[] {
  const at = itemPath(path, index);
  const hadRoom = before.most > index;
  const hasRoom = after.most > index;
  // An item excluded only by a count has been compared with the count already.
  if (!hadRoom && hasRoom && before.rest === false && before.first.length <= index) {
    return [{ kind: 'item-added', effect: 'widens', path: at, fact: 'a place more in the tuple' }];
  }
  if (hadRoom && !hasRoom && after.rest === false && after.first.length <= index) {
    return [{ kind: 'item-removed', effect: 'narrows', path: at, fact: 'this place of the tuple is gone' }];
  }
  if (!hadRoom || !hasRoom) return [];
  return comparer.compare({ before: before.first[index] ?? before.rest, after: after.first[index] ?? after.rest }, at);
}

function compareRest(
  { before, after }: Pair<Items>,
  named: number,
  path: string,
  comparer: SchemaComparer,
): SchemaChange[] {
  const [hadRest, hasRest] = [before.most > named, after.most > named];
  const at = itemPath(path);
  if (hadRest && hasRest) return comparer.compare({ before: before.rest, after: after.rest }, at);
  if (hasRest && before.rest === false) {
    return [{ kind: 'other-items-allowed', effect: 'widens', path: at, fact: 'items may follow' }];
  }
  if (hadRest && after.rest === false) {
    return [{ kind: 'other-items-refused', effect: 'narrows', path: at, fact: 'no items may follow any more' }];
  }
  return [];
}

function compareUniqueness({ before, after }: Pair<JsonObject>, path: string): SchemaChange[] {
  const [was, is] = [before['uniqueItems'] === true, after['uniqueItems'] === true];
  if (was === is) return [];
  const fact = is ? 'no item may be there twice now' : 'items may be there twice now';
  return [{ kind: 'uniqueness-changed', effect: is ? 'narrows' : 'widens', path, fact }];
}
