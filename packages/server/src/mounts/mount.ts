/**
 * A mount: one server under a name, served at `/mcp/{name}`.
 */
import type { CatalogSource } from '@sigil/core/catalog';
import type { Engine } from '@sigil/core/engine';
import type { RemoteStatus } from '@sigil/gateway';
import type { HostedPlugin } from '@sigil/plugin-host';

/** One served server. All members except the name and the engine may change while it is mounted. */
export interface Mount {
  readonly name: string;
  readonly path: string;
  /** A second path of the same endpoints, where browsers get the pages. */
  readonly shortPath?: string;
  readonly description: string;
  readonly engine: Engine;
  readonly source: CatalogSource;
  /** Its plugins, by name; empty for the mount of all servers and for a shell command. */
  readonly plugins: ReadonlyMap<string, HostedPlugin>;
  /** The status of its upstream; absent if it has none. */
  readonly remote?: RemoteStatus | undefined;
  /** True if older revisions are served without sessions. A change makes another mount. */
  readonly stateless: boolean;
  /** The most tokens that the definitions of its tools should take; absent if no configuration says so. */
  readonly budget?: number | undefined;
  /** True if a configuration file names the server; otherwise its plugin was discovered. */
  readonly isConfigured: boolean;
  /** The parts of its configuration that cannot be offered, a sentence each. */
  readonly problems: readonly string[];
  /** The parts of its configuration that override a plugin's source, a sentence each. */
  readonly overrides: readonly string[];
}

/** Time that calls of a removed server may take to finish. */
export const removalGraceMs = 30_000;

/** A server that is configured, or would be discovered, and is not served. */
export interface RefusedMount {
  readonly name: string;
  /** The reasons, one sentence each. */
  readonly problems: readonly string[];
}

/** The members of a served or refused server for pages. */
export interface ShownServer extends Omit<Mount, 'engine' | 'stateless'> {
  readonly isRefused?: boolean;
}
