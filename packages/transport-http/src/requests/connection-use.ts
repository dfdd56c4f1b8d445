/**
 * Remembers on each socket what its connection is used for: every request changes it, and a map's lookup costs several times as much.
 */
import { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The property of a socket that holds the use of its connection. */
export const connectionUse = Symbol('connection use');

/**
 * The use of a connection: the answer to its latest request, also when that is complete. `undefined` while a request is received, and after
 * its upgrade to another protocol.
 */
export type ConnectionUse = OpenedAt | IdleSince | ServerResponse | undefined;

/** A connection of an HTTP server. */
export type Connection = Socket & { [connectionUse]?: ConnectionUse };

/** A connection that has carried no request yet. */
export class OpenedAt {
  constructor(readonly ms: number) {}
}

/** A connection without a request. */
export class IdleSince {
  #bytesRead: number;

  /** @param ms the time at which this was noticed */
  constructor(
    private readonly socket: Socket,
    readonly ms: number,
  ) {
    this.#bytesRead = socket.bytesRead;
  }

  /** True when part of a request has arrived since. */
  get isOver(): boolean {
    return this.socket.bytesRead !== this.#bytesRead;
  }
}

/** Returns the answer to the latest request, while it is not complete. */
export function answerInProgress(socket: Socket): ServerResponse | undefined {
  const now = (socket as Connection)[connectionUse];
  return now instanceof ServerResponse && !isComplete(now) ? now : undefined;
}

/** True once everything is written and node:http has let go of the connection. */
export function isComplete(response: ServerResponse): boolean {
  return response.writableFinished && !response.socket;
}
