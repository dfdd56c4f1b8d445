/**
 * Compares the parts of a schema that do not determine its values.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { isSameJson } from '../../schema/schema.js';
import type { Effect, Pair, SchemaChange } from './schema-change.js';

const words = ['title', 'description', 'examples'] as const;

/** Compares titles, descriptions, examples, defaults, deprecation and headers. */
export function compareDocumentation(pair: Pair<JsonObject>, path: string): SchemaChange[] {
  const changed = words.filter((keyword) => differs(pair, keyword));
  return [
    ...compareHeader(pair, path),
    ...compareDefault(pair, path),
    ...compareDeprecation(pair, path),
    ...changed.map((keyword): SchemaChange => {
      const fact = `${keyword} ${changeWord(pair, keyword)}`;
      return { kind: 'documentation-changed', effect: 'documents', path, fact };
    }),
  ];
}

/** Compares headers. A client with the older list omits the header or sends another, and is refused; an extra header is ignored. */
function compareHeader(pair: Pair<JsonObject>, path: string): SchemaChange[] {
  const keyword = 'x-mcp-header';
  if (!differs(pair, keyword)) return [];
  const { [keyword]: header } = pair.after;
  if (header === undefined) {
    const fact = 'clients need not repeat it in a header any more';
    return [{ kind: 'header-changed', effect: 'widens', path, fact }];
  }
  const fact = `clients must repeat it in the header Mcp-Param-${String(header)}`;
  const effect = effectOfHeader({ before: pair.before[keyword], after: header });
  return [{ kind: 'header-changed', effect, path, fact }];
}

/** Compares header names, which are case-insensitive. Spec: RFC 9110 section 5.1 */
function effectOfHeader({ before, after }: Pair<JsonValue | undefined>): Effect {
  if (before === undefined) return 'narrows';
  return String(before).toLowerCase() === String(after).toLowerCase() ? 'documents' : 'changes';
}

function compareDefault(pair: Pair<JsonObject>, path: string): SchemaChange[] {
  if (!differs(pair, 'default')) return [];
  const [older, newer] = [shown(pair.before['default']), shown(pair.after['default'])];
  return [{ kind: 'default-changed', effect: 'declares', path, fact: `the default was ${older}, is now ${newer}` }];
}

function compareDeprecation({ before, after }: Pair<JsonObject>, path: string): SchemaChange[] {
  const [was, is] = [before['deprecated'] === true, after['deprecated'] === true];
  if (was === is) return [];
  const fact = is ? 'deprecated now' : 'no longer deprecated';
  return [{ kind: 'deprecation-changed', effect: is ? 'declares' : 'documents', path, fact }];
}

function differs({ before, after }: Pair<JsonObject>, keyword: string): boolean {
  return !isSameJson(before[keyword], after[keyword]);
}

function changeWord({ before, after }: Pair<JsonObject>, keyword: string): string {
  if (before[keyword] === undefined) return 'added';
  return after[keyword] === undefined ? 'removed' : 'changed';
}

function shown(value: JsonValue | undefined): string {
  return value === undefined ? 'none' : JSON.stringify(value);
}
