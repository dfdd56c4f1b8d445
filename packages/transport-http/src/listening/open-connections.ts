/**
 * The connections of a server, of which those without a request are closed in time and when the server closes.
 *
 * node:http would start and stop a timer for each request. Here one timer looks at all connections. Nor does node:http count a
 * connection as idle before its first request, and clients open some in advance.
 * Spec: RFC 9112 §9.5
 */
import { ServerResponse, type Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import {
  answerInProgress,
  connectionUse,
  IdleSince,
  isComplete,
  OpenedAt,
  type Connection,
  type ConnectionUse,
} from '../requests/connection-use.js';

/** A connection opened within this time probably carries a request soon. */
const freshMs = 250;
const freshCheckMs = 20;
/** Idle connections are closed late by up to a tenth of their time, and by no more than this. */
const longestCheckMs = 5_000;

/** The connections of one server. Must be created before the server listens. */
export class OpenConnections {
  readonly #open = new Set<Connection>();

  constructor(
    private readonly server: Server,
    private readonly keepAliveMs: number,
  ) {
    const open = this.#open;
    // One function for all connections: a closure for each would be kept as long as the connection.
    function forget(this: Connection): void {
      open.delete(this);
    }
    server.on('connection', (socket: Connection) => {
      // A connection whose upgrade was declined comes again.
      if (open.has(socket)) return;
      open.add(socket);
      socket[connectionUse] = new OpenedAt(performance.now());
      socket.on('close', forget);
    });
    const checkMs = Math.min(Math.ceil(keepAliveMs / 10), longestCheckMs);
    const check = setInterval(() => this.#closeIdle(), checkMs).unref();
    server.on('close', () => clearInterval(check));
  }

  /** The answers to the latest request of each connection that are not complete. */
  *answers(): Iterable<ServerResponse> {
    for (const socket of this.#open) {
      const answer = answerInProgress(socket);
      if (answer) yield answer;
    }
  }

  /** @returns resolves when each connection that has just been opened has carried a request, or is no longer new */
  async firstRequests(): Promise<void> {
    while (this.#hasFresh()) await setTimeout(freshCheckMs);
  }

  /** Closes every connection without a request, also those taken over by another protocol, but no new one. */
  closeUnused(): void {
    const before = performance.now() - freshMs;
    for (const socket of this.#open) if (isUnused(socket[connectionUse], before)) socket.destroy();
    this.server.closeIdleConnections();
  }

  /**
   * Closes connections without a request for `idleMs`, counted at the earliest from `since`.
   *
   * @returns whether there are others without a request
   */
  closeIdle({ since, idleMs }: { readonly since: number; readonly idleMs: number }): boolean {
    const now = performance.now();
    let hasIdle = false;
    for (const socket of this.#open) {
      noteIdle(socket, now);
      const use = socket[connectionUse];
      const isIdle = use instanceof OpenedAt || (use instanceof IdleSince && !use.isOver);
      if (!isIdle) continue;
      if (now - Math.max(use.ms, since) >= idleMs) socket.destroy();
      else hasIdle = true;
    }
    return hasIdle;
  }

  #hasFresh(): boolean {
    const before = performance.now() - freshMs;
    for (const socket of this.#open) {
      const use = socket[connectionUse];
      if (use instanceof OpenedAt && use.ms > before) return true;
    }
    return false;
  }

  #closeIdle(): void {
    const now = performance.now();
    for (const socket of this.#open) {
      if (noteIdle(socket, now)) continue;
      const use = socket[connectionUse];
      if (use instanceof IdleSince && now - use.ms >= this.keepAliveMs) socket.destroy();
    }
  }
}

/** Starts the idle time of a connection whose answer is complete, or on which something has arrived. @returns whether it starts now */
function noteIdle(socket: Connection, now: number): boolean {
  const use = socket[connectionUse];
  const begins = use instanceof ServerResponse ? isComplete(use) : use instanceof IdleSince && use.isOver;
  if (begins) socket[connectionUse] = new IdleSince(socket, now);
  return begins;
}

/** @param before connections opened since then may soon carry a request */
function isUnused(use: ConnectionUse, before: number): boolean {
  if (use instanceof OpenedAt) return use.ms <= before;
  return use === undefined || (use instanceof IdleSince && !use.isOver);
}
