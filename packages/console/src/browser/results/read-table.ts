/**
 * Finds tables in answers: columns and rows, lists of objects with the same members, and tables of Markdown.
 */
import type { JsonValue } from '@sigil/core';
import { isObject, listOf, textOf } from '../json.js';

/** A table of texts. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Whether each column has numbers only. */
  readonly numeric: readonly boolean[];
}

const mostColumns = 40;

/** Returns the table that the content is, or has as `columns` and `rows`, or has as its only list of objects. */
export function readTable(content: JsonValue | undefined): Table | undefined {
  if (!isObject(content)) return readRows(content);
  const { columns, rows } = content;
  if (Array.isArray(columns) && Array.isArray(rows))
    return tableOf(listOf(columns).map(columnName), listOf(rows).map(listOf));
  const tables = Object.values(content).flatMap((member) => readRows(member) ?? []);
  return tables.length === 1 ? tables[0] : undefined;
}

function readRows(content: JsonValue | undefined): Table | undefined {
  const items = listOf(content);
  const [first] = items;
  if (!isObject(first) || items.length < 2) return undefined;
  const names = Object.keys(first);
  const isAlike = items.every((item) => isObject(item) && Object.keys(item).every((name) => names.includes(name)));
  if (!isAlike) return undefined;
  return tableOf(
    names,
    items.map((item) => names.map((name) => (isObject(item) ? (item[name] ?? null) : null))),
  );
}

/** Returns the table at the beginning of a text of Markdown, and the text below it. */
export function readMarkdownTable(text: string): { readonly table: Table; readonly after: string } | undefined {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  const [head = '', rule = '', ...rows] = end === -1 ? lines : lines.slice(0, end);
  if (!/^\|(?: ?:?-{3,}:? ?\|)+$/.test(rule)) return undefined;
  const table = tableOf(cellsOf(head), rows.map(cellsOf));
  return table && { table, after: end === -1 ? '' : lines.slice(end).join('\n').trim() };
}

/** Writes a table as spreadsheets read it. */
export function writeTabs({ head, rows }: Table): string {
  return [head, ...rows].map((cells) => cells.map((cell) => cell.replaceAll(/[\t\n]/g, ' ')).join('\t')).join('\n');
}

function tableOf(head: readonly string[], rows: readonly (readonly JsonValue[])[]): Table | undefined {
  if (head.length === 0 || head.length > mostColumns) return undefined;
  const isFlat = rows.every((row) => row.length === head.length && row.every((cell) => !(cell instanceof Object)));
  if (!isFlat) return undefined;
  const texts = rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell))));
  const numeric = head.map(
    (_, at) => texts.some((row) => row[at] !== '') && texts.every((row) => isNumeric(row[at] ?? '')),
  );
  return { head, rows: texts, numeric };
}

function isNumeric(text: string): boolean {
  return /^(?:-?\d[\d.,]*(?:e[+-]?\d+)?)?$/i.test(text);
}

function columnName(column: JsonValue): string {
  if (!isObject(column)) return String(column);
  const name = textOf(column['name']) ?? '';
  const unit = textOf(column['unit']);
  return unit === undefined ? name : `${name} (${unit})`;
}

/** Splits a line at its bars; `\|` is a bar in a cell. */
function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}
