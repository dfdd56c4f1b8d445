/**
 * Runs the operator's Koa middleware before everything that is served over HTTP. Loaded only if there is some.
 *
 * It sees requests before callers are authenticated. A body that it reads is served as its parser left it. WebSockets bypass it.
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathToFileURL } from 'node:url';
import { shareRequest } from '@sigil/transport-http';
import Koa, { type Middleware } from 'koa';
import { ConfigurationError } from '../configuration/configuration-error.js';
import type { ServingLog } from '../log/server-log.js';
import { reportErrors } from '../log/report-errors.js';
import type { OperatorMiddleware, RequestHandler } from './operator-middleware.js';

/**
 * @param files absolute paths of modules whose default export is a middleware, in order
 * @throws ConfigurationError when one cannot be loaded
 */
export async function openMiddleware(files: readonly string[], log: ServingLog): Promise<OperatorMiddleware> {
  const loaded = await Promise.all(files.map(loadMiddleware));
  const wrap = (serve: RequestHandler): RequestHandler => {
    const app = new Koa();
    for (const middleware of loaded) app.use(middleware);
    app.use(async (context) => {
      context.respond = false;
      serve(context.req, context.res, Reflect.get(context.request, 'body'));
      // Code after `await next()` then runs when the answer has been sent.
      if (!context.res.closed) await once(context.res, 'close');
    });
    reportErrors(app, (error) => log.failure('middleware', error));
    const handle = app.callback();
    return (request, response) => void handle(request, response);
  };
  return {
    wrap,
    wrapEndpoint(endpoint) {
      const serve = wrap((...exchange) => endpoint.handle(...exchange));
      return {
        handle(request: IncomingMessage, response: ServerResponse) {
          shareRequest(request);
          serve(request, response);
        },
        finish: (graceMs) => endpoint.finish(graceMs),
        close: (graceMs) => endpoint.close(graceMs),
        get sessionCount() {
          return endpoint.sessionCount;
        },
      };
    },
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
