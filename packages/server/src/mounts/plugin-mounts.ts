/**
 * The only server of a plugin that the caller hosts, without a configuration of servers, discovery or composition.
 */
import type { CatalogSource } from '@sigil/core/catalog';
import type { RemoteServer } from '@sigil/gateway';
import type { HostedPlugin } from '@sigil/plugin-host';
import { followBuildInfo } from './build-info.js';
import { makeEngine, type EngineIdentity, type EngineParts } from './make-engine.js';
import type { Mount } from './mount.js';
import type { ServedMounts } from './served-mounts.js';

/** The name of the only server, and its components. */
export interface OfferedPlugin {
  /** The name in the paths: the server is at `/mcp/{name}`, and at `/mcp`. */
  readonly name: string;
  readonly version: string;
  readonly description?: string | undefined;
  /** The facts that clients get instead of the three members above. */
  readonly shownInfo?: EngineIdentity['shownInfo'];
  readonly source: CatalogSource;
  /** The hosted plugin whose state the pages show; stays open when the server is closed. */
  readonly plugin?: HostedPlugin | undefined;
  /** The upstream whose state the pages show; stays open when the server is closed. */
  readonly remote?: RemoteServer | undefined;
}

/** The dependencies of the only engine, and of its page. */
export interface PluginMountParts extends EngineParts {
  /** Reasons why tools are left out, a sentence each; none by default. */
  readonly problems?: () => readonly string[];
}

/** @throws RangeError for an invalid limit */
export function openPluginMounts(
  offered: OfferedPlugin,
  isStateless: boolean,
  { problems = () => [], ...parts }: PluginMountParts,
): ServedMounts {
  const { name, version, description = '', source, plugin, remote } = offered;
  const info = { name, version, description };
  const shownInfo = offered.shownInfo ?? (plugin && followBuildInfo(info, plugin));
  const engine = makeEngine({ ...info, shownInfo }, source, parts);
  const mount: Mount = {
    name,
    path: `/mcp/${name}`,
    shortPath: '/mcp',
    description,
    engine,
    source,
    plugins: new Map(plugin ? [[name, plugin]] : []),
    stateless: isStateless,
    isConfigured: false,
    get remote() {
      return remote?.status;
    },
    get problems() {
      return [...(remote?.leftOut ?? []), ...problems()];
    },
    overrides: [],
  };
  return {
    all: [mount],
    shown: [mount],
    refused: [],
    problems: [],
    remotes: new Map(remote ? [[name, remote]] : []),
    waitForUpstreams: () => remote?.ready,
    hosts: { entries: new Map(plugin ? [[name, { plugin, isDiscovered: true }]] : []), missing: [], leftOut: [] },
    onMounts: () => () => undefined,
    describe: () => undefined,
    rollback: () => Promise.reject(new Error('no history is kept here to roll back to')),
    close() {
      engine.close();
      return Promise.resolve();
    },
  };
}
