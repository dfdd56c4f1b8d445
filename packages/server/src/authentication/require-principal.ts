/**
 * Protects pages and cards, which show what a server offers, from readers who may not call it.
 */
import { normalizeText } from '@sigil/core/building';
import type { Principal } from '@sigil/core/engine';
import type { Context, Middleware } from 'koa';
import { readPageName } from '../routing/page-name.js';
import type { Authentication } from './open-authentication.js';
import { readCredentials } from './read-credentials.js';

/** The part of a mount that determines which endpoint a page belongs to. */
interface PagedMount {
  readonly name: string;
  readonly path: string;
  readonly shortPath?: string;
}

/** Returns the reader of a page; `undefined` without authentication. */
export function readerOf(context: Context): Principal | undefined {
  return context.state['principal'] as Principal | undefined; // set only below
}

/** Answers as the endpoint of the page would; pages of all servers together belong to the last mount. */
export function requirePrincipal(authentication: Authentication, mounts: () => readonly PagedMount[]): Middleware {
  return async (context, next) => {
    const owner = findOwner(context.path, mounts());
    if (!owner) return next();
    const verdict = await authentication.ofPages(owner.path, owner.shortPath)(readCredentials(context));
    if (!('status' in verdict)) {
      context.state['principal'] = verdict;
      return next();
    }
    context.status = verdict.status;
    context.set({ ...verdict.headers, 'Cache-Control': 'no-store' });
    context.body = { error: verdict.message };
    return undefined;
  };
}

/** Clients look here for metadata of authorization; a 401 would mean that they need a token to find out how to get one. */
const discovery = /^\/\.well-known\/(oauth-|openid-)/;

/** Routes decode the names in an address, so that escaped letters lead to the same page. */
function findOwner(written: string, mounts: readonly PagedMount[]): PagedMount | undefined {
  const path = normalizeText(written);
  if (discovery.test(path)) return undefined;
  const page = pagePath.exec(path)?.[1];
  const paged = page === undefined ? undefined : readPageName(decode(page), mounts)?.server;
  if (paged) return paged;
  const isWithin = (mountPath: string): boolean => path === mountPath || path.startsWith(`${mountPath}/`);
  return mounts.find((mount) => isWithin(mount.path)) ?? mounts.at(-1);
}

/** The page of one server or of one of its skills, or its data. */
const pagePath = /^\/mcp\/meta\/([^/]+)(?:\/skills\/[^/]+)?$/;

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // The page has the same answer for it as for an unknown name.
    return part;
  }
}
