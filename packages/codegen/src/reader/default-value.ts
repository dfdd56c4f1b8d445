/**
 * Evaluates the default of a parameter in its JSON form: besides static values also a `Date`, a `URL`, a `RegExp`, a `Map` or a
 * `Set` that is made of them.
 */
import type { JsonValue } from '@sigil/core';
import type { ts } from 'ts-morph';
import { isObjectMap, resolveNode, type SchemaNode } from '../model/schema-node.js';
import { fitsNode } from './docs/fits-node.js';
import { unwrapExpression } from './exported-value.js';
import { compiler } from './program/compiler.js';
import type { Reading } from './program/reading.js';
import { evaluateStatic } from './static-value.js';

/** A default; one that was constructed is known to fit the type. */
export interface DefaultValue {
  readonly value: JsonValue;
  readonly isConstructed: boolean;
}

/** Returns the default; `undefined` if only running the code determines it. */
export function evaluateDefault(
  reading: Reading,
  expression: ts.Expression,
  type: SchemaNode,
): DefaultValue | undefined {
  const node = unwrapExpression(expression);
  const made = compiler.isRegularExpressionLiteral(node)
    ? sourceOf(node)
    : compiler.isNewExpression(node)
      ? construct(reading, node, type)
      : undefined;
  if (made !== undefined) {
    const value = made.find((one) => fitsNode(one, type));
    return value === undefined ? undefined : { value, isConstructed: true };
  }
  const found = evaluateStatic(reading, node);
  return 'notStatic' in found || found.value === undefined ? undefined : { value: found.value, isConstructed: false };
}

/** The method's expressions have the flag u; another flag cannot be sent. */
function sourceOf({ text }: ts.RegularExpressionLiteral): JsonValue[] {
  const end = text.lastIndexOf('/');
  return ['', 'u'].includes(text.slice(end + 1)) ? [text.slice(1, end)] : [];
}

/** Returns the possible JSON forms of a constructed built-in object. */
function construct(reading: Reading, node: ts.NewExpression, type: SchemaNode): JsonValue[] | undefined {
  const symbol = reading.checker.getSymbolAtLocation(node.expression);
  if (!symbol || !reading.origins.isBuiltIn(symbol)) return undefined;
  const [first, ...others] = node.arguments ?? [];
  const found = first && others.length === 0 ? evaluateStatic(reading, first) : undefined;
  if (others.length > 0 || (found && 'notStatic' in found)) return [];
  const value = found?.value;
  switch (symbol.name) {
    case 'Date':
      return datesOf(value);
    case 'URL':
      return typeof value === 'string' && URL.canParse(value) ? [new URL(value).href] : [];
    case 'RegExp':
      return typeof value === 'string' ? [value] : [];
    case 'Set':
      return Array.isArray(value) || first === undefined ? [value ?? []] : [];
    case 'Map':
      return Array.isArray(value) || first === undefined ? [entriesOf(value ?? [], type)] : [];
    default:
      return undefined;
  }
}

/** Ends in a time zone, or is a day, which is one in UTC; any other text depends on where the program runs. */
const absolute = /^\d{4}-\d{2}-\d{2}(T.*(Z|[+-]\d{2}:\d{2}))?$/;

function datesOf(value: JsonValue | undefined): JsonValue[] {
  const isSure = typeof value === 'number' || (typeof value === 'string' && absolute.test(value));
  const date = isSure ? new Date(value) : undefined;
  if (!date || Number.isNaN(date.getTime())) return [];
  const text = date.toISOString();
  return [text, ...(text.endsWith('T00:00:00.000Z') ? [text.slice(0, 10)] : [])];
}

function entriesOf(pairs: JsonValue, type: SchemaNode): JsonValue {
  const plain = resolveNode(type);
  const isObject = plain.kind === 'map' && isObjectMap(plain);
  if (!isObject || !Array.isArray(pairs)) return pairs;
  const entries = pairs.map((pair: JsonValue): [string, JsonValue] =>
    Array.isArray(pair) ? [String(pair[0]), pair[1] ?? null] : ['', null],
  );
  return Object.fromEntries(entries);
}
