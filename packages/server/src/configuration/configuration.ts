/**
 * Reads the operator's settings from a file, overridden by the environment, overridden by flags. A clear message names a key with a wrong
 * value.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CacheHint, JsonObject } from '@sigil/core';
import type { Activation } from '@sigil/core/building';
import type { OperationLimits, SharedLimits } from '@sigil/core/engine';
import { findRegistryProblem, isCid, isRemoteRegistry, type OciCredentials } from '@sigil/plugin-host';
import { EnvironmentError, readEnvironmentServers, type EnvironmentServers } from '@sigil/gateway';
import { ConfigurationError } from './configuration-error.js';
import type { ConfigurationFile } from './configuration-file.js';
import type { SharedDiscoverySettings } from './discovery-settings.js';
import { environmentKeys } from './environment-keys.data.js';
import type { PluginSettings } from './plugin-settings.js';
import { nameSettingSource } from './setting-source.js';
import type { NamespaceSeparator } from './namespace-separator.js';
import { readCallers, requireCallers, type CallerConfiguration } from './require-callers.js';
import { readHosts, readOrigins } from './read-callers.js';
import { readObserving, type ObservingConfiguration } from './observing-settings.js';
import { VariableFiller } from './variable-filler.js';
import { readConfigurationFile, readMembersOf, type FileConfiguration } from './read-configuration-file.js';
import { readFlag } from './read-flag.js';
import { readWorkers } from './read-workers.js';
import { readWorkerLimits, type WorkerLimits } from './worker-limits.js';
import { readSandboxUrl } from './sandbox-url.js';
import { readServerCard, type ServerCard } from './server-card.js';
import { readAdminToken, readCredentials, readStateKeys, requireStateKeys } from './read-keys.js';
import { readEndTime, readNumber } from './read-number.js';
import { readActivation, readPort, readRollout, readSeparator } from './read-settings.js';
import { chooseVariable } from './choose-variable.js';
import { readSecret } from './secret-variable.js';
import type { StoreSettings } from './store-settings.js';

/** All settings, with defaults filled in. Folders and files are absolute. */
export interface Configuration extends ObservingConfiguration, CallerConfiguration {
  /** Address to listen on. */
  readonly host: string;
  /** Port to listen on; 0 takes any free one. */
  readonly port: number;
  /** Folder whose sub-folders are plugins. */
  readonly pluginsFolder: string;
  /** A package.json whose dependencies are served too, if they are plugins. */
  readonly packageFile: string | undefined;
  /** Folder or registry URL that `sigil publish` publishes to. */
  readonly registry: string | undefined;
  /** The name and password for a registry that requires them. */
  readonly registryCredentials?: OciCredentials | undefined;
  /** The folder of content, history and leases; `undefined` keeps them in memory. */
  readonly stateFolder: string | undefined;
  /** The `mcps.source.json` or built `mcps.json` that configures servers, or its CID; `undefined` makes each plugin a server. */
  readonly mcps: string | undefined;
  /** `readonly` offers only tools annotated read-only, follows no changes and has no admin address. */
  readonly profile: 'default' | 'readonly';
  /** Rebuild plugins when their sources change. */
  readonly watch: boolean;
  /** Swap in new builds and publications, mount new plugins, follow the configuration of servers. */
  readonly follow: boolean;
  /** Whether processes that share a store take a new build together, or one after the other. */
  readonly rollout: 'together' | 'staggered';
  /** `onStart` loads and starts the code of every plugin before it serves; otherwise the plugin's own setting applies. */
  readonly activation: Activation;
  /** Serve clients that know only the HTTP+SSE transport of 2024-11-05 too, at `/mcp/{server}/sse`. */
  readonly sse: boolean;
  /** Serve MCP and native streams over WebSocket too, at `/mcp/{server}/ws`. */
  readonly ws: boolean;
  /** Serve native streams over HTTP too, as event streams, at `/mcp/{server}/streams`. */
  readonly streams: boolean;
  /** Serve older revisions without sessions too: each POST alone, 405 for GET and DELETE. A server may override it. */
  readonly stateless: boolean;
  /** Over stdio, serve only pings and log levels between `initialize` and `notifications/initialized`. */
  readonly strictLifecycle: boolean;
  /** Serve the methods of skills in sessions too. */
  readonly skillsInSessions: boolean;
  /** The origin at which pages show views; `undefined` uses a port of its own, on loopback alone. */
  readonly sandboxUrl: string | undefined;
  /** The kind of card of each server at `/mcp/{server}/server-card`; with any, `/.well-known/ai-catalog.json` lists them. */
  readonly card: ServerCard;
  /** Joins a server's name and a tool's or prompt's where all servers are offered together. */
  readonly namespaceSeparator: NamespaceSeparator;
  /** How servers without a setting of their own list their tools. */
  readonly discovery: SharedDiscoverySettings | undefined;
  /** Host names accepted in requests, in addition to loopback and `host`: `mcp.example.com`. */
  readonly allowedHosts: readonly string[];
  /** Origins of pages that may read the answers of the endpoints: `https://app.example`. */
  readonly allowedOrigins: readonly string[];
  /** Opens `/admin` to callers that send it as a bearer token; `undefined` keeps it closed. */
  readonly adminToken: string | undefined;
  /** Of these the first seals what clients carry, such as state between rounds of a call; all open it. By default each process makes its own. */
  readonly requestStateKeys: readonly Uint8Array[] | undefined;
  /** The store that replicas share; `undefined` when this process serves alone. */
  readonly store: StoreSettings | undefined;
  /** Serve one mount over standard input and output instead of HTTP. */
  readonly stdioMount: string | undefined;
  /** The protocol over standard input and output. */
  readonly stdioView: 'mcp' | 'native';
  /** Settings by plugin name. */
  readonly plugins: ReadonlyMap<string, PluginSettings>;
  /** How long clients may keep lists that change only by a swap or a rule, and whether they may share them. */
  readonly listHint?: Partial<CacheHint> | undefined;
  /** The absolute paths of modules with extensions of the protocol. */
  readonly extensions?: readonly string[] | undefined;
  /** The absolute paths of modules with interceptors, the outermost first. */
  readonly interceptors?: readonly string[] | undefined;
  /** Limits of each server. */
  readonly limits: Partial<OperationLimits>;
  /** Limits for all servers together. */
  readonly sharedLimits: Partial<SharedLimits>;
  /** How long inline code may block the event loop before the log names it; `undefined` for the default. */
  readonly blockedLoopMs: number | undefined;
  /** How long a stopping server still serves, while `/readyz` reports that it stops. */
  readonly drainMs: number;
  /** Time that running calls may take after that; then they are aborted. */
  readonly closeGraceMs: number;
  /** Number of processes that serve; 1 serves in the program's own process. */
  readonly workers: number;
  readonly workerLimits: WorkerLimits;
  /** The upstream servers of the environment, in addition to those of `mcps`. */
  readonly upstreams: EnvironmentServers;
}

/** Settings as flags give them: text, or `undefined`. */
export interface RawConfiguration {
  readonly config?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly plugins?: string | undefined;
  readonly package?: string | undefined;
  readonly registry?: string | undefined;
  readonly state?: string | undefined;
  readonly mcps?: string | undefined;
  readonly profile?: string | undefined;
  readonly watch?: boolean | undefined;
  readonly sse?: boolean | undefined;
  readonly ws?: boolean | undefined;
  readonly streams?: boolean | undefined;
  readonly stateless?: boolean | undefined;
  readonly card?: string | undefined;
  readonly namespaceSeparator?: string | undefined;
  readonly stdio?: string | boolean | undefined;
  readonly native?: boolean | undefined;
  readonly mcp?: boolean | undefined;
  readonly allowUnauthenticated?: boolean | undefined;
  readonly allowOrigin?: readonly string[] | undefined;
  readonly allowHost?: readonly string[] | undefined;
  readonly workers?: string | undefined;
}

export { environmentKeys };

/** The mount that offers all servers together. */
export const everythingMount = 'all';

/** @throws ConfigurationError naming the key, what was expected and what came */
export function readConfiguration(
  flags: RawConfiguration,
  environment: NodeJS.ProcessEnv,
  bundledPlugins: string,
): Configuration {
  const filled = new VariableFiller(environment);
  try {
    const named = flags.config ?? (environment['MCP_CONFIG'] || undefined);
    return combine(flags, environment, readConfigurationFile(named, environment, filled), bundledPlugins);
  } catch (error) {
    throw filled.blankIn(error);
  }
}

/**
 * Reads the settings of a program that serves the plugins of a folder itself. Reads no file, and no variable but those in `environment`;
 * keeps no state unless a folder for it is named.
 *
 * @param given in the form of a configuration file; relative paths are those of the working folder
 * @throws ConfigurationError naming the key, what was expected and what came
 */
export function readEmbeddedConfiguration(
  folder: string,
  given: ConfigurationFile,
  environment: NodeJS.ProcessEnv,
): Configuration {
  // Drops undefined members, so that the defaults apply.
  const members = JSON.parse(JSON.stringify(given)) as JsonObject;
  const file = readMembersOf(members, { where: 'the options', folder: process.cwd(), environment });
  const configuration = combine({}, environment, file, resolve(folder));
  const stateFolder = file.stateFolder ?? (environment['MCP_STATE'] ? configuration.stateFolder : undefined);
  return { ...configuration, stateFolder };
}

/** Combines the file with flags and variables, which take precedence. */
function combine(
  flags: RawConfiguration,
  environment: NodeJS.ProcessEnv,
  file: FileConfiguration,
  bundledPlugins: string,
): Configuration {
  const hostVariable = chooseVariable(environment, 'MCP_HOST', 'PUBLISHER_HOST');
  const portVariable = chooseVariable(environment, 'MCP_PORT', 'PUBLISHER_PORT');
  const host = flags.host ?? (hostVariable.value || file.host) ?? environmentKeys.MCP_HOST;
  const isOpen =
    flags.allowUnauthenticated ?? readFlag('MCP_ALLOW_UNAUTHENTICATED', environment) ?? file.allowUnauthenticated;
  const callers = readCallers(environment['MCP_PUBLIC_URL'], file);
  if (isOpen !== true) requireCallers({ host, flag: flags.host, variable: hostVariable }, callers);
  const stdioMount = flags.stdio === true ? everythingMount : flags.stdio || undefined;
  const profile = readProfile(flags, environment, file);
  const requestStateKeys = readStateKeys(readSecret('MCP_REQUEST_STATE_KEY', environment));
  return {
    host,
    port: readPort(flags.port, portVariable, file.port),
    ...readPlaces(flags, environment, { file, bundledPlugins, isStdio: stdioMount !== undefined }),
    registryCredentials: readCredentials(readSecret('MCP_REGISTRY_CREDENTIALS', environment)),
    profile,
    watch: profile !== 'readonly' && (flags.watch ?? file.watch ?? false),
    follow: readFollow(environment, file, profile),
    rollout: readRollout(environment['MCP_ROLLOUT'], file),
    activation: readActivation(environment['MCP_ACTIVATION'], file),
    sse: flags.sse ?? readFlag('MCP_SSE', environment) ?? file.sse ?? false,
    ws: flags.ws ?? readFlag('MCP_WS', environment) ?? file.ws ?? false,
    streams: flags.streams ?? readFlag('MCP_STREAMS', environment) ?? file.streams ?? false,
    stateless: flags.stateless ?? readFlag('MCP_STATELESS', environment) ?? file.stateless ?? false,
    strictLifecycle: readFlag('MCP_STRICT_LIFECYCLE', environment) ?? file.strictLifecycle ?? false,
    skillsInSessions: readFlag('MCP_SKILLS_IN_SESSIONS', environment) ?? file.skillsInSessions ?? false,
    card: readServerCard(flags.card, environment['MCP_CARD'], file.card),
    namespaceSeparator: readSeparator(flags.namespaceSeparator, environment['MCP_NAMESPACE_SEPARATOR'], file),
    discovery: file.discovery,
    allowedHosts: [
      ...readHosts(flags.allowHost, environment['MCP_ALLOWED_HOSTS'], file.allowedHosts),
      ...(callers.publicUrl === undefined ? [] : [new URL(callers.publicUrl).host]),
    ],
    ...callers,
    sandboxUrl: readSandboxUrl(environment['MCP_SANDBOX_URL'], file.sandboxUrl, callers.publicUrl),
    allowedOrigins: readOrigins(flags.allowOrigin, environment['MCP_ALLOWED_ORIGINS'], file.allowedOrigins),
    adminToken: readAdminToken(readSecret('MCP_ADMIN_TOKEN', environment)),
    requestStateKeys,
    store: file.store && requireStateKeys(file.store, requestStateKeys),
    stdioMount,
    stdioView: readStdioView(flags),
    plugins: file.plugins,
    listHint: {
      ...(file.listTtlMs === undefined ? {} : { ttlMs: file.listTtlMs }),
      ...(file.listCacheScope ? { scope: file.listCacheScope } : {}),
    },
    extensions: file.extensions,
    interceptors: file.interceptors,
    limits: file.limits,
    sharedLimits: file.sharedLimits,
    blockedLoopMs: readNumber('MCP_BLOCKED_LOOP_MS', environment, 1) ?? file.blockedLoopMs,
    drainMs: readEndTime('MCP_DRAIN_MS', environment, file.drainMs),
    closeGraceMs: readEndTime('MCP_CLOSE_GRACE_MS', environment, file.closeGraceMs),
    workers: readWorkers({ flag: flags.workers, variable: environment['MCP_WORKERS'], ofFile: file.workers }),
    workerLimits: readWorkerLimits(environment, file),
    ...readObserving(environment, file),
    upstreams: readUpstreams(environment),
  };
}

function readUpstreams(environment: NodeJS.ProcessEnv): EnvironmentServers {
  try {
    return readEnvironmentServers(environment);
  } catch (error) {
    throw error instanceof EnvironmentError ? new ConfigurationError(error.message) : error;
  }
}

const registryNames = { flag: '--registry', variable: 'MCP_REGISTRY', member: 'registry' };

type Places = Pick<Configuration, 'pluginsFolder' | 'packageFile' | 'registry' | 'stateFolder' | 'mcps'>;

function readPlaces(
  flags: RawConfiguration,
  environment: NodeJS.ProcessEnv,
  { file, bundledPlugins, isStdio }: { file: FileConfiguration; bundledPlugins: string; isStdio: boolean },
): Places {
  const place = (flag: string | undefined, variable: string, ofFile: string | undefined): string | undefined => {
    const named = flag ?? environment[variable] ?? ofFile;
    if (!named) return undefined;
    const isPath = !(variable === 'MCP_MCPS' && isCid(named)) && !isRemoteRegistry(named);
    return isPath ? resolve(named) : named;
  };
  const pluginsFolder = place(flags.plugins, 'MCP_PLUGINS', file.pluginsFolder) ?? bundledPlugins;
  const registry = place(flags.registry, 'MCP_REGISTRY', file.registry);
  const problem = registry === undefined ? undefined : findRegistryProblem(registry);
  const registryKey = nameSettingSource(registryNames, { flag: flags.registry, variable: environment['MCP_REGISTRY'] });
  if (problem !== undefined) throw new ConfigurationError(`${registryKey}: ${problem}`);
  const standardMcps = resolve(pluginsFolder, '..', 'mcps.source.json');
  return {
    pluginsFolder,
    packageFile: place(flags.package, 'MCP_PACKAGE', file.packageFile),
    registry,
    stateFolder: place(flags.state, 'MCP_STATE', file.stateFolder) ?? (isStdio ? undefined : resolve('.sigil')),
    mcps: place(flags.mcps, 'MCP_MCPS', file.mcps) ?? (existsSync(standardMcps) ? standardMcps : undefined),
  };
}

function readProfile(
  flags: RawConfiguration,
  environment: NodeJS.ProcessEnv,
  file: FileConfiguration,
): Configuration['profile'] {
  const named = flags.profile ?? (environment['MCP_PROFILE'] || file.profile || 'default');
  if (named === 'default' || named === 'readonly') return named;
  const key = flags.profile === undefined ? 'MCP_PROFILE' : '--profile';
  throw new ConfigurationError(`${key} must be "default" or "readonly", got "${named}"`);
}

/** `--mcp` names the default, for those who prefer to name it. */
function readStdioView({ stdio, native = false, mcp = false }: RawConfiguration): Configuration['stdioView'] {
  if (native && mcp) throw new ConfigurationError('--native and --mcp exclude each other: leave one out');
  if ((native || mcp) && !stdio) {
    throw new ConfigurationError(
      `--${native ? 'native' : 'mcp'} means nothing without --stdio: add it, or leave it out`,
    );
  }
  return native ? 'native' : 'mcp';
}

function readFollow(environment: NodeJS.ProcessEnv, file: FileConfiguration, profile: string): boolean {
  if (profile === 'readonly') return false;
  return readFlag('MCP_FOLLOW', environment) ?? file.follow ?? true;
}
