/**
 * The servers for transports and pages, from a configuration or from a caller.
 */
import type { JsonObject } from '@sigil/core';
import type { RemoteServer } from '@sigil/gateway';
import type { PluginHosts } from '../hosts/plugin-hosts.js';
import type { Mount, RefusedMount, ShownServer } from './mount.js';

/** All served mounts. The code that opens them closes them. */
export interface ServedMounts {
  readonly all: readonly Mount[];
  /** Every server sorted by name, including refused ones; that of all together comes last. */
  readonly shown: readonly ShownServer[];
  /** Servers that are refused because of a mistake, sorted by name. */
  readonly refused: readonly RefusedMount[];
  /** The mistakes in the configuration of one or all servers, while the previous one stays in use. */
  readonly problems: readonly string[];
  /** The upstream servers, by the name of the server that offers them. */
  readonly remotes: ReadonlyMap<string, RemoteServer>;
  /**
   * Waits until each upstream of a server has been tried once: it was reached, or failed, or needs a sign-in. Never rejects.
   *
   * @returns `undefined` for a server without upstreams
   */
  waitForUpstreams(name: string): Promise<void> | undefined;
  /** The plugins of the servers, and the required ones that are missing. */
  readonly hosts: Pick<PluginHosts, 'entries' | 'missing' | 'leftOut'>;
  /** Calls back with all mounts whenever some were added or removed. @returns ends it */
  onMounts(listener: (mounts: readonly Mount[]) => void): () => void;
  /** Returns the active configuration; `undefined` if there is none. Only the operator sees disabled servers. */
  describe(reader: 'anybody' | 'operator'): JsonObject | undefined;
  /** Makes a plugin serve an earlier build. @returns the CID of its manifest @throws PluginError */
  rollback(plugin: string, to: string | undefined): Promise<string>;
  /** Ends every session, then drains and stops the plugins that were opened for it. */
  close(): Promise<void>;
}
