/**
 * One HTTP request as the parts of an endpoint hand it on.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  assumedHttpRevision,
  findRevision,
  type Budget,
  type ClientConnection,
  type Clients,
  type Principal,
} from '@sigil/core/engine';
import { readHeaders, type RequestHeaders, readAccept, type AnswerForms } from './read-headers.js';

/** A request with what was read of its headers, and how much of it is in hand. */
export class HttpExchange {
  readonly headers: RequestHeaders;
  readonly forms: AnswerForms;
  /** The caller, once authenticated; undefined where nobody is asked. */
  principal: Principal | undefined = undefined;
  #requestBytes = 0;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    /** The account of its bytes: of its address, and of its caller once that is known. */
    public connection: ClientConnection,
  ) {
    this.headers = readHeaders(request.rawHeaders);
    this.forms = readAccept(this.headers.accept);
  }

  /**
   * Tells whether a batch is answered with an array: as far as its headers say, it is of the revision that has batches.
   */
  get hasBatches(): boolean {
    const revision = findRevision(this.headers.protocolVersion ?? assumedHttpRevision.date);
    return revision?.batches === 'accepted';
  }

  /** Some of its body came. @returns the budget that has no room for it: then it counts nowhere and must not be kept */
  count(bytes: number): Budget | undefined {
    const full = this.connection.requestBytes.take(bytes);
    if (!full) this.#requestBytes += bytes;
    return full;
  }

  /** Returns the bytes that count for the request; the caller gives them back once it is over. @returns how many */
  handOver(): number {
    const bytes = this.#requestBytes;
    this.#requestBytes = 0;
    return bytes;
  }

  /** Nothing of the request is in hand any more, unless it was handed over. */
  release(): void {
    const bytes = this.handOver();
    if (bytes > 0) this.connection.requestBytes.give(bytes);
  }
}

/** The connections that one endpoint has seen, by their sockets; what is gone is forgotten with its socket. */
export class Connections {
  readonly #known = new WeakMap<Socket, ClientConnection>();
  /** Of the caller that used a connection last. A proxy sends requests of several over one. */
  readonly #callers = new WeakMap<Socket, CallerConnection>();

  constructor(private readonly clients: Clients) {}

  of(socket: Socket): ClientConnection {
    const known = this.#known.get(socket);
    if (known) return known;
    const connection = this.clients.of(socket.remoteAddress).connect();
    this.#known.set(socket, connection);
    return connection;
  }

  /** The connection as one caller uses it: what it takes counts for the caller, wherever it comes from. */
  ofCaller(socket: Socket, principal: Principal): ClientConnection {
    const known = this.#callers.get(socket);
    if (known?.principal === principal && !known.connection.client.isForgotten) return known.connection;
    const connection = this.clients.of(socket.remoteAddress, principal).connect();
    this.#callers.set(socket, { principal, connection });
    return connection;
  }
}

interface CallerConnection {
  readonly principal: Principal;
  readonly connection: ClientConnection;
}
