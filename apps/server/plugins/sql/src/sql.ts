/**
 * Publishes a small SQL database, the sales of a bookshop, for reading.
 */
import { Complete, McpError, nearestNames, Resource, Tool, ToolError } from '@sigil/core';
import { openBookshop, type Bookshop } from './bookshop.js';
import { requireTable } from './find-names.js';
import { tables, type Column, type Table } from './schema.js';
import { writeSelect, type Operator } from './write-select.js';

/**
 * What to read from one table. Conditions and columns to sort by have no type names, since the query is in the schema twice: a named type
 * would become a reference, which some of Claude's hosts refuse.
 */
export interface Query {
  /** Table to read: `authors`, `books`, `customers` or `sales` @maxLength 64 */
  table: string;
  /** Columns to return; all of them when left out @minItems 1 @maxItems 20 */
  select?: string[];
  /** Conditions that a row must meet, every one of them @maxItems 20 */
  where?: {
    /** Column to look at @maxLength 64 */
    column: string;
    /** How to compare; `like` takes `%` for any text and `_` for any character, and ignores the case of A to Z */
    operator: Operator;
    /** What to compare with: a list for `in`, nothing for `is null` and `is not null`, otherwise one value */
    value?: string | number | (string | number)[];
  }[];
  /** Columns to sort by, the first one first; rows are in the order of their `id` otherwise @maxItems 5 */
  orderBy?: {
    /** Column to sort by @maxLength 64 */
    column: string;
    /** `asc` for the smallest first, `desc` for the largest first */
    direction?: 'asc' | 'desc';
  }[];
  /** How many rows to return at most @integer @minimum 1 @maximum 1000 */
  limit?: number;
  /** How many rows to skip, to read a long result in parts @integer @minimum 0 @maximum 1000000 */
  offset?: number;
}

/** A query by its members, or as a whole in `query_payload`. */
export interface QueryRequest extends Partial<Query> {
  /** The whole query as one object, instead of its members beside it; clients of other servers send it so */
  query_payload?: Query;
}

/** The rows that were found. */
export interface QueryResult {
  /** The rows, each from column name to value */
  rows: Record<string, string | number | null>[];
  /** How many rows there are in `rows` */
  rowCount: number;
  /** Whether more rows follow; ask again with a larger `offset` */
  hasMore: boolean;
}

/** A table at a glance. */
export interface TableSummary {
  /** Name to use in queries */
  name: string;
  /** What a row stands for */
  description: string;
  /** Number of rows */
  rowCount: number;
  /** Resource with the table's columns and first rows */
  uri: string;
}

/** A column of a table. */
export interface ColumnSummary {
  /** Name to use in queries */
  name: string;
  /** SQLite type */
  type: 'INTEGER' | 'TEXT';
  /** What the value means */
  description: string;
  /** Whether cells may be empty (`null`) */
  optional: boolean;
  /** Table whose `id` the value is, for example `authors` */
  references?: string;
}

/** A table with its columns and what its rows look like. */
export interface TableDescription extends TableSummary {
  /** The columns, in order */
  columns: ColumnSummary[];
  /** The first rows */
  sample: Record<string, string | number | null>[];
}

const sampleSize = 5;

/** A bookshop's authors, books, customers and sales, to be read and never changed. */
export class Sql {
  private opening: Promise<Bookshop> | undefined;

  /**
   * Read rows from one table of the bookshop's database.
   *
   * Nothing can be changed. Tables refer to each other by number (`books.author_id` is an `id` in `authors`), so what
   * belongs together takes one query per table; `in` fetches many numbers at once. `table` is needed, beside the other members or,
   * like them, in `query_payload`.
   */
  @Tool({ name: 'query_database', title: 'Query the bookshop', readOnly: true, idempotent: true, openWorld: false })
  async queryDatabase({ query_payload: payload, ...members }: QueryRequest): Promise<QueryResult> {
    const { table, select, where, orderBy, limit = 100, offset = 0 } = readQuery(members, payload);
    const source = requireTable(table);
    const statement = writeSelect(source, {
      select: select ?? source.columns.map(({ name }) => name),
      where: where ?? [],
      orderBy: orderBy ?? [],
      limit: limit + 1,
      offset,
    });
    const found = (await this.open()).read(statement);
    const rows = found.slice(0, limit);
    return { rows, rowCount: rows.length, hasMore: found.length > limit };
  }

  /** The tables of the bookshop's database. */
  @Resource('sql://tables', { title: 'Tables' })
  listTables(): TableSummary[] {
    return tables.map(summaryOf);
  }

  /**
   * A table's columns and its first rows.
   *
   * @param table Name of the table: `authors`, `books`, `customers` or `sales`
   */
  @Resource('sql://tables/{table}', { title: 'Table', list: 'tableResources' })
  async describeTable(table: string): Promise<TableDescription> {
    const found = tables.find(({ name }) => name === table);
    if (!found) throw noSuchTable(table);

    const { rows } = await this.queryDatabase({ table, limit: sampleSize });
    return { ...summaryOf(found), columns: found.columns.map(columnSummaryOf), sample: rows };
  }

  /** The tables as resources, for lists. */
  tableResources(): { uri: string; name: string; description: string }[] {
    return tables.map(({ name, description }) => ({ uri: `sql://tables/${name}`, name, description }));
  }

  /** Names of tables that begin as typed. */
  @Complete('sql://tables/{table}', 'table')
  tableNames(typed: string): string[] {
    return tables.map(({ name }) => name).filter((name) => name.startsWith(typed.toLowerCase()));
  }

  /** Frees the database. */
  async stop(): Promise<void> {
    const opened = await this.opening;
    this.opening = undefined;
    opened?.close();
  }

  private open(): Promise<Bookshop> {
    this.opening ??= openBookshop();
    return this.opening;
  }
}

/** @throws ToolError unless the query is given once */
function readQuery(members: Partial<Query>, payload: Query | undefined): Query {
  const given = Object.keys(members).filter((name) => members[name as keyof Query] !== undefined);
  if (payload && given.length > 0) {
    throw new ToolError(`give the query once: as "query_payload", or as ${given.map((it) => `"${it}"`).join(', ')}`);
  }
  const { table } = members;
  if (payload) return payload;
  if (table === undefined) throw new ToolError('"table" is needed', { suggestions: ['Read sql://tables'] });
  return { ...members, table };
}

function summaryOf({ name, description, rows }: Table): TableSummary {
  return { name, description, rowCount: rows.length, uri: `sql://tables/${name}` };
}

function noSuchTable(table: string): McpError {
  const error = 'there is no such table; sql://tables lists them';
  const near = nearestNames(
    table,
    tables.map(({ name }) => name),
  );
  const suggestions = [...near.map((name) => `Read sql://tables/${name}`), 'Read sql://tables'];
  return new McpError('resource-not-found', error, {
    uri: `sql://tables/${encodeURIComponent(table)}`,
    error,
    suggestions,
  });
}

function columnSummaryOf({ name, type, description, isOptional = false, references }: Column): ColumnSummary {
  return { name, type, description, optional: isOptional, ...(references ? { references } : {}) };
}
