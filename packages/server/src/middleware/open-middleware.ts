/**
 * Runs the operator's Koa middleware before everything that is served over HTTP. Loaded only where there is some.
 *
 * It sees requests before callers are authenticated, and must leave bodies unread. WebSockets bypass it.
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathToFileURL } from 'node:url';
import Koa, { type Middleware } from 'koa';
import { ConfigurationError } from '../configuration/configuration-error.js';
import type { ServingLog } from '../log/server-log.js';
import { tellErrors } from '../log/tell-errors.js';

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** Puts the middleware before a request handler. */
export type Behind = (serve: Serve) => Serve;

/**
 * @param files absolute paths of modules whose default export is a middleware, in order
 * @throws ConfigurationError when one cannot be loaded
 */
export async function openMiddleware(files: readonly string[], log: ServingLog): Promise<Behind> {
  const loaded = await Promise.all(files.map(loadMiddleware));
  return (serve) => {
    const app = new Koa();
    for (const middleware of loaded) app.use(middleware);
    app.use(async (context) => {
      context.respond = false;
      serve(context.req, context.res);
      // Code after `await next()` then runs when the answer has been sent.
      if (!context.res.closed) await once(context.res, 'close');
    });
    tellErrors(app, (error) => log.failure('middleware', error));
    const handle = app.callback();
    return (request, response) => void handle(request, response);
  };
}

async function loadMiddleware(file: string): Promise<Middleware> {
  let module: { readonly default?: unknown };
  try {
    module = (await import(pathToFileURL(file).href)) as { readonly default?: unknown };
  } catch (cause) {
    throw new ConfigurationError(`"middleware": "${file}" cannot be loaded`, { cause });
  }
  if (typeof module.default === 'function') return module.default as Middleware; // Koa calls it as it is
  throw new ConfigurationError(`"middleware": "${file}" must export a function by default`);
}
