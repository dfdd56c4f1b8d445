/**
 * Publishes semantic models over tables: what there is, structured queries, views, charts, and rows as a stream.
 */
import { image, Tool, ToolError, View, type ContentBlock, type Context } from '@sigil/core';
import { drawChart } from './chart.js';
import { describeAll, type Description } from './describe.js';
import type { Batch } from './engine.js';
import { given } from './given.js';
import type { ValueType } from './model.js';
import type { Models, OpenModel } from './models.js';
import type { Cell, Filter, Query } from './query.js';
import {
  pageRows,
  writeTable,
  type AppliedLimit,
  type KeptResults,
  type QueryResult,
  type ResultColumn,
} from './results.js';
import { callerKey, requireAllRows } from './visible-rows.js';
import { refuse, writeSelect } from './write-select.js';

/** Settings of the tools. */
export interface DataSettings {
  /** Offers the tool `sql`, which runs a SELECT that a caller wrote */
  sql?: boolean;
}

/** A statement that was written and not run. */
export interface Explanation {
  /** The statement */
  sql: string;
  /** The columns that it would give */
  columns: ResultColumn[];
}

/** What to send. */
export interface StreamQuery {
  /** Name of the model; may be left out where there is only one @maxLength 64 */
  model?: string;
  /** Source within the model @maxLength 64 */
  source: string;
  /** Fields to group by @maxItems 20 */
  dimensions?: string[];
  /** What to add up in each group @maxItems 20 */
  measures?: string[];
  /** Most rows; a million when left out @integer @minimum 1 @maximum 10000000 */
  limit?: number;
}

/** Counts of a stream that ended. */
export interface StreamSummary {
  /** The columns, in order */
  columns: ResultColumn[];
  /** Rows that were sent */
  rowCount: number;
  /** The limit that the stream was under */
  limit: AppliedLimit;
}

interface Found {
  readonly columns: ResultColumn[];
  readonly rows: Cell[][];
  readonly sql: string;
  readonly owner: string;
}

interface Asking {
  readonly open: OpenModel;
  readonly query: Query;
  readonly context: Context;
}

const defaultRows = 1_000;
const textRows = 50;

/** Tables that answer questions: ask `describe` what there is, then `query` or `view`. */
@View('ui://data/result', { title: 'Result', description: 'A result as a chart and a table, to split further' })
export class Data {
  constructor(
    private readonly models: Models,
    private readonly results: KeptResults,
    private readonly settings: DataSettings = {},
  ) {}

  /**
   * What there is to ask about: sources with their fields, types and units, and views.
   *
   * @param words Words to look for; everything when left out @maxLength 200
   */
  @Tool({ readOnly: true, idempotent: true, openWorld: false })
  describe(words?: string): Description {
    return describeAll(this.models, words);
  }

  /**
   * Group the rows of a source by dimensions and add up measures.
   *
   * `limit.reached` tells whether rows are missing. Names that do not exist are answered with the nearest ones.
   */
  @Tool({ readOnly: true, idempotent: true, openWorld: false, view: 'ui://data/result' })
  async query(
    { model, source, dimensions, measures, filters, orderBy, limit }: Query,
    context: Context,
  ): Promise<QueryResult> {
    const query = { source, ...given({ dimensions, measures, filters, orderBy }) };
    const rows = limit ?? defaultRows;
    return this.#answer(
      { open: this.models.require(model), query, context },
      { rows, by: limit === undefined ? 'default' : 'query' },
    );
  }

  /**
   * Run a view, a query that the model names.
   *
   * @param name Name of the view, as `describe` tells it @maxLength 64 @example "revenue_by_month"
   * @param model Name of the model; may be left out where there is only one @maxLength 64
   * @param filters Conditions on top of the view, all of which must hold @maxItems 20
   */
  @Tool({ readOnly: true, idempotent: true, openWorld: false, view: 'ui://data/result' })
  async view(name: string, context: Context, model?: string, filters?: Filter[]): Promise<QueryResult> {
    const open = this.models.require(model);
    const { query, limit } = viewQuery(open, name);
    const by = limit === undefined ? 'default' : 'view';
    return this.#answer(
      { open, query: { ...query, ...given({ filters }) }, context },
      { rows: limit ?? defaultRows, by },
    );
  }

  /** Tell which statement a query becomes, without running it. */
  @Tool({ readOnly: true, idempotent: true, openWorld: false })
  explain(
    { model, source, dimensions, measures, filters, orderBy, limit = defaultRows }: Query,
    { principal: caller }: Context,
  ): Explanation {
    const open = this.models.require(model);
    const query = { source, ...given({ dimensions, measures, filters, orderBy }) };
    const { sql, columns } = writeSelect(open.model, query, { caller, limit });
    return { sql, columns: columns.map(columnOf) };
  }

  /**
   * Draw a view as a chart, with its table as text. The first dimension is the axis.
   *
   * @param view Name of the view, as `describe` tells it @maxLength 64 @example "revenue_by_month"
   * @param kind How to draw it
   * @param model Name of the model; may be left out where there is only one @maxLength 64
   */
  @Tool({ readOnly: true, idempotent: true, openWorld: false })
  async chart(view: string, context: Context, kind: 'bar' | 'line' = 'bar', model?: string): Promise<ContentBlock[]> {
    const open = this.models.require(model);
    const { query, limit = 100, title } = viewQuery(open, view);
    const { columns, rows } = await this.#run({ open, query, context }, limit);
    const dimensionCount = query.dimensions?.length ?? 0;
    const labels = rows.map((row) =>
      row
        .slice(0, dimensionCount)
        .map((cell) => cell ?? '–')
        .join(' · '),
    );
    const series = columns.slice(dimensionCount).map(({ name, unit }, index) => ({
      name: unit === undefined ? name : `${name} (${unit})`,
      values: rows.map((row) => row[dimensionCount + index] ?? null),
    }));
    const svg = drawChart({ kind, title, labels, series });
    const table = writeTable(columns, rows, textRows);
    return [{ type: 'text', text: table }, image(new TextEncoder().encode(svg), { mimeType: 'image/svg+xml' })];
  }

  /**
   * Send the rows of a query as they come, up to ten million, for exports and long lists.
   *
   * Each part of the stream is some rows, one on each line, as a JSON list of its cells.
   */
  @Tool({ readOnly: true, idempotent: true, openWorld: false })
  async *stream(
    { model, source, dimensions = [], measures = [], limit = 1_000_000 }: StreamQuery,
    context: Context,
  ): AsyncGenerator<string, StreamSummary> {
    const open = this.models.require(model);
    const { principal: caller, signal } = context;
    const query = { source, dimensions, measures };
    const { sql, values, columns } = writeSelect(open.model, query, { caller, limit: limit + 1 });
    const shape = columns.map(columnOf);
    const types = shape.map(({ type }) => type);
    let rowCount = 0;
    let isReached = false;
    for await (const batch of open.stream({ sql, values, signal })) {
      const rows = batch.rows
        .slice(0, limit - rowCount)
        .map((row) => row.map((cell, index) => castCell(cell, types[index])));
      isReached ||= rows.length < batch.rows.length;
      rowCount += rows.length;
      // Text goes out whole, other values are cut where clients see them as progress.
      if (rows.length > 0) yield rows.map((row) => JSON.stringify(row)).join('\n');
      if (isReached) break;
    }
    return { columns: shape, rowCount, limit: { rows: limit, by: 'query', reached: isReached } };
  }

  /**
   * Run one SELECT of DuckDB over the tables of a model. Off unless the operator switched it on.
   *
   * Nothing else is run: no other statement, no file, no setting, and no second statement. The tables are the sources.
   *
   * @param sql The statement @maxLength 20000
   * @param model Name of the model; may be left out where there is only one @maxLength 64
   * @param limit Most rows of the result @integer @minimum 1 @maximum 10000
   */
  @Tool({ readOnly: true, idempotent: true, openWorld: false })
  async sql(sql: string, context: Context, model?: string, limit?: number): Promise<QueryResult> {
    if (this.settings.sql !== true) {
      throw new ToolError('SQL is switched off here', {
        suggestions: ['Use "query" or "view"; "describe" tells their names'],
      });
    }
    const open = this.models.require(model);
    const { principal: caller, signal } = context;
    requireAllRows(open.model, caller);
    const rows = limit ?? defaultRows;
    const { names, types, found } = await firstRows(open.stream({ sql, signal, isForeign: true }), rows + 1);
    const columns = names.map((name, index): ResultColumn => ({ name, type: types[index] ?? 'string' }));
    const by = limit === undefined ? 'default' : 'query';
    return this.#write({ columns, rows: found, sql, owner: callerKey(caller) }, { rows, by });
  }

  async #answer(asking: Asking, limit: Omit<AppliedLimit, 'reached'>): Promise<QueryResult> {
    return this.#write(await this.#run(asking, limit.rows + 1), limit);
  }

  /** One row more than the limit was read, so that it is known whether it was reached. */
  #write({ columns, rows, sql, owner }: Found, limit: Omit<AppliedLimit, 'reached'>): QueryResult {
    const kept = rows.slice(0, limit.rows);
    return {
      columns,
      rows: kept.slice(0, pageRows),
      rowCount: kept.length,
      limit: { ...limit, reached: rows.length > limit.rows },
      ...this.results.keep(columns, kept, owner),
      sql,
    };
  }

  async #run({ open, query, context }: Asking, limit: number): Promise<Found> {
    const { principal: caller, signal } = context;
    const { sql, values, columns } = writeSelect(open.model, query, { caller, limit });
    const shape = columns.map(columnOf);
    const { found } = await firstRows(open.stream({ sql, values, signal }), limit);
    return {
      columns: shape,
      rows: found.map((row) => row.map((cell, index) => castCell(cell, shape[index]?.type))),
      sql,
      owner: callerKey(caller),
    };
  }
}

function viewQuery({ model }: OpenModel, name: string): { query: Query; limit?: number; title: string } {
  const view =
    model.views.get(name) ?? refuse(`the model "${model.name}" has no view "${name}"`, name, model.views.keys());
  const query = { source: view.source, dimensions: [...view.dimensions], measures: [...view.measures] };
  return { query, title: view.description ?? view.name, ...given({ limit: view.limit }) };
}

interface FirstRows extends Omit<Batch, 'rows'> {
  readonly found: Cell[][];
}

async function firstRows(batches: AsyncIterable<Batch>, most: number): Promise<FirstRows> {
  const found: Cell[][] = [];
  let [names, types]: [readonly string[], readonly ValueType[]] = [[], []];
  for await (const batch of batches) {
    ({ names, types } = batch);
    found.push(...batch.rows);
    if (found.length >= most) break;
  }
  return { names, types, found: found.slice(0, most) };
}

/** As the model declares the field: the engine adds integers up to texts of 128 bits. */
function castCell(cell: Cell, type: ValueType | undefined): Cell {
  if (cell === null || (type !== 'integer' && type !== 'number') || typeof cell !== 'string') return cell;
  const value = Number(cell);
  return Number.isNaN(value) || (type === 'integer' && !Number.isSafeInteger(value)) ? cell : value;
}

function columnOf({
  name,
  type,
  unit,
}: {
  readonly name: string;
  readonly type: ValueType;
  readonly unit?: string;
}): ResultColumn {
  return { name, type, ...given({ unit }) };
}
