/**
 * Serves the catalog of this host's servers at `/.well-known/ai-catalog.json`: where the card of each one is.
 *
 * Spec: AI Catalog 1.0, SEP-2127
 */
import type { JsonObject } from '@sigil/core';
import type { Catalog } from '@sigil/core/catalog';
import type { Middleware } from 'koa';
import type { ShownServer } from '../mounts/mount.js';
import type { ShownMounts } from '../pages/open-pages.js';
import { newRouter, serveRoutes } from '../routing/new-router.js';
import { answerDocument, type DocumentOptions } from './answer-document.js';
import { cardSuffix } from './open-cards.js';
import { cardType } from './write-card.js';

const catalogPath = '/.well-known/ai-catalog.json';
const catalogType = 'application/ai-catalog+json';

interface CatalogOptions extends DocumentOptions {
  /** True if a reader sees only what it may use; a server of which it may use nothing is then left out. */
  readonly hides: boolean;
}

/** @param mounts called for each request: the servers that its reader may see */
export function openCatalog(mounts: ShownMounts, { hides, ...options }: CatalogOptions): Middleware {
  const router = newRouter();
  router.all(catalogPath, (context) => {
    const servers = mounts(context).filter(
      ({ isRefused, source }) => !isRefused && !(hides && isEmpty(source.current())),
    );
    return answerDocument(context, { type: catalogType, write: (base) => writeCatalog(servers, base) }, options);
  });
  return serveRoutes(router);
}

function isEmpty({ tools, resources, resourceTemplates, prompts }: Catalog): boolean {
  return tools.length + resources.length + resourceTemplates.length + prompts.length === 0;
}

function writeCatalog(servers: readonly ShownServer[], base: string): JsonObject {
  const { hostname } = new URL(base);
  return {
    specVersion: '1.0',
    entries: servers.map(({ name, path }) => ({
      // Colons separate the parts of an identifier, and an IPv6 address has some.
      identifier: `urn:air:${hostname.replaceAll(/[[\]]/g, '').replaceAll(':', '-')}:mcp:${name}`,
      displayName: name,
      type: cardType,
      url: base + path + cardSuffix,
    })),
  };
}
