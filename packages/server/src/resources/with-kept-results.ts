/**
 * Lets clients read what a server has kept, where the server has no configuration of its own: the one of all servers together.
 */
import { buildCatalog, fixedSource, type CatalogSource } from '@sigil/core/catalog';
import { composeSources } from '@sigil/plugin-host';
import { contentScheme } from './content-scheme.js';
import type { KeptResults } from './keep-large-results.js';
import { defaultMaxResourceBytes } from './open-schemes.js';

/** The same catalog, with `cid://` for what `kept` has of the server of this name. */
export function withKeptResults(source: CatalogSource, server: string, kept: KeptResults): CatalogSource {
  const { templates } = contentScheme({
    server,
    named: new Set(),
    store: kept.store,
    kept,
    maxResourceBytes: defaultMaxResourceBytes,
  });
  const own = buildCatalog({ tools: [], resources: [], resourceTemplates: templates, prompts: [] });
  // A plugin that has a template of that form keeps it.
  return composeSources([{ source }, { source: fixedSource(own) }], () => undefined);
}
