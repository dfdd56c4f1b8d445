/**
 * Opens the search for the tools of one server.
 */
import type { Catalog, CatalogSource } from '@sigil/core/catalog';
import { isDiscoveryTool, type DiscoveryClient, type ToolDiscovery } from '@sigil/core/internal';
import { estimateTokens } from './count-tokens.js';
import { defaultAboveTokens, type DiscoverySettings } from '../configuration/discovery-settings.js';
import { indexOf } from './catalog-index.js';
import { defersTools, ListingChoices } from './listing-choices.js';
import type { SearchRecord } from './search-record.js';

/** @returns `undefined` for a server that lists all of its tools */
export function openDiscovery(
  { mode, aboveTokens = defaultAboveTokens, deferringClients = [] }: DiscoverySettings,
  record?: SearchRecord,
): ToolDiscovery | undefined {
  if (mode === 'all') return undefined;
  const choices = new ListingChoices();
  const isShort = (catalog: Catalog): boolean => estimateTokens(catalog) <= aboveTokens;
  return {
    listsAll: (client: DiscoveryClient, catalog) =>
      mode === 'auto' && choices.of(client, () => defersTools(client, deferringClients) || isShort(catalog)),
    listChanged: (whole) => void setImmediate(() => indexOf(whole())),
    search: (catalog, query, limit) => indexOf(catalog).search(query, limit),
    ...(record
      ? {
          searched: (client, query, found) => record.searched(client, query, found),
          called: (client, tool) => record.called(client, tool),
        }
      : {}),
  };
}

/** Returns a sentence for each tool that is left out because the search has its name. */
export function problemsOfDiscovery(settings: DiscoverySettings | undefined, source: CatalogSource): readonly string[] {
  if (!settings || settings.mode === 'all') return [];
  return source
    .current()
    .tools.filter(({ definition }) => isDiscoveryTool(definition.name))
    .map(
      ({ definition }) => `the tool "${definition.name}" was left out: the search for tools has this name; rename it`,
    );
}
