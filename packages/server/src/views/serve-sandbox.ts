/**
 * Serves the page of the sandbox on the server's own port, to browsers that reach it under the host of the operator's `sandboxUrl`.
 */
import { readPageAssets, type PageAssets } from '@sigil/console';
import type { Middleware } from 'koa';
import type { ViewSandbox } from './view-sandbox.js';

/** Passes requests for any other host on. */
export function serveSandbox(sandbox: ViewSandbox): Middleware {
  let assets: PageAssets | undefined;
  return (context, next) => {
    const { method } = context;
    if (method !== 'GET' && method !== 'HEAD') return next();
    const answer = sandbox.answer(context.get('host'), context.url, () => (assets ??= readPageAssets()));
    if (!answer) return next();
    context.status = answer.status;
    context.set(answer.headers);
    context.body = answer.body;
    return undefined;
  };
}
