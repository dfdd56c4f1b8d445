/**
 * Remembers on each socket what its connection is used for: every request changes it, and a map's lookup costs several times as much.
 */
import { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const use = Symbol('use');

/** The use of a connection. `undefined` while a request is received, and after its upgrade to another protocol. */
export type ConnectionUse = OpenedAt | IdleSince | ServerResponse | undefined;

/** A connection of an HTTP server. */
type Connection = Socket & { [use]?: ConnectionUse };

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

/** Records the use from now on. */
export function setUse(socket: Socket, now: ConnectionUse): void {
  (socket as Connection)[use] = now;
}

/** Returns what was recorded last: the answer to the latest request stays there when it is complete. */
export function useOf(socket: Socket): ConnectionUse {
  return (socket as Connection)[use];
}

/** Returns the answer to the latest request, while it is not complete. */
export function answerInProgress(socket: Socket): ServerResponse | undefined {
  const now = useOf(socket);
  return now instanceof ServerResponse && !isComplete(now) ? now : undefined;
}

/** True once everything is written and node:http has let go of the connection. */
export function isComplete(response: ServerResponse): boolean {
  return response.writableFinished && !response.socket;
}
