/**
 * A session of Postgres and its transactions: read-only ones that are always rolled back.
 *
 * The caller that opens a session ends it. A connection is a process of the database server,
 * and starting it takes longer than most queries.
 */
import { Socket } from 'node:net';
import type { Client, QueryResult } from 'pg';
import type { EngineLimits } from './engine.js';

const connectTimeoutMs = 10_000;
/** Time that the server adds to that of a query before it ends a session by itself. */
const graceMs = 5_000;

export class PostgresSession {
  #ending: NodeJS.Timeout | undefined;
  /** The server's process that runs the transaction; behind a pooler it is another for each. */
  #pid = 0;

  private constructor(
    readonly client: Client,
    readonly socket: Socket,
    private readonly connectionString: string,
  ) {}

  /** @throws what the driver says when the server cannot be reached within ten seconds, or refuses */
  static async open(connectionString: string): Promise<PostgresSession> {
    const socket = new Socket();
    try {
      return new PostgresSession(await connect(connectionString, socket), socket, connectionString);
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  /** Opens a transaction that can only read. @throws what the driver says when the server has ended the session */
  async begin({ queryTimeoutMs }: EngineLimits): Promise<void> {
    const results: unknown = await this.client.query(
      `BEGIN READ ONLY; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL statement_timeout = ${queryTimeoutMs};
      SET LOCAL lock_timeout = ${queryTimeoutMs}; SET LOCAL idle_in_transaction_session_timeout = ${queryTimeoutMs + graceMs};
      SELECT pg_backend_pid() AS pid`,
    );
    // Of several statements the driver gives several results, whatever its types say.
    const { rows } = (results as QueryResult<{ pid: number }>[]).at(-1)!;
    this.#pid = rows[0]!.pid;
  }

  /** False when the session cannot be used any more; one whose server does not answer is ended after five seconds. */
  async rollsBack(): Promise<boolean> {
    const timer = setTimeout(() => this.end(), graceMs);
    const isDone = await this.client.query('ROLLBACK').then(
      () => true,
      () => false,
    );
    clearTimeout(timer);
    return isDone;
  }

  /**
   * Interrupts what runs, by a connection of its own: Postgres does not notice that a client has gone while it computes. A
   * server that does not answer is given five seconds, then the session is ended.
   *
   * It may come late, so a session that was cancelled must not run anything else.
   */
  async cancel(): Promise<void> {
    this.#ending ??= setTimeout(() => this.end(), graceMs);
    // Before the transaction has begun, nothing runs.
    if (this.#pid === 0) return;
    const socket = new Socket();
    const timer = setTimeout(() => socket.destroy(), graceMs);
    try {
      const client = await connect(this.connectionString, socket);
      await client.query('SELECT pg_cancel_backend($1)', [this.#pid]);
      await client.end();
    } catch {
      // The statement timeout ends the query then, or the end of the session does.
    } finally {
      clearTimeout(timer);
      socket.destroy();
    }
  }

  /** Ends it, and cuts off a query that still runs. */
  end(): void {
    clearTimeout(this.#ending);
    void this.client.end().catch(() => undefined);
  }
}

async function connect(connectionString: string, socket: Socket): Promise<Client> {
  const { Client: PgClient } = (await import('pg')).default;
  const client = new PgClient({
    connectionString,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'sigil-data',
    stream: () => socket,
  });
  // A query that runs is rejected with the reason.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
