/**
 * Generates structured queries over the bookshop's files, and answers them again in JavaScript, row by row.
 */
import { appendFile, cp, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cell, Filter, FilterValue, Order, Query } from './query.js';

/** As many as CI has time for; the nightly run sets `SIGIL_GENERATED_QUERIES=10000`. */
export const manyQueries = Number(process.env['SIGIL_GENERATED_QUERIES'] ?? 500);

type Row = Readonly<Record<string, Cell>>;

/** The rows of `sales` with the dimensions that the model gives them and those of joined sources. */
export async function readSales(folder: string): Promise<Row[]> {
  const [sales, books, customers] = await Promise.all(
    ['sales', 'books', 'customers'].map(async (name) => readCsv(await readFile(join(folder, `${name}.csv`), 'utf8'))),
  );
  const byId = (rows: readonly Record<string, string>[] = []) => new Map(rows.map((row) => [row['id'], row]));
  const [bookOf, customerOf] = [byId(books), byId(customers)];
  return (sales ?? []).map((sale) => {
    const book = bookOf.get(sale['book_id']);
    const customer = customerOf.get(sale['customer_id']);
    const day = sale['sold_on'] || null;
    return {
      sold_on: day,
      month: day && `${day.slice(0, 7)}-01`,
      year: day && Number(day.slice(0, 4)),
      quantity: numberOf(sale['quantity']),
      'book.title': book?.['title'] ?? null,
      'book.genre': book?.['genre'] ?? null,
      'book.year': book ? Number(book['year']) : null,
      'customer.city': customer?.['city'] ?? null,
      'customer.joined': customer?.['joined'] ?? null,
      'customer.has_email': customer ? customer['email'] !== '' : null,
      paid_cents: numberOf(sale['paid_cents']),
    };
  });
}

/** No cell of the files has a line break in it. */
function readCsv(text: string): Record<string, string>[] {
  const [head = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        (it) => it[1]?.replaceAll('""', '"') ?? it[2] ?? '',
      ),
    );
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])));
}

const measures: Readonly<Record<string, (rows: readonly Row[]) => Cell>> = {
  revenue: (rows) => sum(rows, 'paid_cents', 100),
  copies: (rows) => sum(rows, 'quantity', 1),
  sales: (rows) => rows.length,
};

/** Of nothing, or of empty cells alone, there is no sum. */
function sum(rows: readonly Row[], field: string, unit: number): Cell {
  const present = rows.flatMap((row) => row[field] ?? []);
  return present.length === 0 ? null : present.reduce<number>((total, cell) => total + Number(cell), 0) / unit;
}

function numberOf(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Number(text);
}

/** Copies the bookshop and adds sales with empty cells, and with books and customers that do not exist. */
export async function copyBookshop(from: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-data-'));
  await cp(from, folder, { recursive: true });
  const odd = [
    '201,1,,2025-03-05,2,1000',
    '202,999,4,,,',
    '203,,999,2024-02-29,1,',
    '204,7,3,2025-12-31,,450',
    '205,,,,,',
  ];
  await appendFile(join(folder, 'bookshop/sales.csv'), `${odd.join('\n')}\n`);
  return folder;
}

/** The whole result, with all rows up to the limit. */
export function answer(rows: readonly Row[], query: Query): Cell[][] {
  const { dimensions = [], measures: asked = [], filters = [], orderBy = [], limit = 1_000 } = query;
  const kept = rows.filter((row) => filters.every((filter) => fits(row[filter.field] ?? null, filter)));
  const groups = new Map<string, Row[]>();
  if (dimensions.length === 0) groups.set('[]', []);
  for (const row of kept) {
    const key = JSON.stringify(dimensions.map((name) => row[name] ?? null));
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const result = [...groups.values()].map((group) => [
    ...dimensions.map((name) => group[0]?.[name] ?? null),
    ...asked.map((name) => measures[name]?.(group) ?? null),
  ]);
  const columns = [...dimensions, ...asked];
  const orders: Order[] = [...orderBy, ...dimensions.map((field) => ({ field }))];
  return result.sort((a, b) => compareRows(a, b, columns, orders)).slice(0, limit);
}

function compareRows(
  a: readonly Cell[],
  b: readonly Cell[],
  columns: readonly string[],
  orders: readonly Order[],
): number {
  for (const { field, direction } of orders) {
    const at = columns.indexOf(field);
    const [left, right] = [a[at] ?? null, b[at] ?? null];
    if (left === right) continue;
    if (left === null || right === null) return left === null ? 1 : -1;
    return (left < right ? -1 : 1) * (direction === 'desc' ? -1 : 1);
  }
  return 0;
}

function fits(cell: Cell, { operator, value }: Filter): boolean {
  if (operator === 'is null') return cell === null;
  if (operator === 'is not null') return cell !== null;
  if (cell === null || value === undefined) return false;
  if (Array.isArray(value)) return value.some((one) => one === cell);
  if (operator === 'contains') return String(cell).includes(String(value));
  if (operator === 'starts with') return String(cell).startsWith(String(value));
  const comparisons: Readonly<Record<string, boolean>> = {
    '=': cell === value,
    '!=': cell !== value,
    '<': cell < value,
    '<=': cell <= value,
    '>': cell > value,
    '>=': cell >= value,
  };
  return comparisons[operator] ?? false;
}

/** The same queries for the same seed. */
export function queriesFrom(seed: number, rows: readonly Row[]): () => Query {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pick = <Item>(items: readonly Item[]): Item => items[next(items.length)]!;
  const some = <Item>(items: readonly Item[], most: number): Item[] => [
    ...new Set(Array.from({ length: next(most + 1) }, () => pick(items))),
  ];
  const fields = Object.keys(rows[0] ?? {}).filter((name) => name !== 'paid_cents');
  const filter = (): Filter => {
    const field = pick(fields);
    const values = rows.flatMap((row) => row[field] ?? []);
    const value = (): FilterValue => pick(values);
    const isText = ['book.title', 'book.genre', 'customer.city'].includes(field);
    const operator = pick<Filter['operator']>([
      ...(['=', '!=', 'in', 'is null', 'is not null', '<', '<=', '>', '>='] as const),
      ...(isText ? (['contains', 'starts with'] as const) : []),
    ]);
    if (operator === 'is null' || operator === 'is not null') return { field, operator };
    if (operator === 'in') return { field, operator, value: [value(), value()] };
    if (operator === 'contains' || operator === 'starts with')
      return { field, operator, value: String(value()).slice(0, 2) };
    return { field, operator, value: value() };
  };
  return () => {
    const dimensions = some(fields, 3);
    const asked = some(Object.keys(measures), 2);
    if (dimensions.length + asked.length === 0) asked.push('sales');
    const orderBy = some([...dimensions, ...asked], 2).map((field): Order => ({
      field,
      direction: pick(['asc', 'desc'] as const),
    }));
    const filters = Array.from({ length: next(3) }, filter);
    return { source: 'sales', dimensions, measures: asked, filters, orderBy, limit: pick([1, 2, 5, 50, 200]) };
  };
}
