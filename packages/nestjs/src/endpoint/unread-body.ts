/**
 * Keeps the application's body parsers from the requests of the endpoint, which reads them itself: in every form that the protocol
 * refuses in its own words, and up to its own limit.
 *
 * A parser looks at three headers to find out whether there is a body. They are out of sight until the endpoint gets the request.
 */
import type { IncomingMessage } from 'node:http';
import type { AbstractHttpAdapter } from '@nestjs/core';

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
