/**
 * One HTTP request as passed between the parts of an endpoint, with the headers that MCP over HTTP uses, read in one pass over
 * node:http's raw headers, and the header that every answer has in common.
 *
 * A repeated header is joined with a comma, as HTTP defines, and then matches no expected value.
 * Spec: 2026-07-28 basic/transports/streamable-http#headers
 */
import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import {
  assumedHttpRevision,
  findRevision,
  type Budget,
  type ClientConnection,
  type Clients,
  type HeaderClaims,
  type Principal,
} from '@sigil/core/engine';

/** A request with the headers that were read, and the number of its bytes in memory. */
export class HttpExchange {
  readonly headers: RequestHeaders;
  readonly forms: AnswerForms;
  /** The caller, once authenticated; undefined where callers are not authenticated. */
  principal: Principal | undefined = undefined;
  #requestBytes = 0;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    /** The connection that counts its bytes: first by address, and by caller once known. */
    public connection: ClientConnection,
  ) {
    this.headers = readHeaders(request.rawHeaders);
    this.forms = readAccept(this.headers.accept);
  }

  /** True when a batch is answered with an array: by its headers the request uses the revision that has batches. */
  get hasBatches(): boolean {
    const revision = findRevision(this.headers.protocolVersion ?? assumedHttpRevision.date);
    return revision?.batches === 'accepted';
  }

  /** Counts received bytes. @returns the exhausted budget, if any: then the bytes are not counted and must not be kept */
  count(bytes: number): Budget | undefined {
    const full = this.connection.requestBytes.take(bytes);
    if (!full) this.#requestBytes += bytes;
    return full;
  }

  /** Hands over the bytes counted for the request; the caller gives them back once it is over. @returns their number */
  handOver(): number {
    const bytes = this.#requestBytes;
    this.#requestBytes = 0;
    return bytes;
  }

  /** Releases the bytes of the request, unless they were handed over. */
  release(): void {
    const bytes = this.handOver();
    if (bytes > 0) this.connection.requestBytes.give(bytes);
  }
}

/** The connections of one endpoint by socket; garbage collection removes those of closed sockets. */
export class Connections {
  readonly #known = new WeakMap<Socket, ClientConnection>();
  /** Keyed by socket, for the caller that used it last. A proxy sends requests of several callers over one. */
  readonly #callers = new WeakMap<Socket, CallerConnection>();

  constructor(private readonly clients: Clients) {}

  of(socket: Socket): ClientConnection {
    const known = this.#known.get(socket);
    if (known) return known;
    const connection = this.clients.of(socket.remoteAddress).connect();
    this.#known.set(socket, connection);
    return connection;
  }

  /** Returns the connection as one caller uses it: usage counts for that caller, wherever it comes from. */
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

/**
 * The known headers of one request; an absent one is `undefined`. Also the engine's view of the claims in a message's headers.
 */
export class RequestHeaders implements HeaderClaims {
  host: string | undefined = undefined;
  hostCount = 0;
  origin: string | undefined = undefined;
  authorization: string | undefined = undefined;
  forwardedFor: string | undefined = undefined;
  accept: string | undefined = undefined;
  contentType: string | undefined = undefined;
  contentEncoding: string | undefined = undefined;
  contentLength: string | undefined = undefined;
  sessionId: string | undefined = undefined;
  lastEventId: string | undefined = undefined;
  protocolVersion: string | undefined = undefined;
  method: string | undefined = undefined;
  name: string | undefined = undefined;
  #parameters: Map<string, string> | undefined = undefined;

  parameter(headerName: string): string | undefined {
    return this.#parameters?.get(headerName.toLowerCase());
  }

  /** Adds one received header. */
  add(name: string, value: string): void {
    const lower = name.toLowerCase();
    switch (lower) {
      case 'host':
        this.hostCount++;
        this.host = join(this.host, value);
        return;
      case 'accept':
        this.accept = join(this.accept, value);
        return;
      case 'origin':
        this.origin = join(this.origin, value);
        return;
      case 'authorization':
        this.authorization = join(this.authorization, value);
        return;
      case 'x-forwarded-for':
        this.forwardedFor = join(this.forwardedFor, value);
        return;
      case 'mcp-name':
        this.name = join(this.name, value);
        return;
      case 'content-length':
        this.contentLength = join(this.contentLength, value);
        return;
      case 'content-type':
        this.contentType = join(this.contentType, value);
        return;
      case 'mcp-session-id':
        this.sessionId = join(this.sessionId, value);
        return;
      case 'mcp-protocol-version':
        this.protocolVersion = join(this.protocolVersion, value);
        return;
      case 'mcp-method':
        this.method = join(this.method, value);
        return;
      case 'last-event-id':
        this.lastEventId = join(this.lastEventId, value);
        return;
      case 'content-encoding':
        this.contentEncoding = join(this.contentEncoding, value);
        return;
      default:
        this.#addParameter(lower, value);
    }
  }

  #addParameter(name: string, value: string): void {
    if (!name.startsWith(parameterPrefix)) return;
    const headerName = name.slice(parameterPrefix.length);
    this.#parameters ??= new Map();
    this.#parameters.set(headerName, join(this.#parameters.get(headerName), value));
  }
}

const parameterPrefix = 'mcp-param-';

/** @param raw alternating names and values, as in `IncomingMessage.rawHeaders` */
export function readHeaders(raw: readonly string[]): RequestHeaders {
  const headers = new RequestHeaders();
  for (let at = 0; at + 1 < raw.length; at += 2) headers.add(raw[at]!, trimmed(raw[at + 1]!));
  return headers;
}

function join(earlier: string | undefined, value: string): string {
  return earlier === undefined ? value : `${earlier}, ${value}`;
}

/** Removes the white space that HTTP allows around a value; other white space is part of it. */
function trimmed(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isOptionalSpace(value.charCodeAt(start))) start++;
  while (end > start && isOptionalSpace(value.charCodeAt(end - 1))) end--;
  return value.slice(start, end);
}

function isOptionalSpace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** The accepted forms of an answer. At least one is true, or the request is refused. */
export interface AnswerForms {
  readonly json: boolean;
  readonly stream: boolean;
}

const both: AnswerForms = { json: true, stream: true };
const usual = 'application/json, text/event-stream';

/** Reads the `Accept` header; without one, everything is accepted. */
export function readAccept(accept: string | undefined): AnswerForms {
  if (accept === undefined || accept === usual || accept === '*/*') return both;
  const qualities = readQualities(accept);
  return {
    json: isTaken(qualities, ['application/json', 'application/*', '*/*']),
    stream: isTaken(qualities, ['text/event-stream', 'text/*', '*/*']),
  };
}

/** Returns whether the most specific listed range is accepted. */
function isTaken(qualities: ReadonlyMap<string, number>, ranges: readonly string[]): boolean {
  const range = ranges.find((candidate) => qualities.has(candidate));
  return range !== undefined && qualities.get(range) !== 0;
}

function readQualities(accept: string): Map<string, number> {
  const qualities = new Map<string, number>();
  for (const entry of accept.split(',')) {
    const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    qualities.set(range, quality === undefined ? 1 : Number(quality.slice(2)));
  }
  return qualities;
}

const noHeaders: readonly string[] = [];

/** A response of our own server. */
class KeptResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  get keepAlive(): readonly string[] {
    return noHeaders;
  }
}

/**
 * Makes the class of a server's responses, for the option `ServerResponse` of `createServer`. They tell how long their connection stays open
 * without a request, so that clients open another one in time.
 *
 * node:http tells it only along with a timer that it starts and stops for each request.
 */
export function responsesThatTell(keepAliveMs: number): typeof KeptResponse {
  const seconds = Math.floor(keepAliveMs / 1_000);
  if (seconds === 0) return KeptResponse;
  const head = ['Keep-Alive', `timeout=${seconds}`];
  return class<Request extends IncomingMessage = IncomingMessage> extends KeptResponse<Request> {
    override get keepAlive(): readonly string[] {
      return head;
    }
  };
}

/** Returns the headers that tell it, alternating names and values; none where the connection ends with this response. */
export function keepAliveHead(response: ServerResponse): readonly string[] {
  if (!(response instanceof KeptResponse) || !response.shouldKeepAlive || response.hasHeader('Connection'))
    return noHeaders;
  return response.keepAlive;
}

/** Returns the header that names a session, as every answer within one has it. */
export function sessionHead(id: string): readonly string[] {
  return ['Mcp-Session-Id', id];
}
