/**
 * A mount: one server under a name, served at `/mcp/{name}`.
 */
import type { CatalogSource } from '@sigil/core/catalog';
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
