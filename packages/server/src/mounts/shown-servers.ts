/**
 * Every server as pages and banner show it, refused ones too.
 */
import { buildCatalog, fixedSource } from '@sigil/core/catalog';
import type { Mount, RefusedMount, ShownServer } from './mount.js';
import { isOfOwnScheme } from '../resources/scheme.js';

/** Every server in the order of the names, refused ones too; the one of all together last. */
export function shownServers(all: readonly Mount[], refused: readonly RefusedMount[]): readonly ShownServer[] {
  const named = [...all.slice(0, -1), ...refused.map(showRefused)].sort((a, b) => (a.name < b.name ? -1 : 1));
  return [...named, ...all.slice(-1)];
}

const nothing = fixedSource(buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [] }));

function showRefused({ name, problems }: RefusedMount): ShownServer {
  const path = `/mcp/${name}`;
  return {
    name,
    path,
    description: '',
    source: nothing,
    plugins: new Map(),
    isConfigured: true,
    problems,
    overrides: [],
    isRefused: true,
  };
}

/** The number of components of each kind that a mount offers right now. */
export interface MountCounts {
  readonly tools: number;
  readonly resources: number;
  readonly prompts: number;
}

/** Counts the offers of the generation that serves now; the templates that the server adds to every mount are not among them. */
export function countOffers({ source }: Pick<Mount, 'source'>): MountCounts {
  const catalog = source.current();
  const templates = catalog.resourceTemplates.filter(({ definition }) => !isOfOwnScheme(definition.uriTemplate));
  return {
    tools: catalog.tools.length,
    resources: catalog.resources.length + templates.length,
    prompts: catalog.prompts.length,
  };
}
