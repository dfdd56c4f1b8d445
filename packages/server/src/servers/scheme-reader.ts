/**
 * Reads URIs of a server's own schemes, which belong to no plugin: content by CID, another server's resource, a variable.
 */
import type { Context } from '@sigil/core';
import { buildCatalog, type CatalogSource, type Components, type ResourceResult } from '@sigil/core/catalog';
import { narrowedSource } from './narrowed-source.js';

/** The reader of one server, whose own configuration decides what may be read. */
export interface SchemeReader {
  /** Returns whether the URI has one of the server's schemes, even if it names nothing. */
  reads(uri: string): boolean;
  /** @throws McpError `resource-not-found` when the URI names nothing */
  read(uri: string, context: Context): Promise<ResourceResult>;
}

/** A server's schemes, as a part of its catalog and for resources that its configuration names. */
export interface ServerSchemes extends SchemeReader {
  /** Resource templates; those that could find nothing are left out. */
  readonly components: Components;
}

const ownSchemes = ['cid://', 'server://', 'variable://'];

/** Returns a server's source as others include it, without the resources of its own schemes. */
export function withoutOwnSchemes(source: CatalogSource): CatalogSource {
  return narrowedSource(source, (catalog) => {
    const { resourceTemplates } = catalog;
    const shared = resourceTemplates.filter(({ definition }) => !isOwn(definition.uriTemplate));
    return shared.length === resourceTemplates.length
      ? catalog
      : buildCatalog({ ...catalog, resourceTemplates: shared });
  });
}

function isOwn(uriTemplate: string): boolean {
  return ownSchemes.some((scheme) => uriTemplate.startsWith(scheme));
}
