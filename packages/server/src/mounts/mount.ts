/**
 * A mount: one server under a name, served at `/mcp/{name}`.
 */
import type { CatalogSource } from '@sigil/core/catalog';
import type { Engine } from '@sigil/core/engine';
import type { RemoteStatus } from '@sigil/gateway';
import type { HostedPlugin } from '@sigil/plugin-host';

/** One served server. Each member is read as it is now: all but the name and the engine may change while the mount serves. */
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
  /** How the upstream behind it is; absent for a server that has none. */
  readonly remote?: RemoteStatus | undefined;
  /** Tells whether older revisions are served without sessions. Another value is another mount. */
  readonly stateless: boolean;
  /** Tells whether a configuration file names the server; if not, its plugin was found. */
  readonly isConfigured: boolean;
  /** The parts of its configuration that cannot be offered, a sentence each. */
  readonly problems: readonly string[];
  /** The parts of its configuration that override a plugin's source, a sentence each. */
  readonly overrides: readonly string[];
}

/** Time that calls of a removed server may go on. */
export const removalGraceMs = 30_000;

/** A server that is configured, or would be discovered, and is not served. */
export interface RefusedMount {
  readonly name: string;
  /** Why, a sentence each. */
  readonly problems: readonly string[];
}

/** The members of a server, served or refused, that are shown. */
export interface ShownServer extends Omit<Mount, 'engine' | 'stateless'> {
  readonly isRefused?: boolean;
}
