/**
 * The admin address, at which an operator with the admin token reads the server's status, reloads and rolls back.
 *
 * There is no admin address without a token, nor in the read-only profile.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Middleware } from 'koa';
import { TokenTries } from './token-tries.js';

/** The actions of the admin address. */
export interface AdminActions {
  /**
   * Returns the state of every plugin and the memory in use, for JSON.
   *
   * @param collect whether garbage is to be collected before, where the process was started with `--expose-gc`
   */
  status(collect: boolean): object;
  /** Looks for new builds, publications, plugins and configuration now. */
  reload(): Promise<void>;
  /**
   * Lets a plugin serve an earlier build again.
   *
   * @param to the manifest's CID; the one before the present one when left out
   * @returns the manifest's CID that it now serves
   * @throws Error in words for the operator
   */
  rollback(server: string, to: string | undefined): Promise<string>;
  /** The levels of the log's modules; absent where there is no log of ours. */
  levels?(): Readonly<Record<string, string>>;
  /** @throws Error in words for the operator, when there is no such module or level */
  setLevel?(module: string, level: string): void;
}

const prefix = '/admin/';

/**
 * Serves the actions to those who present the token.
 *
 * @param token what the operator presents as `Authorization: Bearer …`
 * @param tries counts wrong ones by the network they come from; beyond the limit the answer is 429
 */
export function openAdmin(token: string, actions: AdminActions, tries = new TokenTries()): Middleware {
  const expected = digest(token);
  return async (context, next) => {
    if (!context.path.startsWith(prefix)) return next();
    context.set('Cache-Control', 'no-store');
    const presented = /^Bearer +(.+)$/i.exec(context.get('authorization'))?.[1];
    const address = context.req.socket.remoteAddress;
    const secondsToWait = presented === undefined ? 0 : tries.secondsToWait(address);
    if (secondsToWait > 0) {
      context.set('Retry-After', String(secondsToWait));
      context.status = 429;
      context.body = { error: `too many wrong tokens came from your network: try again in ${secondsToWait} s` };
      return undefined;
    }
    if (presented === undefined || !timingSafeEqual(digest(presented), expected)) {
      if (presented !== undefined) tries.noteWrong(address);
      context.set('WWW-Authenticate', 'Bearer realm="sigil admin"');
      context.status = 401;
      context.body = { error: 'present the admin token as "Authorization: Bearer …"' };
      return undefined;
    }
    const [status, body] = await answer(context.method, context.path.slice(prefix.length), {
      actions,
      query: context.query,
    });
    context.status = status;
    context.body = body;
    return undefined;
  };
}

interface AdminRequest {
  readonly actions: AdminActions;
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
}

async function answer(method: string, action: string, { actions, query }: AdminRequest): Promise<[number, object]> {
  const route = `${method} ${action}`;
  if (route === 'GET status') return [200, actions.status(query['collect'] === 'true')];
  if (route === 'POST reload') {
    await actions.reload();
    return [200, actions.status(false)];
  }
  if (route === 'POST rollback') return rollBack(actions, query);
  if (action === 'log') return answerLog(method, actions, query);
  const known =
    'GET /admin/status, POST /admin/reload, POST /admin/rollback?server=…&to=…, GET /admin/log, POST /admin/log?module=…&level=…';
  return [404, { error: `there is ${known}` }];
}

function answerLog(method: string, actions: AdminActions, { module, level }: AdminRequest['query']): [number, object] {
  const levels = actions.levels?.();
  if (!levels || (method !== 'GET' && method !== 'POST')) return [404, { error: 'there are no levels to read here' }];
  if (method === 'GET') return [200, levels];
  try {
    actions.setLevel?.(String(module), String(level));
    return [200, actions.levels?.() ?? {}];
  } catch (error) {
    return [400, { error: error instanceof Error ? error.message : 'the level cannot be set' }];
  }
}

async function rollBack(actions: AdminActions, query: AdminRequest['query']): Promise<[number, object]> {
  const { server, to } = query;
  if (typeof server !== 'string' || Array.isArray(to)) {
    return [400, { error: 'say which plugin: POST /admin/rollback?server=…' }];
  }
  try {
    return [200, { server, manifestCid: await actions.rollback(server, to) }];
  } catch (error) {
    return [409, { error: error instanceof Error ? error.message : 'it cannot be rolled back' }];
  }
}

/** Has the same length for every token, so that comparing does not reveal the token's length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
