// @ts-check
/**
 * Finds tables in answers: columns and rows, lists of objects with the same members, and tables of Markdown.
 */
import { isObject, listOf, textOf } from './json.js';

/** @typedef {import('./json.js').JsonValue} JsonValue */
/** @typedef {{ readonly head: readonly string[], readonly rows: readonly (readonly string[])[], readonly numeric: readonly boolean[] }} Table */

const mostColumns = 40;

/**
 * The table that structured content is, or has as `columns` and `rows`; nothing for what is none.
 *
 * @param {JsonValue | undefined} content
 * @returns {Table | undefined}
 */
export function readTable(content) {
  if (isObject(content) && Array.isArray(content['columns']) && Array.isArray(content['rows'])) {
    return tableOf(content['columns'].map(columnName), content['rows'].map(listOf));
  }
  const items = listOf(content);
  const first = items[0];
  if (!isObject(first) || items.length < 2) return undefined;
  const names = Object.keys(first);
  const isAlike = items.every((item) => isObject(item) && Object.keys(item).every((name) => names.includes(name)));
  return isAlike
    ? tableOf(
        names,
        items.map((item) => names.map((name) => (isObject(item) ? (item[name] ?? null) : null))),
      )
    : undefined;
}

/**
 * The table that a text of Markdown is, with what follows it; nothing for any other text.
 *
 * @param {string} text
 * @returns {{ readonly table: Table, readonly after: string } | undefined}
 */
export function readMarkdownTable(text) {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  const ofTable = end === -1 ? lines : lines.slice(0, end);
  const [head = '', rule = '', ...rows] = ofTable;
  if (!/^\|(?: ?:?-{3,}:? ?\|)+$/.test(rule)) return undefined;
  const table = tableOf(cellsOf(head), rows.map(cellsOf));
  return table && { table, after: end === -1 ? '' : lines.slice(end).join('\n').trim() };
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly JsonValue[])[]} rows
 * @returns {Table | undefined}
 */
function tableOf(head, rows) {
  if (head.length === 0 || head.length > mostColumns) return undefined;
  const isFlat = rows.every((row) => row.length === head.length && row.every((cell) => !(cell instanceof Object)));
  if (!isFlat) return undefined;
  const texts = rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell))));
  const numeric = head.map(
    (_, at) => texts.some((row) => row[at] !== '') && texts.every((row) => isNumeric(row[at] ?? '')),
  );
  return { head, rows: texts, numeric };
}

/** @param {string} text */
function isNumeric(text) {
  return /^(?:-?\d[\d.,]*(?:e[+-]?\d+)?)?$/i.test(text);
}

/** @param {JsonValue} column */
function columnName(column) {
  if (!isObject(column)) return String(column);
  const name = textOf(column['name']) ?? '';
  const unit = textOf(column['unit']);
  return unit === undefined ? name : `${name} (${unit})`;
}

/**
 * The cells between the bars of a line; `\|` is a bar within one.
 *
 * @param {string} line
 */
function cellsOf(line) {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}
