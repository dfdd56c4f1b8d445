/**
 * A mount: one server under a name, served at `/mcp/{name}`.
 */
import type { CatalogSource, Engine } from '@sigil/core';
import type { HostedPlugin } from '@sigil/plugin-host';

export interface Mount {
  readonly name: string;
  readonly path: string;
  readonly description: string;
  readonly engine: Engine;
  readonly source: CatalogSource;
  /** Absent for the mount that puts all plugins together. */
  readonly plugin: HostedPlugin | undefined;
}

/** How many of each kind a mount offers right now. */
export interface MountCounts {
  readonly tools: number;
  readonly resources: number;
  readonly prompts: number;
}

export function countOffers({ source }: Mount): MountCounts {
  const { catalog, release } = source.pin();
  release();
  return {
    tools: catalog.tools.length,
    resources: catalog.resources.length + catalog.resourceTemplates.length,
    prompts: catalog.prompts.length,
  };
}
