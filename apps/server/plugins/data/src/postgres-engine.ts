/**
 * Asks a Postgres for rows: each query on a connection and in a read-only transaction of its own, which is always rolled back.
 *
 * No state of a session outlives its query, and a cancellation that comes late finds nobody else's. Postgres is asked to end
 * what takes too long, and so is the server's own timer.
 */
import { Socket } from 'node:net';
import { ToolError } from '@sigil/core';
import type { Client } from 'pg';
import { Interruption, type Batch, type Engine, type EngineLimits, type Statement } from './engine.js';
import { describePostgresFailure } from './postgres-failures.js';
import type { ValueType } from './model.js';
import type { Cell } from './query.js';
import { Slots } from './slots.js';

/** Rows that are read from the server at a time. */
const batchRows = 2_000;
const connectTimeoutMs = 10_000;
const mostConnections = 8;
/** What the server adds to the time of a query before it ends a session by itself. */
const graceMs = 5_000;
const checkBytesMs = 20;

interface Opened {
  readonly client: Client;
  readonly socket: Socket;
  readonly pid: number;
}

export class PostgresEngine implements Engine {
  readonly #slots = new Slots(mostConnections);
  readonly #connectionString: string;
  readonly #limits: EngineLimits;

  constructor(connectionString: string, limits: EngineLimits) {
    this.#connectionString = connectionString;
    this.#limits = limits;
  }

  /** Every connection ends with its query, so there is nothing left. */
  close(): void {}

  /** DECLARE takes one SELECT and nothing else; what is left to check is that the role cannot read the server's files. */
  async requireSelect(sql: string): Promise<void> {
    if (!/^\s*(?:\(|select\b|with\b|values\b)/i.test(sql)) {
      throw new ToolError('only a SELECT can be run, and it has to begin with SELECT, WITH or VALUES');
    }
    const roles = ['pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program'];
    const checks = roles.map((role) => `pg_has_role('${role}', 'usage')`).join(' OR ');
    const { signal } = new AbortController();
    for await (const { rows } of this.stream({ sql: `SELECT ${checks}`, signal })) {
      if (rows[0]?.[0] === true) throw new ToolError('the role of this database may do too much for SQL of callers');
    }
  }

  async *stream({ sql, values = [], signal }: Statement): AsyncGenerator<Batch> {
    const release = await this.#slots.take(signal);
    let opened: Opened | undefined;
    const stop = new Interruption(() => void this.#cancel(opened?.pid), signal, this.#limits.queryTimeoutMs);
    try {
      opened = await this.#open();
      if (stop.isLate) throw stop.tooLate();
      signal.throwIfAborted();
      // DECLARE reads the text as one SELECT: other statements and a second one are refused by Postgres' own parser.
      const declare = { text: `DECLARE found NO SCROLL CURSOR FOR ${sql}`, values: [...values], queryMode: 'extended' };
      await opened.client.query(declare);
      yield* this.#fetch(opened, { signal, stop });
    } catch (error) {
      signal.throwIfAborted();
      throw stop.isLate ? stop.tooLate() : describePostgresFailure(error);
    } finally {
      stop.end();
      // A query that still runs is cut off.
      void opened?.client.end().catch(() => undefined);
      release();
    }
  }

  async *#fetch(
    { client, socket }: Opened,
    { signal, stop }: { readonly signal: AbortSignal; readonly stop: Interruption },
  ): AsyncGenerator<Batch> {
    for (let isFirst = true; ; isFirst = false) {
      const limit = new ByteLimit(socket, this.#limits.maxMemoryMb);
      const query = { text: `FETCH ${batchRows} FROM found`, rowMode: 'array' as const, types: { getTypeParser } };
      const { fields, rows } = await client
        .query<unknown[]>(query)
        .catch((error: unknown) => {
          throw limit.isReached ? limit.refusal() : error;
        })
        .finally(() => limit.end());
      signal.throwIfAborted();
      if (stop.isLate) throw stop.tooLate();
      const names = fields.map(({ name }) => name);
      const types = fields.map(({ dataTypeID }) => valueTypes.get(dataTypeID) ?? 'string');
      if (isFirst) yield { names, types, rows: [] };
      if (rows.length > 0) yield { names, types, rows: rows.map((row) => row.map((it, at) => cellOf(it, types[at]))) };
      if (rows.length < batchRows) return;
    }
  }

  async #open(): Promise<Opened> {
    const { Client: PgClient } = (await import('pg')).default;
    const socket = new Socket();
    const client = new PgClient({
      connectionString: this.#connectionString,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: 'sigil-data',
      stream: () => socket,
    });
    // A query that runs is rejected with the reason.
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { queryTimeoutMs } = this.#limits;
      await client.query(
        `BEGIN READ ONLY; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL statement_timeout = ${queryTimeoutMs};
        SET LOCAL lock_timeout = ${queryTimeoutMs}; SET LOCAL idle_in_transaction_session_timeout = ${queryTimeoutMs + graceMs}`,
      );
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      return { client, socket, pid: rows[0]?.pid ?? 0 };
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  /** Postgres does not notice that a client has gone while it computes. */
  async #cancel(pid: number | undefined): Promise<void> {
    if (pid === undefined) return;
    const { Client: PgClient } = (await import('pg')).default;
    const client = new PgClient({
      connectionString: this.#connectionString,
      connectionTimeoutMillis: connectTimeoutMs,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT pg_cancel_backend($1)', [pid]);
    } catch {
      // The statement timeout ends the query then.
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** Cuts the connection when one batch has more bytes than a database may have memory: a cell can be as long as a gigabyte. */
class ByteLimit {
  isReached = false;
  readonly #timer: NodeJS.Timeout;

  constructor(
    socket: Socket,
    private readonly mostMb: number,
  ) {
    const before = socket.bytesRead;
    this.#timer = setInterval(() => {
      if (socket.bytesRead - before <= mostMb * 2 ** 20) return;
      this.isReached = true;
      socket.destroy();
    }, checkBytesMs);
  }

  refusal(): ToolError {
    return new ToolError(`the rows are larger than ${this.mostMb} MiB (limit maxMemoryMb)`);
  }

  end(): void {
    clearInterval(this.#timer);
  }
}

const valueTypes: ReadonlyMap<number, ValueType> = new Map([
  [16, 'boolean'],
  [20, 'integer'],
  [21, 'integer'],
  [23, 'integer'],
  [700, 'number'],
  [701, 'number'],
  [1082, 'date'],
  [1114, 'timestamp'],
  [1184, 'timestamp'],
  [1700, 'decimal'],
]);

/** Cells stay the texts that Postgres sends. */
function getTypeParser(): (text: string) => string {
  return (text) => text;
}

function cellOf(cell: unknown, type: ValueType | undefined): Cell {
  if (typeof cell !== 'string') return null;
  if (type === 'boolean') return cell === 't';
  if (type === 'timestamp') return cell.replace(' ', 'T');
  if (type !== 'integer' && type !== 'number') return cell;
  const value = Number(cell);
  return Number.isNaN(value) || (type === 'integer' && !Number.isSafeInteger(value)) ? cell : value;
}
