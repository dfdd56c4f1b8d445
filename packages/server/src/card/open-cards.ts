/**
 * Serves the card of each server at `{endpoint}/server-card`, to pages of any origin. Off by default.
 */
import type Koa from 'koa';
import type { Context } from 'koa';
import type { ServerCard } from '../configuration/server-card.js';
import type { ShownServer } from '../mounts/mount.js';
import type { ShownMounts } from '../pages/open-pages.js';
import { describeForbidden } from '@sigil/transport-http';
import { answerIfModified } from '../pages/answer-if-modified.js';
import { readOrigin } from '../pages/reader-origin.js';
import { cardType, writeCard } from './write-card.js';

/** The options of serving cards. */
export interface CardOptions {
  readonly kind: Exclude<ServerCard, 'off'>;
  /** Host names that readers may use, in addition to loopback. */
  readonly allowedHosts: readonly string[];
  /** Reports a refused host. */
  readonly onForbidden?: ((message: string) => void) | undefined;
  /** Tells whether readers are authenticated, so that shared caches must not store a card. */
  readonly isPrivate?: boolean;
}

const suffix = '/server-card';
/** The longest time until a directory notices a new build. */
const maxAge = 'max-age=300';

/** @param mounts called for each request, so that a card describes the current servers */
export function openCards(app: Koa, mounts: ShownMounts, options: CardOptions): void {
  app.use((context, next) => {
    if (!context.path.endsWith(suffix)) return next();
    const path = context.path.slice(0, -suffix.length);
    const server = mounts(context).find(
      (mount) => !mount.isRefused && (mount.path === path || mount.shortPath === path),
    );
    return server === undefined ? next() : answer(context, server, options);
  });
}

function answer(context: Context, server: ShownServer, options: CardOptions): void {
  const { kind, allowedHosts, onForbidden, isPrivate = false } = options;
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
    context.status = 405;
    context.body = { error: `a server card answers GET, not ${context.method}` };
    return;
  }
  const origin = readOrigin(context.headers, allowedHosts);
  if (origin === undefined) {
    const message = describeForbidden('Host', context.get('host'));
    onForbidden?.(message);
    context.status = 403;
    context.body = { error: message };
    return;
  }
  const body = JSON.stringify(writeCard(server, origin, kind));
  context.set('Content-Type', cardType);
  context.set('Cache-Control', `${isPrivate ? 'private' : 'public'}, ${maxAge}`);
  context.set('Vary', 'Host, X-Forwarded-Proto');
  answerIfModified(context, body);
}
