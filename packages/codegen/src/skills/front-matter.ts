/**
 * Reads the YAML front matter of a `SKILL.md` as JSON, and refuses YAML whose meaning depends on the reader: tags, anchors, merge keys,
 * and keys that occur twice or are no text.
 *
 * Spec: https://agentskills.io/specification#frontmatter
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { isAlias, isMap, isPair, isScalar, parseDocument, visit, type Document, type Node, type Pair } from 'yaml';
import type { Diagnostic } from '../model/diagnostic.js';
import { faultAt, type TextRange } from './skill-fault.js';

/** The front matter, and the places of its parts in the file. */
export interface FrontMatter {
  readonly value: JsonObject;
  /** The lines between the two `---`. */
  readonly range: TextRange;
  /** Returns the place of a value, by the names that lead to it; the place of the whole front matter if there is none. */
  readonly placeOf: (path: readonly string[]) => TextRange;
}

/** In characters. Every client reads all front matters, and the time to find names that occur twice grows with their square. */
const longestFrontMatter = 32_768;
const opening = /^\uFEFF?---[ \t]*\r?\n/;
const closing = /^---[ \t]*(?:\r?\n|$)/m;

/** Finds the text between the two lines of `---` at the beginning; `undefined` if one of them is missing. */
export function findFrontMatter(text: string): TextRange | undefined {
  const from = opening.exec(text)?.[0].length;
  if (from === undefined) return undefined;
  const length = text.slice(from).search(closing);
  return length === -1 ? undefined : { from, to: from + length };
}

/** @returns the front matter, or the faults that keep it from being read */
export function readFrontMatter(text: string, path: string): FrontMatter | readonly Diagnostic[] {
  const range = findFrontMatter(text);
  const fault = (at: TextRange, message: string): Diagnostic => faultAt(text, at, { code: 'SIGIL101', message, path });
  if (!range)
    return [fault({ from: 0, to: firstLine(text) }, 'it does not begin with front matter between two lines of ---')];

  const length = range.to - range.from;
  if (length > longestFrontMatter)
    return [fault(range, `its front matter has ${length} characters, of at most ${longestFrontMatter}`)];
  const document = parseDocument(text.slice(range.from, range.to), { version: '1.2', prettyErrors: false });
  const placed = ([from, to]: readonly [number, number]): TextRange => ({
    from: from + range.from,
    to: to + range.from,
  });
  const broken = [...document.errors, ...document.warnings];
  if (broken.length > 0)
    return broken.map(({ pos, message }) => fault(placed(pos), `its front matter is no valid YAML: ${message}`));
  const unclear = findUnclear(document).map(([node, why]) => fault(placed(rangeOf(node)), why));
  if (unclear.length > 0) return unclear;

  const value: unknown = document.toJS();
  if (!isMap(document.contents) || !isJsonObject(value))
    return [fault(range, 'its front matter is no map of names and values')];
  return { value, range, placeOf: (names) => placeIn(document, names, range) };
}

/** Finds the parts that are no plain data, with the reason. */
function findUnclear(document: Document): (readonly [Node, string])[] {
  const found: (readonly [Node, string])[] = [];
  visit(document, {
    Alias: (_key, node) => void found.push([node, 'its front matter uses an alias; write the value again']),
    Value: (_key, node) => {
      if (node.anchor !== undefined) found.push([node, 'its front matter has an anchor']);
      if (node.tag !== undefined) found.push([node, 'its front matter has a tag']);
      if (isScalar(node) && !isExact(node.value))
        found.push([node, 'its front matter has a number that JSON does not keep']);
    },
    Pair: (_key, pair) => {
      const key = (pair as Pair).key;
      const isText = isScalar(key) && typeof key.value === 'string';
      if (!isText && !isAlias(key))
        found.push([(key ?? document.contents) as Node, 'its front matter has a key that is no text']);
      if (isScalar(key) && key.value === '<<' && key.type === 'PLAIN')
        found.push([
          key as Node,
          'its front matter has the key <<, which some readers take for a merge; write it in quotes',
        ]);
    },
  });
  return found;
}

/** Returns false for numbers that become other ones as JSON. */
function isExact(value: unknown): boolean {
  if (typeof value !== 'number') return true;
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

function rangeOf(node: Node): readonly [number, number] {
  const [from = 0, to = 0] = node.range ?? [];
  return [from, Math.max(to, from + 1)];
}

function placeIn(document: Document, names: readonly string[], whole: TextRange): TextRange {
  let node: unknown = document.contents;
  for (const name of names) {
    const pair = isMap(node)
      ? node.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === name)
      : undefined;
    if (!pair) break;
    node = pair.value ?? pair.key;
  }
  if (node === document.contents || !isNodeWithRange(node)) return whole;
  const [from, to] = rangeOf(node);
  return { from: from + whole.from, to: to + whole.from };
}

function isNodeWithRange(node: unknown): node is Node {
  return typeof node === 'object' && node !== null && 'range' in node;
}

function firstLine(text: string): number {
  return text.split(/\r?\n/, 1)[0]?.length ?? 0;
}
