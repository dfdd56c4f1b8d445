/**
 * Keeps the application's body parsers from the requests of the endpoint, which reads them itself: in every form that the protocol
 * refuses in its own words, and up to its own limit.
 *
 * A parser looks at three headers to find out whether there is a body. They are out of sight until the endpoint gets the request.
 */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { AbstractHttpAdapter } from '@nestjs/core';
import type { HttpRequest } from '../calls/http-call.js';

const bodyHeaders = ['content-type', 'content-length', 'transfer-encoding'] as const;

const hidden = new WeakMap<IncomingMessage, ReadonlyMap<string, string>>();

function hideBody(request: IncomingMessage): void {
  const found = bodyHeaders.flatMap((name) => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  hidden.set(request, new Map(found));
  for (const name of bodyHeaders) delete request.headers[name];
}

/** Restores the headers of a request that `keepBodiesUnread` has seen. */
export function showBody(request: IncomingMessage): void {
  for (const [name, value] of hidden.get(request) ?? []) request.headers[name] = value;
}

interface FastifyHooks {
  addHook(name: 'onRequest', hook: (request: { raw: IncomingMessage }, reply: unknown, done: () => void) => void): void;
}

/** Must run before the application registers its parsers, which it does when it is initialised. */
export function keepBodiesUnread(
  adapter: AbstractHttpAdapter | undefined,
  isForEndpoint: (method: string, url: string) => boolean,
): void {
  const hide = (request: IncomingMessage): void => {
    if (isForEndpoint(request.method ?? '', request.url ?? '')) hideBody(request);
  };
  if (adapter?.getType() === 'express') {
    adapter.use((request: IncomingMessage, _response: unknown, next: () => void) => {
      hide(request);
      next();
    });
  }
  if (adapter?.getType() === 'fastify') {
    adapter.getInstance<FastifyHooks>().addHook('onRequest', ({ raw }, _reply, done) => {
      hide(raw);
      done();
    });
  }
}

/**
 * Returns the request whose body the endpoint can read. If a parser has read the body, that is a request with the text of what it parsed.
 *
 * @returns undefined for a body that is gone
 */
export function withUnreadBody(request: HttpRequest, raw: IncomingMessage): IncomingMessage | undefined {
  if (raw.method !== 'POST' || !(raw.readableDidRead || raw.readableEnded)) return raw;
  // An empty body ends although nothing of it was read.
  const { body = raw.readableDidRead ? undefined : '' } = request;
  if (body === undefined) return undefined;
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return new ParsedRequest(raw, text) as unknown as IncomingMessage; // it has every member that an endpoint uses
}

/** A request whose body was parsed. */
class ParsedRequest extends Readable {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly httpVersion: string;
  readonly socket: IncomingMessage['socket'];
  readonly complete = true;

  constructor(
    { method, url, headers, rawHeaders, httpVersion, socket }: IncomingMessage,
    private readonly body: string | Buffer,
  ) {
    super();
    this.method = method;
    this.url = url;
    this.headers = headers;
    this.rawHeaders = rawHeaders;
    this.httpVersion = httpVersion;
    this.socket = socket;
  }

  override _read(): void {
    this.push(this.body);
    this.push(null);
  }
}
