/**
 * Lets clients read the kept results of a server without its own configuration: that of all servers together.
 */
import { buildCatalog, fixedSource, type CatalogSource } from '@sigil/core/catalog';
import { composeSources } from '@sigil/plugin-host';
import { contentScheme } from './content-scheme.js';
import type { KeptResults } from './keep-large-results.js';
import { defaultMaxResourceBytes } from './open-schemes.js';

/** Returns the catalog with `cid://` for the results that `kept` has of this server. */
export function addResultResources(source: CatalogSource, server: string, kept: KeptResults): CatalogSource {
  const { templates } = contentScheme({
    server,
    named: new Set(),
    store: kept.store,
    kept,
    maxResourceBytes: defaultMaxResourceBytes,
  });
  const own = buildCatalog({ tools: [], resources: [], resourceTemplates: templates, prompts: [] });
  // A plugin's own template of that form takes precedence.
  return composeSources([{ source }, { source: fixedSource(own) }], () => undefined);
}
