/**
 * Serves the card of each server at `{endpoint}/server-card`, to pages of any origin. Off by default.
 */
import { createHash } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { ServerCard } from '../configuration/server-card.js';
import type { ShownServer } from '../mounts/mount.js';
import type { ShownMounts } from '../pages/open-pages.js';
import { newRouter, serveRoutes } from '../routing/new-router.js';
import { originOf, requireHost, type HostRules } from '../routing/require-host.js';
import { cardType, writeCard } from './write-card.js';

/** The options of serving cards. */
export interface CardOptions extends Omit<HostRules, 'refuse'> {
  readonly kind: Exclude<ServerCard, 'off'>;
  /** Whether readers are authenticated, so that shared caches must not store a card. */
  readonly isPrivate: boolean;
}

const suffix = '/server-card';
/** The longest time until a directory notices a new build. */
const maxAge = 'max-age=300';

/** @param mounts called for each request, so that a card describes the current servers */
export function openCards(mounts: ShownMounts, options: CardOptions): Middleware {
  const checkHost = requireHost({ ...options, refuse: (context, error) => refuse(context, 403, error) });
  const router = newRouter();
  router.all([`/mcp${suffix}`, `/mcp/:server${suffix}`], async (context, next) => {
    const path = context.path.slice(0, -suffix.length);
    const server = mounts(context).find((it) => !it.isRefused && (it.path === path || it.shortPath === path));
    // The pages answer for a server that does not exist.
    if (!server) return next();
    return answerAnyOrigin(context, () => checkHost(context, async () => sendCard(context, server, options)));
  });
  return serveRoutes(router);
}

/** Answers preflight requests, and refuses everything but reading. */
async function answerAnyOrigin(context: Context, read: () => unknown): Promise<void> {
  context.set('Access-Control-Allow-Origin', '*');
  context.set('Access-Control-Expose-Headers', 'ETag');
  if (context.method === 'OPTIONS') {
    context.set('Access-Control-Allow-Methods', 'GET, HEAD');
    context.set('Access-Control-Allow-Headers', 'Content-Type, If-None-Match');
    context.status = 204;
    return;
  }
  if (context.method !== 'GET' && context.method !== 'HEAD') {
    context.set('Allow', 'GET, HEAD, OPTIONS');
    refuse(context, 405, `a server card answers GET, not ${context.method}`);
    return;
  }
  await read();
}

function refuse(context: Context, status: number, error: string): void {
  context.status = status;
  context.body = { error };
}

function sendCard(context: Context, server: ShownServer, { kind, isPrivate }: CardOptions): void {
  const body = JSON.stringify(writeCard(server, originOf(context), kind));
  context.status = 200;
  context.set('Content-Type', cardType);
  context.set('Cache-Control', `${isPrivate ? 'private' : 'public'}, ${maxAge}`);
  context.set('Vary', 'Host, X-Forwarded-Proto');
  const tag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  context.set('ETag', tag);
  if (isKnown(context.get('If-None-Match'), tag)) context.status = 304;
  else context.body = body;
}

/** Koa's own check takes "no-cache", which `fetch` adds, for a demand to send the card again. Spec: RFC 9110 section 13.1.2 */
function isKnown(header: string, tag: string): boolean {
  return header.split(',').some((known) => known.trim() === '*' || known.trim().replace(/^W\//, '') === tag);
}
