/**
 * The admin address, where an operator reads the server's status, reloads and rolls back.
 *
 * It is absent without an admin token or authentication, and in the read-only profile.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { mayUse } from '@sigil/core/catalog';
import type { Denial } from '@sigil/transport-http';
import type { Context, Middleware } from 'koa';
import type { EndpointAuthentication } from '../authentication/open-authentication.js';
import { TokenTries } from './token-tries.js';

/** The actions of the admin address. */
export interface AdminActions {
  /**
   * Returns the state of every plugin and the memory in use, as JSON.
   *
   * @param collect whether to collect garbage first, if the process was started with `--expose-gc`
   */
  status(collect: boolean): object;
  /** Looks for new builds, publications, plugins and configuration now. */
  reload(): Promise<void>;
  /**
   * Makes a plugin serve an earlier build again.
   *
   * @param to the manifest's CID; by default the build before the current one
   * @returns the CID of the manifest that now serves
   * @throws Error in words for the operator
   */
  rollback(server: string, to: string | undefined): Promise<string>;
  /** Ends a call in flight; absent where no calls are recorded. @returns whether there was such a call */
  cancel?(call: string): Promise<boolean>;
  /** The log levels by module; absent when the log is not ours. */
  levels?(): Readonly<Record<string, string>>;
  /** @throws Error in words for the operator, when there is no such module or level */
  setLevel?(module: string, level: string): void;
}

/** An action could not be recorded in the audit trail. The message says whether it was done all the same. */
export class UnwrittenError extends Error {
  override readonly name = 'UnwrittenError';
}

/** The resource that tokens for the address are issued for. */
export const adminPath = '/admin';
const prefix = `${adminPath}/`;

/** Scope of callers who may do everything at the admin address. */
export const adminScope = 'sigil:admin';
const guarded = { scopes: [adminScope] };

/** Those who may use the address, by token or authentication or both. */
export interface AdminCallers {
  /** Opens the address to callers that send it as `Authorization: Bearer …`. */
  readonly token?: string | undefined;
  /** Judges every other token. */
  readonly authentication?: EndpointAuthentication | undefined;
  /** Counts wrong tokens by network; beyond the limit the answer is 429. */
  readonly tries?: TokenTries;
  /** Called with each refusal, except those by `authentication`. */
  readonly onRefused?: ((denial: Denial) => void) | undefined;
}

/** Serves the actions to callers with the admin token, or with a token that has the scope. */
export function openAdmin({ tries = new TokenTries(), ...callers }: AdminCallers, actions: AdminActions): Middleware {
  const admit = openAdmission(callers);
  return async (context, next) => {
    if (!context.path.startsWith(prefix)) return next();
    context.set('Cache-Control', 'no-store');
    const isTry = context.get('authorization') !== '';
    const address = context.req.socket.remoteAddress;
    const secondsToWait = isTry ? tries.secondsToWait(address) : 0;
    const denial = secondsToWait > 0 ? tooManyWrong(secondsToWait) : await admit(context);
    if (secondsToWait > 0 && denial) callers.onRefused?.(denial);
    if (denial) {
      if (isTry && denial.status === 401) tries.noteWrong(address);
      context.set(denial.headers);
      context.status = denial.status;
      context.body = { error: denial.message };
      return undefined;
    }
    const request = { actions, query: context.query };
    const [status, body] = await answer(context.method, context.path.slice(prefix.length), request).catch(
      refuseUnwritten,
    );
    context.status = status;
    context.body = body;
    return undefined;
  };
}

/** @returns a function that returns the refusal of a request; `undefined` when the request is allowed */
function openAdmission({
  token,
  authentication,
  onRefused,
}: AdminCallers): (context: Context) => Promise<Denial | undefined> {
  const expected = token === undefined ? undefined : digest(token);
  const refused = (denial: Denial): Denial => {
    onRefused?.(denial);
    return denial;
  };
  return async (context) => {
    const presented = /^Bearer +(.+)$/i.exec(context.get('authorization'))?.[1];
    if (expected && presented !== undefined && timingSafeEqual(digest(presented), expected)) return undefined;
    if (!authentication) return refused(presented === undefined ? tokenNeeded : tokenWrong);
    const { url } = context.req;
    const verdict = await authentication.authenticate({
      authorization: context.req.headersDistinct['authorization']?.join(', '),
      url,
      address: context.req.socket.remoteAddress,
      forwardedFor: context.get('x-forwarded-for') || undefined,
    });
    if ('status' in verdict) return verdict;
    return mayUse(verdict, guarded) ? undefined : authentication.denyScopes(guarded.scopes, url);
  };
}

const tokenNeeded: Denial = {
  status: 401,
  message: 'present the admin token as "Authorization: Bearer …"',
  headers: { 'WWW-Authenticate': 'Bearer realm="sigil admin"' },
};

const tokenWrong: Denial = {
  status: 401,
  message: 'this is not the admin token',
  headers: { 'WWW-Authenticate': 'Bearer realm="sigil admin", error="invalid_token"' },
};

function tooManyWrong(seconds: number): Denial {
  const message = `too many wrong tokens came from your network: try again in ${seconds} s`;
  return { status: 429, message, headers: { 'Retry-After': String(seconds) } };
}

interface AdminRequest {
  readonly actions: AdminActions;
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
}

/** @throws every error except UnwrittenError */
function refuseUnwritten(error: unknown): [number, object] {
  if (error instanceof UnwrittenError) return [503, { error: error.message }];
  throw error;
}

async function answer(method: string, action: string, { actions, query }: AdminRequest): Promise<[number, object]> {
  const route = `${method} ${action}`;
  if (route === 'GET status') return [200, actions.status(query['collect'] === 'true')];
  if (route === 'POST reload') {
    await actions.reload();
    return [200, actions.status(false)];
  }
  if (route === 'POST rollback') return rollBack(actions, query);
  if (route === 'POST cancel' && actions.cancel) return cancelCall(actions, query);
  if (action === 'log') return answerLog(method, actions, query);
  const known =
    'GET /admin/status, POST /admin/reload, POST /admin/rollback?server=…&to=…, POST /admin/cancel?call=…, GET /admin/log, POST /admin/log?module=…&level=…';
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
    if (error instanceof UnwrittenError) throw error;
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
    if (error instanceof UnwrittenError) throw error;
    return [409, { error: error instanceof Error ? error.message : 'it cannot be rolled back' }];
  }
}

async function cancelCall(actions: AdminActions, { call }: AdminRequest['query']): Promise<[number, object]> {
  if (typeof call !== 'string' || !/^[\da-f]{12}-\d{1,15}$/.test(call)) {
    return [400, { error: 'say which call, by its id on the dashboard: POST /admin/cancel?call=…' }];
  }
  return (await actions.cancel?.(call))
    ? [200, { call }]
    : [404, { error: 'the call has ended, or runs in another process' }];
}

/** Hashes tokens to one length, so that the comparison does not reveal the token's length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
