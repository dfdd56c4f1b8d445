/**
 * A mount: one server under a name, served at `/mcp/{name}`.
 */
import { buildCatalog, fixedSource, type CatalogSource } from '@sigil/core/catalog';
import type { Engine } from '@sigil/core/engine';
import type { HostedPlugin } from '@sigil/plugin-host';

/** What is read of a mount is as it is now: all but its name and its engine may change while it serves. */
export interface Mount {
  readonly name: string;
  readonly path: string;
  /** A second path of the same endpoints, where browsers are given the pages. */
  readonly shortPath?: string;
  readonly description: string;
  readonly engine: Engine;
  readonly source: CatalogSource;
  /** The plugins behind it, by name; none for the mount that puts all servers together, nor for a shell command. */
  readonly plugins: ReadonlyMap<string, HostedPlugin>;
  /** Whether older revisions are served without sessions. Another value is another mount. */
  readonly stateless: boolean;
  /** Whether a configuration file speaks of it, or its plugin was found. */
  readonly isConfigured: boolean;
  /** What of its configuration cannot be offered, a sentence each. */
  readonly problems: readonly string[];
  /** What its configuration says in the place of a plugin's source, a sentence each. */
  readonly overrides: readonly string[];
}

/** How long calls of a server that is taken away may go on. */
export const removalGraceMs = 30_000;

/** A server that is configured, or would be discovered, and is not served. */
export interface RefusedMount {
  readonly name: string;
  /** Why, a sentence each. */
  readonly problems: readonly string[];
}

/** What is shown of a server, served or refused. */
export interface ShownServer extends Omit<Mount, 'engine' | 'stateless'> {
  readonly isRefused?: boolean;
}

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

/** How many of each kind a mount offers right now. */
export interface MountCounts {
  readonly tools: number;
  readonly resources: number;
  readonly prompts: number;
}

/** Of the generation that serves now. */
export function countOffers({ source }: Pick<Mount, 'source'>): MountCounts {
  const catalog = source.current();
  return {
    tools: catalog.tools.length,
    resources: catalog.resources.length + catalog.resourceTemplates.length,
    prompts: catalog.prompts.length,
  };
}
