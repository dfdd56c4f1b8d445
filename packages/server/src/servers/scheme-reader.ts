/**
 * How a server reads URIs of schemes that are no plugin's: content by its CID, another server's resource, a variable.
 */
import type { Context } from '@sigil/core';
import { buildCatalog, type CatalogSource, type Components, type ResourceResult } from '@sigil/core/catalog';
import { narrowedSource } from './narrowed-source.js';

/** For one server: what it may read is its own configuration's affair. */
export interface SchemeReader {
  /** Whether the URI is of one of its schemes, whatever is behind it. */
  reads(uri: string): boolean;
  /** @throws McpError `resource-not-found` when there is nothing behind the URI */
  read(uri: string, context: Context): Promise<ResourceResult>;
}

/** A server's schemes, and the resource templates that tell its clients of them. */
export interface ServerSchemes extends SchemeReader {
  readonly components: Components;
}

const ownSchemes = ['cid://', 'server://', 'variable://'];

/** A server as others include it: what its own schemes read stays its own. */
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
