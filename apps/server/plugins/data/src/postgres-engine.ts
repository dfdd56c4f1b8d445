/**
 * Queries a Postgres: each query in a read-only transaction of its own, which is always rolled back.
 *
 * A session is reused for the next query if all its statements were written here and have finished. Other sessions end with
 * their query, so no caller's settings outlive it, and a late cancellation cannot hit another query. Both Postgres and the
 * server's own timer end queries that take too long.
 */
import type { Socket } from 'node:net';
import { ToolError } from '@sigil/core';
import { Interruption, type Batch, type Engine, type EngineLimits, type Statement } from './engine.js';
import { describePostgresFailure } from './postgres-failures.js';
import type { ValueType } from './model.js';
import { PostgresSession } from './postgres-session.js';
import type { Cell } from './query.js';
import { Slots } from './slots.js';

/** Rows that are read from the server at a time. */
const batchRows = 2_000;
const mostConnections = 8;
/** Time for which a session is kept for the next query. */
const keptMs = 10_000;
const checkBytesMs = 20;

export class PostgresEngine implements Engine {
  readonly #slots = new Slots(mostConnections);
  /** Sessions without a transaction, with the timer that ends each. */
  readonly #kept = new Map<PostgresSession, NodeJS.Timeout>();
  #isClosed = false;
  readonly #connectionString: string;
  readonly #limits: EngineLimits;

  constructor(connectionString: string, limits: EngineLimits) {
    this.#connectionString = connectionString;
    this.#limits = limits;
  }

  close(): void {
    this.#isClosed = true;
    for (const [session, timer] of this.#kept) {
      clearTimeout(timer);
      session.end();
    }
    this.#kept.clear();
  }

  /** DECLARE takes one SELECT and nothing else; what is left to check is that the role cannot read the server's files. */
  async requireSelect({ sql, signal }: Statement): Promise<void> {
    if (!/^\s*(?:\(|select\b|with\b|values\b)/i.test(sql)) {
      throw new ToolError('only a SELECT can be run, and it has to begin with SELECT, WITH or VALUES');
    }
    const roles = ['pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program'];
    const checks = roles.map((role) => `pg_has_role('${role}', 'usage')`).join(' OR ');
    for await (const { rows } of this.stream({ sql: `SELECT ${checks}`, signal })) {
      if (rows[0]?.[0] === true) throw new ToolError('the role of this database may do too much for SQL of callers');
    }
  }

  async *stream({ sql, values = [], signal, isForeign = false }: Statement): AsyncGenerator<Batch> {
    const release = await this.#slots.take(signal);
    let session: PostgresSession | undefined;
    let isUnclear = isForeign;
    const stop = new Interruption(() => void session?.cancel(), signal, this.#limits.queryTimeoutMs);
    try {
      session = this.#takeKept();
      if (session && !(await begins(session, this.#limits))) session = undefined;
      stop.throwIfStopped();
      if (session === undefined) {
        session = await PostgresSession.open(this.#connectionString);
        stop.throwIfStopped();
        await session.begin(this.#limits);
      }
      stop.throwIfStopped();
      // DECLARE reads the text as one SELECT: other statements and a second one are refused by Postgres' own parser.
      const declare = { text: `DECLARE found NO SCROLL CURSOR FOR ${sql}`, values: [...values], queryMode: 'extended' };
      await session.client.query(declare);
      yield* this.#fetch(session, stop);
    } catch (error) {
      isUnclear = true;
      stop.throwIfStopped();
      throw describePostgresFailure(error);
    } finally {
      stop.end();
      if (session === undefined) release();
      else void this.#letGo(session, isUnclear || stop.isStopped).then(release);
    }
  }

  async *#fetch({ client, socket }: PostgresSession, stop: Interruption): AsyncGenerator<Batch> {
    for (let isFirst = true; ; isFirst = false) {
      const limit = new ByteLimit(socket, this.#limits.maxMemoryMb);
      const query = { text: `FETCH ${batchRows} FROM found`, rowMode: 'array' as const, types: { getTypeParser } };
      const { fields, rows } = await client
        .query<unknown[]>(query)
        .catch((error: unknown) => {
          throw limit.isReached ? limit.refusal() : error;
        })
        .finally(() => limit.end());
      stop.throwIfStopped();
      const names = fields.map(({ name }) => name);
      const types = fields.map(({ dataTypeID }) => valueTypes.get(dataTypeID) ?? 'string');
      if (isFirst) yield { names, types, rows: [] };
      if (rows.length > 0) yield { names, types, rows: rows.map((row) => row.map((it, at) => cellOf(it, types[at]))) };
      if (rows.length < batchRows) return;
    }
  }

  /** The session that was used last: fewer are kept where fewer are needed. */
  #takeKept(): PostgresSession | undefined {
    const [session, timer] = [...this.#kept].at(-1) ?? [];
    clearTimeout(timer);
    if (session) this.#kept.delete(session);
    return session;
  }

  /** Keeps it, or ends it when what ran in it may have left something. */
  async #letGo(session: PostgresSession, isUnclear: boolean): Promise<void> {
    if (isUnclear || !(await session.rollsBack()) || this.#isClosed) return session.end();
    const timer = setTimeout(() => {
      this.#kept.delete(session);
      session.end();
    }, keptMs);
    this.#kept.set(session, timer);
  }
}

/** False when the server has ended the session meanwhile. */
async function begins(session: PostgresSession, limits: EngineLimits): Promise<boolean> {
  try {
    await session.begin(limits);
    return true;
  } catch {
    session.end();
    return false;
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
