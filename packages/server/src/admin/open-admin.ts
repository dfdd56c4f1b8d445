/**
 * The admin address, where an operator reads the server's status, reloads and rolls back.
 *
 * It is absent without an admin token or authentication, and in the read-only profile.
 */
import type { Context, Middleware } from 'koa';
import { newRouter, serveRoutes } from '../routing/new-router.js';
import { UnwrittenError, type AdminActions } from './admin-actions.js';
import { adminPath } from './admin-path.js';
import { requireAdmin, type AdminCallers } from './require-admin.js';

const known =
  'GET /admin/status, POST /admin/reload, POST /admin/rollback?server=…&to=…, POST /admin/cancel?call=…, GET /admin/log, POST /admin/log?module=…&level=…';

/** Serves the actions to callers with the admin token, or with a token that has the scope. */
export function openAdmin(callers: AdminCallers, actions: AdminActions): Middleware {
  const { cancel } = actions;
  const router = newRouter(adminPath);
  router.use(answerUnstored(), requireAdmin(callers));
  router.get('/status', (context) => answer(context, 200, actions.status(context.query['collect'] === 'true')));
  router.post('/reload', async (context) => {
    await actions.reload();
    answer(context, 200, actions.status(false));
  });
  router.post('/rollback', (context) => rollBack(context, actions));
  if (cancel) router.post('/cancel', (context) => cancelCall(context, cancel));
  router.get('/log', (context) => answer(context, 200, actions.levels()));
  router.post('/log', (context) => setLevel(context, actions));
  router.all('/{*action}', (context) => refuse(context, 404, `there is ${known}`));
  return serveRoutes(router);
}

/** Keeps answers out of caches, and answers with status 503 when the audit trail cannot be written. */
function answerUnstored(): Middleware {
  return async (context, next) => {
    context.set('Cache-Control', 'no-store');
    try {
      await next();
    } catch (error) {
      if (!(error instanceof UnwrittenError)) throw error;
      refuse(context, 503, error.message);
    }
  };
}

function answer(context: Context, status: number, body: object): void {
  context.status = status;
  context.body = body;
}

function refuse(context: Context, status: number, error: string): void {
  answer(context, status, { error });
}

async function rollBack(context: Context, actions: AdminActions): Promise<void> {
  const { server, to } = context.query;
  if (typeof server !== 'string' || Array.isArray(to)) {
    refuse(context, 400, 'say which plugin: POST /admin/rollback?server=…');
    return;
  }
  try {
    answer(context, 200, { server, manifestCid: await actions.rollback(server, to) });
  } catch (error) {
    if (error instanceof UnwrittenError) throw error;
    refuse(context, 409, error instanceof Error ? error.message : 'it cannot be rolled back');
  }
}

async function cancelCall(context: Context, cancel: NonNullable<AdminActions['cancel']>): Promise<void> {
  const { call } = context.query;
  if (typeof call !== 'string' || !/^[\da-f]{12}-\d{1,15}$/.test(call))
    refuse(context, 400, 'say which call, by its id on the dashboard: POST /admin/cancel?call=…');
  else if (await cancel(call)) answer(context, 200, { call });
  else refuse(context, 404, 'the call has ended, or runs in another process');
}

function setLevel(context: Context, actions: AdminActions): void {
  const { module, level } = context.query;
  try {
    actions.setLevel(String(module), String(level));
    answer(context, 200, actions.levels());
  } catch (error) {
    if (error instanceof UnwrittenError) throw error;
    refuse(context, 400, error instanceof Error ? error.message : 'the level cannot be set');
  }
}
