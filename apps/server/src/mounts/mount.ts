/**
 * A mount: one server under a name, served at `/mcp/{name}`.
 */
import { lookAt, type CatalogSource, type Engine } from '@sigil/core';
import type { HostedPlugin } from '@sigil/plugin-host';

/** What is read of a mount is as it is now: all but its name and its engine may change while it serves. */
export interface Mount {
  readonly name: string;
  readonly path: string;
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
}

/** How many of each kind a mount offers right now. */
export interface MountCounts {
  readonly tools: number;
  readonly resources: number;
  readonly prompts: number;
}

export function countOffers({ source }: Mount): MountCounts {
  const catalog = lookAt(source);
  return {
    tools: catalog.tools.length,
    resources: catalog.resources.length + catalog.resourceTemplates.length,
    prompts: catalog.prompts.length,
  };
}
