/**
 * Serves the card of each server at `{endpoint}/server-card`, to pages of any origin. Off by default.
 */
import type { Middleware } from 'koa';
import type { ServerCard } from '../configuration/server-card.js';
import type { ShownMounts } from '../pages/open-pages.js';
import { newRouter, serveRoutes } from '../routing/new-router.js';
import { answerDocument, type DocumentOptions } from './answer-document.js';
import { cardType, writeCard } from './write-card.js';

/** The end of a card's address, after that of the endpoint. */
export const cardSuffix = '/server-card';

/** @param mounts called for each request, so that a card describes the current servers */
export function openCards(mounts: ShownMounts, kind: Exclude<ServerCard, 'off'>, options: DocumentOptions): Middleware {
  const router = newRouter();
  router.all([`/mcp${cardSuffix}`, `/mcp/:server${cardSuffix}`], (context, next) => {
    // The router has decoded the name; an invalid one is unchanged, and names no server.
    const { server: name } = context['params'] as { readonly server?: string };
    const path = name === undefined ? '/mcp' : `/mcp/${name}`;
    const server = mounts(context).find((it) => !it.isRefused && (it.path === path || it.shortPath === path));
    // The pages answer for a server that does not exist.
    if (!server) return next();
    const document = { type: cardType, write: (base: string) => writeCard(server, base, kind) };
    return answerDocument(context, document, options);
  });
  return serveRoutes(router);
}
