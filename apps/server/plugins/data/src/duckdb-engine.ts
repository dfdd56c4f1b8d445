/**
 * One DuckDB database in memory with the tables of one model: loaded, then locked, so that no statement reaches a file or a setting.
 *
 * DuckDB is loaded with the first one that is opened. The code that opened a database closes it.
 */
import type { DuckDBInstance } from '@duckdb/node-api';
import { ToolError } from '@sigil/core';
import { quote } from './dialect.js';
import { Interruption, type Batch, type Engine, type EngineLimits, type Statement } from './engine.js';
import type { Model, Source, ValueType } from './model.js';
import type { Cell } from './query.js';
import { valueTypeOf } from './read-model.js';

/** The tables of a model that are files. */
export class DuckDbEngine implements Engine {
  readonly #limits: EngineLimits;
  readonly #instance: DuckDBInstance;

  private constructor(instance: DuckDBInstance, limits: EngineLimits) {
    this.#instance = instance;
    this.#limits = limits;
  }

  /** @throws Error of DuckDB when a file does not fit the types that the model declares */
  static async open(model: Model, limits: EngineLimits): Promise<DuckDbEngine> {
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
      return new DuckDbEngine(instance, limits);
    } catch (error) {
      instance.closeSync();
      throw error;
    }
  }

  close(): void {
    this.#instance.closeSync();
  }

  async requireSelect({ sql }: Statement): Promise<void> {
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

  async *stream({ sql, values = [], signal }: Statement): AsyncGenerator<Batch> {
    signal.throwIfAborted();
    const connection = await this.#instance.connect();
    const stop = new Interruption(() => connection.interrupt(), signal, this.#limits.queryTimeoutMs);
    try {
      const result = await connection.stream(sql, [...values]);
      const names = result.deduplicatedColumnNames();
      const types = result.columnTypes().map((type) => valueTypeOf(type.toString()));
      yield { names, types, rows: [] };
      for await (const rows of result.yieldRowsJson()) {
        stop.throwIfStopped();
        yield { names, types, rows: rows.map((row) => row.map((cell, index) => cellOf(cell, types[index]))) };
      }
    } catch (error) {
      stop.throwIfStopped();
      throw describeFailure(error);
    } finally {
      stop.end();
      connection.interrupt();
      connection.closeSync();
    }
  }
}

function loadStatement({ name, kind, place, columns }: Source): string {
  const path = `'${place.replaceAll("'", "''")}'`;
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
