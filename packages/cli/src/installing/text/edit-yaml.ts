/**
 * Changes one member of a YAML text. The parser locates the nodes; whole lines are inserted and removed.
 */
import { isCollection, isMap, isNode, isPair, isScalar, parseDocument, type Pair, type YAMLMap } from 'yaml';
import { writeYamlLines } from '@sigil/contracts/clients';
import type { JsonObject } from '@sigil/core';
import { BrokenText, indentAt, lineEndOf, type TextEditing } from './text-editing.js';

/** An editor of YAML. */
export const yamlEditing: TextEditing = {
  parse: (text) => readDocument(text).toJS() ?? {},
  set: (text, path, value) => setMember(text, path, value),
  remove: (text, path) => removeMember(text, path),
};

function readDocument(text: string): ReturnType<typeof parseDocument> {
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const [what] = error.message.split('\n');
    throw new BrokenText(`it is not YAML: ${what!.replace(/:$/, '')}`);
  }
  return document;
}

function setMember(text: string, path: readonly string[], value: JsonObject): string {
  const { contents } = readDocument(text);
  if (contents === null || (isScalar(contents) && contents.value === null))
    return appendLines(text, linesOf(path, value));
  if (!isMap(contents)) throw new BrokenText('it has no mapping at its root');

  const [outer = '', inner = ''] = path;
  const servers = findPair(contents, outer);
  if (servers === undefined) return insertPair(text, contents, linesOf(path, value));
  if (isScalar(servers.value) || servers.value === null || (isMap(servers.value) && servers.value.items.length === 0)) {
    return replaceEmpty(text, servers, linesOf([inner], value));
  }
  if (!isMap(servers.value)) throw new BrokenText(`"${outer}" is not a mapping`);
  const others = findPair(servers.value, inner) === undefined ? text : removeMember(text, path);
  const map = others === text ? servers.value : findPair(readDocument(others).contents as YAMLMap, outer)?.value;
  const isFilled = isMap(map) && map.items.length > 0;
  return isFilled ? insertPair(others, map, linesOf([inner], value)) : setMember(others, path, value);
}

function linesOf(path: readonly string[], value: JsonObject): string[] {
  return writeYamlLines(path.reduceRight<JsonObject>((inner, key) => ({ [key]: inner }), value));
}

function appendLines(text: string, lines: readonly string[]): string {
  const lineEnd = lineEndOf(text);
  const start = text === '' || text.endsWith('\n') ? text : text + lineEnd;
  return start + lines.map((line) => line + lineEnd).join('');
}

function findPair({ items }: YAMLMap, key: string): Pair | undefined {
  return items.find((pair) => isScalar(pair.key) && pair.key.value === key);
}

/** Inserts a new member after the last one of a block; in `{ … }` it is written as JSON, which is valid YAML. */
function insertPair(text: string, map: YAMLMap, lines: readonly string[]): string {
  if (map.flow) throw new BrokenText('its servers stand between braces; write them on lines of their own');
  const [first] = map.items;
  const indent = isScalar(first?.key) ? indentAt(text, first.key.range![0]) : '';
  const end = endOf(map.items.at(-1)!, text);
  const lineEnd = lineEndOf(text);
  const isAtLineStart = end === 0 || text[end - 1] === '\n';
  const block = lines.map((line) => indent + line).join(lineEnd);
  return text.slice(0, end) + (isAtLineStart ? block + lineEnd : lineEnd + block) + text.slice(end);
}

/** Turns `extensions:`, `extensions: {}` or `extensions: null` into a block. */
function replaceEmpty(text: string, pair: Pair, lines: readonly string[]): string {
  const key = isScalar(pair.key) ? pair.key.range! : undefined;
  if (key === undefined) throw new BrokenText('its servers have no plain name');
  if (isScalar(pair.value) && pair.value.value !== null) throw new BrokenText('its servers are not a mapping');
  const colon = text.indexOf(':', key[1]);
  // An absent value is null too, and its range is somewhere after the colon.
  const isWritten = isMap(pair.value) || (isScalar(pair.value) && Boolean(pair.value.source));
  const end = isWritten ? endOfNode(pair.value) : colon + 1;
  const indent = `${indentAt(text, key[0])}  `;
  const lineEnd = lineEndOf(text);
  const rest = /^[ \t]*(?:#[^\r\n]*)?/.exec(text.slice(end))![0];
  const block = lines.map((line) => lineEnd + indent + line).join('');
  return text.slice(0, colon + 1) + rest.trimEnd() + block + text.slice(end + rest.length);
}

/** Returns the end of the last line of a member; a block scalar ends with its line break. */
function endOf(pair: Pair, text: string): number {
  const end = endOfNode(pair.value ?? pair.key);
  if (text[end - 1] === '\n') return end;
  const lineBreak = text.slice(end).search(/\r?\n/);
  return lineBreak === -1 ? text.length : end + lineBreak;
}

/** Returns the end of a node's last part, as the range of a block includes the blank lines and comments after it. */
function endOfNode(node: unknown): number {
  const last = isCollection(node) && !node.flow ? node.items.at(-1) : undefined;
  if (isPair(last)) return endOfNode(last.value ?? last.key);
  if (last !== undefined) return endOfNode(last);
  return isNode(node) ? (node.range?.[1] ?? 0) : 0;
}

function removeMember(text: string, path: readonly string[]): string {
  const { contents } = readDocument(text);
  const [outer = '', inner = ''] = path;
  const map = isMap(contents) ? findPair(contents, outer)?.value : undefined;
  const pair = isMap(map) ? findPair(map, inner) : undefined;
  if (!isMap(map) || pair === undefined || !isScalar(pair.key)) return text;
  if (map.flow) throw new BrokenText('its servers stand between braces; take the entry out by hand');
  const start = text.lastIndexOf('\n', pair.key.range![0] - 1) + 1;
  const end = endOf(pair, text);
  const after = /^\r?\n/.exec(text.slice(end))?.[0].length ?? 0;
  if (map.items.length > 1) return text.slice(0, start) + text.slice(end + after);
  // A mapping without its last member would read as null instead.
  const colon = text.lastIndexOf(':', start);
  return `${text.slice(0, colon + 1)} {}${text.slice(colon + 1, start)}${text.slice(end + after)}`;
}
