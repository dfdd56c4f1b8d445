/**
 * Parses the text of a document, JSON or YAML, into JSON values, and finds the line of a pointer.
 *
 * Aliases of YAML are limited, so that a small text cannot become a large document.
 */
import type { JsonValue } from '@sigil/core';
import { isMap, isPair, isScalar, isSeq, LineCounter, parseDocument, type ParsedNode } from 'yaml';
import { importLimits } from '../limits/import-limits.js';
import { ImportError } from './import-error.js';
import { partOf, splitPointer } from './pointer.js';

const { maxAliasUses: maxAliases, maxLevels: maxDepth } = importLimits;

/** Parses the text. @param file the name for messages @throws ImportError with `file:line` */
export function parseText(text: string, file: string): JsonValue {
  const value = looksLikeJson(text) ? parseJson(text, file) : parseYaml(text, file);
  refuseHostileParts(value, file);
  return /\\u[dD][89a-fA-F]/.test(text) ? replaceHalves(value) : value;
}

/** Half of a surrogate pair has no bytes in UTF-8, so no source and no request could have it. */
function replaceHalves(value: JsonValue): JsonValue {
  if (typeof value === 'string') return replaceHalvesOf(value);
  if (Array.isArray(value)) return value.map(replaceHalves);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [replaceHalvesOf(key), replaceHalves(inner)]));
}

function replaceHalvesOf(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** Returns the line of the value that the pointer names, or of the nearest value around it; the first line is 1. */
export function findLine(text: string, pointer: string): number | undefined {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, keepSourceTokens: false, logLevel: 'silent' });
  let node: ParsedNode | null = document.contents;
  let offset = node?.range[0];
  for (const key of splitPointer(pointer)) {
    const found = findChild(node, key);
    if (!found) break;
    offset = found.offset;
    node = found.node;
  }
  return offset === undefined ? undefined : lines.linePos(offset).line;
}

function findChild(
  node: ParsedNode | null,
  key: string,
): { readonly node: ParsedNode | null; readonly offset: number | undefined } | undefined {
  if (isMap(node)) {
    const pair = node.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === key);
    return pair && { node: pair.value, offset: pair.key.range[0] };
  }
  if (!isSeq(node)) return undefined;
  const item = node.items[Number(key)];
  return item && { node: item, offset: item.range?.[0] };
}

function looksLikeJson(text: string): boolean {
  return /^\uFEFF?\s*[{[]/.test(text);
}

function parseJson(text: string, file: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text.replace(/^\uFEFF/, ''));
    return value;
  } catch (cause) {
    // YAML in flow style begins like JSON; if it is neither, JSON's message has the position.
    const asYaml = parseDocument(text, { logLevel: 'silent' });
    if (asYaml.errors.length === 0) return parseYaml(text, file);
    const message = cause instanceof Error ? cause.message : String(cause);
    const position = /position (\d+)/.exec(message)?.[1];
    const line = position === undefined ? text.split('\n').length : text.slice(0, Number(position)).split('\n').length;
    throw new ImportError(`${file}:${line}: the document is not valid JSON`, { cause });
  }
}

function parseYaml(text: string, file: string): JsonValue {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'silent', stringKeys: false });
  const [error] = document.errors;
  if (error) {
    const [summary = 'it cannot be parsed'] = error.message.split('\n');
    throw new ImportError(`${file}:${lines.linePos(error.pos[0]).line}: the document is not valid YAML: ${summary}`);
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: maxAliases });
    return toJsonValue(value);
  } catch (cause) {
    const says =
      cause instanceof ReferenceError ? `has more than ${maxAliases} uses of aliases` : 'has a value that JSON lacks';
    throw new ImportError(`${file}:1: the document ${says}`, { cause });
  }
}

/** Turns what YAML has beyond JSON (dates, sets, binary) into the text that JSON would have, and drops shared references. */
function toJsonValue(value: unknown): JsonValue {
  const text = JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? Number(inner) : inner));
  const json: JsonValue = text === undefined ? null : JSON.parse(text);
  return json;
}

/** Refuses a document that is nested too deep to be walked, and names that would change the prototype of an object. */
function refuseHostileParts(root: JsonValue, file: string): void {
  const waiting: { value: JsonValue; pointer: string; depth: number }[] = [{ value: root, pointer: '', depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, pointer, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxDepth) throw new ImportError(`${file}#${pointer}: the document has more than ${maxDepth} levels`);
    for (const [key, inner] of Object.entries(value)) {
      if (key === '__proto__') throw new ImportError(`${file}#${pointer}: the name "__proto__" cannot be imported`);
      if (typeof inner === 'object' && inner !== null)
        waiting.push({ value: inner, pointer: partOf({ file: '', pointer }, key).pointer, depth: depth + 1 });
    }
  }
}
