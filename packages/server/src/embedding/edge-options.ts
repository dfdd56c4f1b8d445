/**
 * The options of a handler in an edge runtime. Those of `openHandler` that need files or processes are refused with the reason.
 */
import { defaultLimits, defaultSharedLimits, type OperationLimits, type SharedLimits } from '@sigil/core/engine';
import type { DiscoveryMode } from '@sigil/core/building';
import { ConfigurationError } from '../configuration/configuration-error.js';
import type { DiscoverySettings } from '../configuration/discovery-settings.js';
import type { NamespaceSeparator } from '../configuration/namespace-separator.js';

/** The options of a handler that serves from memory. */
export interface EdgeHandlerOptions {
  /** Host names that requests may have, beside loopback. A deployed handler answers none without its own name here. */
  readonly allowedHosts?: readonly string[];
  /** Origins whose pages may call, and read the answers. */
  readonly allowedOrigins?: readonly string[];
  /**
   * How the tools are listed: `all`, `search` for a few and a search for the others, or `auto`. Default: as the only plugin asks for, and
   * `all` of several.
   */
  readonly discovery?: DiscoveryMode | DiscoverySettings;
  /** Limits that are left out take their defaults. They are counted in each isolate. */
  readonly limits?: Partial<OperationLimits & SharedLimits>;
  /** Joins the name of a plugin and that of a tool, where several plugins are served. Default: `_`. */
  readonly namespaceSeparator?: NamespaceSeparator;
  /** Every request is served on its own: the next one may reach another isolate. */
  readonly stateless?: true;
  /**
   * Keys of 32 bytes for the state that clients carry between the rounds of a call that asks them: the first one seals, all of them open. By
   * default each isolate makes its own, and refuses rounds that another one began.
   */
  readonly requestStateKeys?: readonly Uint8Array[];
  /** The variables that `${NAME}` in the configuration of a plugin names: the `env` of a Worker, for instance. Default: none. */
  readonly environment?: object;
  /** Takes each line of the log, with its newline. Default: `console.error`. */
  readonly write?: (line: string) => void;
}

const known: Readonly<Record<keyof EdgeHandlerOptions, true>> = {
  allowedHosts: true,
  allowedOrigins: true,
  discovery: true,
  limits: true,
  namespaceSeparator: true,
  stateless: true,
  requestStateKeys: true,
  environment: true,
  write: true,
};

const asModules = 'pass built plugins as modules';

/** Why an option of `openHandler` is none here. */
const refused: ReadonlyMap<string, string> = new Map([
  ['activation', 'plugins start with the first request'],
  ['closeGraceMs', 'the runtime ends requests by itself'],
  ['follow', 'there are no files to follow: deploy a new build'],
  ['mcps', `there are no files of servers to read: ${asModules}`],
  ['plugins', 'a plugin has its `configuration` beside its modules, and there are no links to workers and processes'],
  ['pluginsFolder', `there are no files to read plugins from: ${asModules}`],
  ['profile', `there are no files of servers to read: ${asModules}`],
  ['publicUrl', 'there are no pages'],
  ['server', 'the only plugin answers, or all of them together: open a handler for each server'],
  ['stateFolder', 'there are no files to keep state in'],
  ['store', 'no state is shared between isolates'],
  ['watch', 'there are no files to watch: deploy a new build'],
  ['workers', 'there are no processes: the runtime starts isolates'],
]);

/** @throws ConfigurationError naming the option */
export function checkEdgeOptions(options: EdgeHandlerOptions): void {
  for (const [name, value] of Object.entries<unknown>({ ...options })) {
    if (value === undefined) continue;
    const why = refused.get(name);
    if (why !== undefined) throw new ConfigurationError(`"${name}" is no option in an edge runtime: ${why}`);
    if (!Object.hasOwn(known, name)) {
      const names = Object.keys(known).map((it) => `"${it}"`);
      throw new ConfigurationError(`"${name}" is no option of openEdgeHandler; there are ${names.join(', ')}`);
    }
    if (name === 'stateless' && value !== true)
      throw new ConfigurationError('"stateless" can only be true in an edge runtime: it keeps no sessions');
  }
}

/** The limits of each server, and of all callers in one isolate. */
export interface EdgeLimits {
  readonly operation: Partial<OperationLimits>;
  readonly shared: Partial<SharedLimits>;
}

/** @throws ConfigurationError naming a limit that does not exist or makes no sense */
export function separateEdgeLimits(limits: NonNullable<EdgeHandlerOptions['limits']>): EdgeLimits {
  const given = Object.entries(limits);
  for (const [name, value] of given) {
    if (!Object.hasOwn(defaultLimits, name) && !Object.hasOwn(defaultSharedLimits, name))
      throw new ConfigurationError(`"${name}" of "limits" is no limit of a server`);
    if (!Number.isSafeInteger(value) || value < 1)
      throw new ConfigurationError(`"${name}" of "limits" must be a whole number of at least 1`);
  }
  return {
    operation: Object.fromEntries(given.filter(([name]) => Object.hasOwn(defaultLimits, name))),
    shared: Object.fromEntries(given.filter(([name]) => Object.hasOwn(defaultSharedLimits, name))),
  };
}
