/**
 * One DuckDB database in memory with the tables of one model: loaded, then locked, so that no statement reaches a file or a setting.
 *
 * DuckDB is loaded with the first one that is opened. The code that opened a database closes it.
 */
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { ToolError } from '@sigil/core';
import type { Model, Source, ValueType } from './model.js';
import type { Cell, FilterValue } from './query.js';
import { valueTypeOf } from './read-model.js';
import { quote } from './write-select.js';

/** The limits of a database. */
export interface EngineLimits {
  /** Memory of one model's database, in MiB. */
  readonly maxMemoryMb: number;
  readonly threads: number;
  /** Longest run of one query, in milliseconds. */
  readonly queryTimeoutMs: number;
}

/** A statement to run. */
export interface Statement {
  readonly sql: string;
  readonly values?: readonly FilterValue[];
  readonly signal: AbortSignal;
}

/** Some rows of a result, as they come. */
export interface Batch {
  readonly names: readonly string[];
  readonly types: readonly ValueType[];
  readonly rows: Cell[][];
}

export class Engine {
  readonly #limits: EngineLimits;
  readonly #instance: DuckDBInstance;

  private constructor(instance: DuckDBInstance, limits: EngineLimits) {
    this.#instance = instance;
    this.#limits = limits;
  }

  /** @throws Error of DuckDB when a file does not fit the types that the model declares */
  static async open(model: Model, limits: EngineLimits): Promise<Engine> {
    const { DuckDBInstance: Instance } = await import('@duckdb/node-api');
    const instance = await Instance.create(':memory:', {
      threads: String(limits.threads),
      memory_limit: `${limits.maxMemoryMb}MB`,
      max_temp_directory_size: '0KB',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    try {
      const connection = await instance.connect();
      for (const source of model.sources.values()) await connection.run(loadStatement(source));
      await connection.run("SET TimeZone = 'UTC'; SET enable_external_access = false; SET lock_configuration = true");
      connection.closeSync();
      return new Engine(instance, limits);
    } catch (error) {
      instance.closeSync();
      throw error;
    }
  }

  /** Ends the database; nothing of it may run any more. */
  close(): void {
    this.#instance.closeSync();
  }

  /**
   * Refuses everything but one statement that only reads, before any of it runs.
   *
   * @throws ToolError that says why
   */
  async requireSelect(sql: string): Promise<void> {
    const { StatementType } = await import('@duckdb/node-api');
    const connection = await this.#instance.connect();
    try {
      const statements = await connection.extractStatements(sql);
      if (statements.count !== 1) throw new ToolError(`expected one SELECT, got ${statements.count} statements`);
      const prepared = await statements.prepare(0);
      const isSelect =
        prepared.statementType === StatementType.SELECT && /^\s*(?:\(|select\b|with\b|from\b|values\b)/i.test(sql);
      if (prepared.parameterCount > 0) throw new ToolError('parameters cannot be given; write the values');
      if (!isSelect)
        throw new ToolError('only a SELECT can be run, and it has to begin with SELECT, WITH, FROM or VALUES');
    } catch (error) {
      throw describeFailure(error);
    } finally {
      connection.closeSync();
    }
  }

  /**
   * Runs a statement and gives its rows as they are asked for, after a first batch without any. Leaving the loop ends the query.
   *
   * @throws ToolError when the query takes too long, wants too much memory or cannot be run
   */
  async *stream({ sql, values = [], signal }: Statement): AsyncGenerator<Batch> {
    signal.throwIfAborted();
    const connection = await this.#instance.connect();
    const stop = new Interruption(connection, signal, this.#limits.queryTimeoutMs);
    try {
      const result = await connection.stream(sql, [...values]);
      const names = result.deduplicatedColumnNames();
      const types = result.columnTypes().map((type) => valueTypeOf(type.toString()));
      yield { names, types, rows: [] };
      for await (const rows of result.yieldRowsJson()) {
        signal.throwIfAborted();
        if (stop.isLate) throw stop.tooLate();
        yield { names, types, rows: rows.map((row) => row.map((cell, index) => cellOf(cell, types[index]))) };
      }
    } catch (error) {
      signal.throwIfAborted();
      throw stop.isLate ? stop.tooLate() : describeFailure(error);
    } finally {
      stop.end();
      connection.interrupt();
      connection.closeSync();
    }
  }
}

/** Ends what runs on a connection when its caller leaves, or when it takes too long. */
class Interruption {
  isLate = false;
  readonly #timer: NodeJS.Timeout;
  readonly #interrupt: () => void;

  constructor(
    connection: DuckDBConnection,
    private readonly signal: AbortSignal,
    private readonly timeoutMs: number,
  ) {
    this.#interrupt = () => connection.interrupt();
    signal.addEventListener('abort', this.#interrupt);
    this.#timer = setTimeout(() => {
      this.isLate = true;
      connection.interrupt();
    }, timeoutMs);
  }

  tooLate(): ToolError {
    const suggestions = ['Ask for less: add a filter, or group by fewer fields'];
    return new ToolError(`the query took longer than ${this.timeoutMs} ms (limit queryTimeoutMs)`, { suggestions });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.signal.removeEventListener('abort', this.#interrupt);
  }
}

function loadStatement({ name, kind, file, columns }: Source): string {
  const path = `'${file.replaceAll("'", "''")}'`;
  const types = [...columns].map(([column, type]) => `${quote(column)}: '${type}'`).join(', ');
  const cast = [...columns].map(([column, type]) => `CAST(${quote(column)} AS ${type}) AS ${quote(column)}`).join(', ');
  if (kind === 'parquet') return `CREATE TABLE ${quote(name)} AS SELECT ${cast} FROM read_parquet(${path})`;
  const form = `header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', nullstr = ''`;
  return `CREATE TABLE ${quote(name)} AS SELECT * FROM read_csv(${path}, columns = {${types}}, ${form})`;
}

/** 64 and 128 bits come as text; what fits into a number becomes one. */
function cellOf(cell: unknown, type: ValueType | undefined): Cell {
  if (cell === null || typeof cell === 'boolean' || typeof cell === 'number') return cell;
  if (typeof cell !== 'string') return JSON.stringify(cell);
  if (type === 'timestamp') return cell.replace(' ', 'T');
  if (type !== 'integer') return cell;
  const value = Number(cell);
  return Number.isSafeInteger(value) ? value : cell;
}

/** The engine's words may name files and settings; callers read the kind of failure, and the names that they wrote themselves. */
function describeFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ToolError) return error;
  const [kind = '', first = ''] = error.message.split(/ Error: |\n/);
  const suggestions = /Candidate bindings: ([^\n]{1,300})/.exec(error.message)?.[1];
  const hint = suggestions === undefined ? {} : { suggestions: [`There are: ${suggestions}`] };
  if (kind === 'Parser') return new ToolError(`the SQL cannot be read: ${first}`, hint);
  if (kind === 'Binder' || kind === 'Catalog') return new ToolError(`the SQL names what is not there: ${first}`, hint);
  if (kind === 'Conversion' || kind === 'Out of Range') return new ToolError(`a value does not fit its type: ${first}`);
  if (kind === 'Out of Memory') return new ToolError('the query needs more memory than maxMemoryMb');
  if (kind === 'Permission') return new ToolError('the query reaches for files or settings, which are locked');
  return new ToolError('the query cannot be run', { cause: error });
}
