/**
 * Changes one member of a JSON text with or without comments and trailing commas.
 *
 * VS Code's parser locates the nodes; the new text follows the file's own indentation and line ends.
 */
import { createScanner, getNodeValue, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import type { JsonObject, JsonValue } from '@sigil/core';
import { BrokenText, indentAt, lineEndOf, type TextEditing } from './text-editing.js';

/** An editor of JSON with comments. */
export const jsonEditing: TextEditing = {
  parse: (text) => {
    const root = parseRoot(text);
    return root === undefined ? {} : getNodeValue(root);
  },
  set: (text, path, value) => setMember(text, path, value),
  remove: (text, path) => removeMember(text, path),
};

/** Returns the text with `item` at the end of the array at `path`, which is created if missing. */
export function appendItem(text: string, path: readonly string[], item: JsonObject): string {
  const array = findNode(parseRoot(text), path);
  if (array === undefined) return setMember(text, path, [item]);
  if (array.type !== 'array') throw new BrokenText(`"${path.join('.')}" is not a list`);
  return insertInto(text, array, (indent) => format(item, indent, styleOf(text)));
}

/** Returns the text without the item at `path` with this `id`, or the same text if there is none. */
export function removeItem(text: string, path: readonly string[], id: string): string {
  const item = findNode(parseRoot(text), path)?.children?.find((child) => getNodeValue(child)?.id === id);
  return item === undefined ? text : removeChild(text, item);
}

interface Style {
  readonly lineEnd: string;
  /** One level of indentation. */
  readonly unit: string;
  /** Whether everything is on one line. */
  readonly isCompact: boolean;
  /** Whether a space follows each colon, where everything is on one line. */
  readonly isSpaced: boolean;
}

function styleOf(text: string): Style {
  const unit = /^(?:\t+| +)(?=\S)/m.exec(text)?.[0] ?? '  ';
  const lines = text.trim();
  return {
    lineEnd: lineEndOf(text),
    unit,
    isCompact: !lines.includes('\n') && !/^\{\s*\}$/.test(lines) && lines !== '',
    isSpaced: /":\s/.test(lines),
  };
}

function parseRoot(text: string): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
  const isBlank = root === undefined && errors.every(({ error }) => printParseErrorCode(error) === 'ValueExpected');
  const [first] = isBlank ? [] : errors;
  if (first !== undefined) {
    const before = text.slice(0, first.offset).split('\n');
    const place = `line ${before.length}, column ${before.at(-1)!.length + 1}`;
    throw new BrokenText(`it is not JSON: ${describeError(first)} at ${place}`);
  }
  if (root !== undefined && root.type !== 'object') throw new BrokenText('it has no JSON object at its root');
  return root;
}

/** Writes `CommaExpected` as a phrase. */
function describeError({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

/** Returns the value at a path; undefined if there is none. @throws BrokenText for a key that occurs twice */
function findNode(root: Node | undefined, path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>((node, key) => (node === undefined ? undefined : valueOf(node, key)), root);
}

function valueOf(node: Node, key: string): Node | undefined {
  if (node.type !== 'object') return undefined;
  const found = node.children!.filter(({ children }) => children?.[0]?.value === key);
  if (found.length > 1) throw new BrokenText(`it has "${key}" twice`);
  return found[0]?.children?.[1];
}

function setMember(text: string, path: readonly string[], value: JsonValue): string {
  const root = parseRoot(text);
  const style = styleOf(text);
  if (root === undefined) return text + format(nest(path, value), '', style) + style.lineEnd;

  const depth = path.findIndex((_key, index) => findNode(root, path.slice(0, index + 1)) === undefined);
  if (depth === -1) return replaceNode(text, findNode(root, path)!, value);

  const parent = findNode(root, path.slice(0, depth))!;
  const rest = nest(path.slice(depth + 1), value);
  if (parent.type !== 'object') {
    if (parent.type === 'null') return replaceNode(text, parent, { [path[depth]!]: rest });
    throw new BrokenText(`"${path.slice(0, depth).join('.')}" is not an object`);
  }
  const colon = style.isCompact && !style.isSpaced ? ':' : ': ';
  return insertInto(text, parent, (indent) => JSON.stringify(path[depth]) + colon + format(rest, indent, style));
}

function nest(path: readonly string[], value: JsonValue): JsonValue {
  return path.reduceRight<JsonValue>((inner, key) => ({ [key]: inner }), value);
}

function replaceNode(text: string, { offset, length }: Node, value: JsonValue): string {
  return text.slice(0, offset) + format(value, indentAt(text, offset), styleOf(text)) + text.slice(offset + length);
}

function format(value: JsonValue, indent: string, { lineEnd, unit, isCompact, isSpaced }: Style): string {
  if (!isCompact) return JSON.stringify(value, undefined, unit).replaceAll('\n', lineEnd + indent);
  if (!isSpaced) return JSON.stringify(value);
  // Strings contain no raw line breaks, so all of these are between tokens.
  return JSON.stringify(value, undefined, 1)
    .replace(/\n\s*/g, ' ')
    .replace(/([{[]) /g, '$1')
    .replace(/ ([}\]])/g, '$1');
}

/** @param write receives the indentation of the new child */
function insertInto(text: string, container: Node, write: (indent: string) => string): string {
  const last = container.children?.at(-1);
  if (last === undefined) return insertFirst(text, container, write);

  const [first] = container.children!;
  const { lineEnd } = styleOf(text);
  const end = last.offset + last.length;
  const comma = commaAfter(text, end);
  const isOnLines = text.slice(container.offset, first!.offset).includes('\n');
  if (!isOnLines) {
    const at = comma === undefined ? end : comma + 1;
    const gap = /[{[,:] /.test(text.slice(container.offset, end)) ? ' ' : '';
    const child = comma === undefined ? `,${gap}${write('')}` : `${gap}${write('')},`;
    return text.slice(0, at) + child + text.slice(at);
  }
  const indent = indentAt(text, first!.offset);
  const at = endOfLineComments(text, comma === undefined ? end : comma + 1);
  const child = `${lineEnd}${indent}${write(indent)}`;
  return comma === undefined
    ? `${text.slice(0, end)},${text.slice(end, at)}${child}${text.slice(at)}`
    : `${text.slice(0, at)}${child},${text.slice(at)}`;
}

function insertFirst(text: string, { offset, length }: Node, write: (indent: string) => string): string {
  const { lineEnd, unit, isCompact } = styleOf(text);
  const close = offset + length - 1;
  const kept = offset + 1 + text.slice(offset + 1, close).trimEnd().length;
  if (isCompact && !text.slice(offset, close).includes('//'))
    return text.slice(0, kept) + write('') + text.slice(close);
  const outer = indentAt(text, offset);
  const indent = outer + unit;
  return `${text.slice(0, kept)}${lineEnd}${indent}${write(indent)}${lineEnd}${outer}${text.slice(close)}`;
}

function removeMember(text: string, path: readonly string[]): string {
  const value = findNode(parseRoot(text), path);
  return value?.parent === undefined ? text : removeChild(text, value.parent);
}

/** Removes a member or an item with its comma and the lines that only it occupies. */
function removeChild(text: string, child: Node): string {
  const siblings = child.parent!.children!;
  const index = siblings.indexOf(child);
  const comma = commaAfter(text, child.offset + child.length);
  const end = comma === undefined ? child.offset + child.length : comma + 1;
  const before = siblings[index - 1];
  // The removal of a last child without a comma of its own takes the comma of the child before it.
  const lostComma =
    comma === undefined && before !== undefined ? commaAfter(text, before.offset + before.length) : undefined;
  const cut = wholeLines(text, child.offset, end);
  const head = text.slice(0, cut.start);
  const kept = lostComma === undefined ? head : head.slice(0, lostComma) + head.slice(lostComma + 1);
  const isOnly = siblings.length === 1;
  return isOnly ? closeUp(kept, text.slice(cut.end)) : kept + text.slice(cut.end);
}

/** Closes the braces of an object that became empty. */
function closeUp(head: string, tail: string): string {
  const trimmed = head.trimEnd();
  return /[{[]$/.test(trimmed) && /^\s*[}\]]/.test(tail) ? trimmed + tail.trimStart() : head + tail;
}

/** Returns the range with the preceding line break and the surrounding spaces, when nothing else is on its lines. */
function wholeLines(text: string, start: number, end: number): { readonly start: number; readonly end: number } {
  const before = /(?:\r?\n)?[ \t]*$/.exec(text.slice(0, start))![0];
  const after = /^[ \t]*(?=\r?\n|[}\]])/.exec(text.slice(end))?.[0];
  if (!before.includes('\n') || after === undefined) {
    const blank = after === undefined ? /^[ \t]*/.exec(text.slice(end))![0].length : 0;
    return { start: after === undefined ? start : start - before.length, end: end + blank };
  }
  return { start: start - before.length, end: end + (/^[ \t]*(?=\r?\n)/.exec(text.slice(end))?.[0].length ?? 0) };
}

/** Returns the position of the following comma, after any comments. */
function commaAfter(text: string, position: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(position);
  scanner.scan();
  const next = scanner.getTokenOffset();
  return text[next] === ',' ? next : undefined;
}

/** Returns the end of comments on the rest of the line, when the line has nothing else. */
function endOfLineComments(text: string, position: number): number {
  const rest = /^(?:[ \t]*\/\*(?:(?!\*\/)[^\n])*\*\/)*(?:[ \t]*\/\/[^\r\n]*)?(?=[ \t]*(?:\r?\n|$))/.exec(
    text.slice(position),
  );
  return position + (rest?.[0].length ?? 0);
}
