/**
 * The servers that transports and pages are given, whether a configuration names them or a caller handed one in.
 */
import type { JsonObject } from '@sigil/core';
import type { RemoteServer } from '@sigil/gateway';
import type { PluginHosts } from '../hosts/plugin-hosts.js';
import type { Mount, RefusedMount, ShownServer } from './mount.js';

/** All mounts that are served. Their opener closes them. */
export interface ServedMounts {
  readonly all: readonly Mount[];
  /** Every server in the order of the names, refused ones too; the one of all together last. */
  readonly shown: readonly ShownServer[];
  /** Servers that are not served because of a mistake, in the order of their names. */
  readonly refused: readonly RefusedMount[];
  /** The mistakes in the configuration of servers, of one or as a whole, where the one from before holds. */
  readonly problems: readonly string[];
  /** The upstream servers, by the name of the server that offers them; absent where there can be none. */
  readonly remotes?: ReadonlyMap<string, RemoteServer>;
  /** The plugins behind the servers, and those that are required and missing. */
  readonly hosts: Pick<PluginHosts, 'entries' | 'missing'>;
  /** Calls back with all mounts whenever some have come or gone. One listener. */
  onMounts: (mounts: readonly Mount[]) => void;
  /** The active configuration, as anybody may read it; absent where there is none. Disabled servers are in it only for the operator. */
  describe?(reader: 'anybody' | 'operator'): JsonObject;
  /** Lets a plugin serve an earlier build. @returns the CID of its manifest @throws PluginError */
  rollback(plugin: string, to: string | undefined): Promise<string>;
  /** Ends every conversation, then drains and stops the plugins that were opened for it. */
  close(): Promise<void>;
}
