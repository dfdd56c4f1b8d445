/**
 * Reads the operator's file: the keys of flags and environment, and settings that only a file can hold.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, resolve } from 'node:path';
import { isJsonObject, type JsonObject } from '@sigil/core';
import type { Activation } from '@sigil/core/building';
import { defaultLimits, defaultSharedLimits, type OperationLimits, type SharedLimits } from '@sigil/core/engine';
import { isCid, isRemoteRegistry } from '@sigil/plugin-host';
import { readAuth, type AuthSettings } from './auth-settings.js';
import { flag, object, oneOf, readMembers, text, texts, wholeNumber } from './member-forms.js';
import { ConfigurationError } from './configuration-error.js';
import { sharedDiscovery, type SharedDiscoverySettings } from './discovery-settings.js';
import { VariableFiller } from './variable-filler.js';
import { serverCards, type ServerCard } from './server-card.js';
import { namespaceSeparators, type NamespaceSeparator } from './namespace-separator.js';
import type { ObservingFile } from './observing-settings.js';
import { longestEndMs } from './read-number.js';
import { readStore, type StoreSettings } from './store-settings.js';
import { maxWorkers } from './read-workers.js';
import { workerLimitForms, type WorkerLimits } from './worker-limits.js';
import { readPluginSettings, type PluginSettings } from './plugin-settings.js';
import { parseJsonFile } from '@sigil/core/building';

/** The settings in a file; defaults apply to absent members. Folders are absolute. */
export interface FileConfiguration extends ObservingFile, Partial<WorkerLimits> {
  readonly host?: string;
  readonly port?: number;
  readonly pluginsFolder?: string;
  readonly packageFile?: string;
  readonly registry?: string;
  readonly stateFolder?: string;
  readonly mcps?: string;
  readonly profile?: 'default' | 'readonly';
  readonly watch?: boolean;
  readonly follow?: boolean;
  readonly rollout?: 'together' | 'staggered';
  readonly activation?: Activation;
  readonly sse?: boolean;
  readonly ws?: boolean;
  readonly streams?: boolean;
  readonly stateless?: boolean;
  readonly strictLifecycle?: boolean;
  readonly skillsInSessions?: boolean;
  readonly card?: ServerCard;
  readonly namespaceSeparator?: NamespaceSeparator;
  readonly listTtlMs?: number;
  readonly listCacheScope?: 'public' | 'private';
  readonly discovery?: SharedDiscoverySettings;
  readonly blockedLoopMs?: number;
  readonly drainMs?: number;
  readonly closeGraceMs?: number;
  readonly workers?: number;
  readonly allowUnauthenticated?: boolean;
  readonly allowedHosts?: readonly string[];
  readonly allowedOrigins?: readonly string[];
  readonly publicUrl?: string;
  readonly sandboxUrl?: string;
  readonly trustedProxies?: readonly string[];
  readonly auth?: AuthSettings;
  readonly store?: StoreSettings;
  readonly middleware?: readonly string[];
  readonly extensions?: readonly string[];
  readonly interceptors?: readonly string[];
  readonly plugins: ReadonlyMap<string, PluginSettings>;
  readonly limits: Partial<OperationLimits>;
  readonly sharedLimits: Partial<SharedLimits>;
}

/** Files that are read without being named, if one is in the working folder. */
const standardFiles = [
  'sigil.config.json',
  'sigil.config.ts',
  'sigil.config.mts',
  'sigil.config.mjs',
  'sigil.config.js',
];

/** A day: clients that keep no stream open notice no change before. */
const longestListMs = 86_400_000;

/** The members that a file may have; `$schema` is for editors. */
export const fileForms = {
  $schema: text,
  host: text,
  port: wholeNumber(0, 65_535),
  pluginsFolder: text,
  packageFile: text,
  registry: text,
  stateFolder: text,
  mcps: text,
  profile: oneOf('default', 'readonly'),
  watch: flag,
  follow: flag,
  rollout: oneOf('together', 'staggered'),
  activation: oneOf('onFirstUse', 'onStart'),
  sse: flag,
  ws: flag,
  streams: flag,
  stateless: flag,
  strictLifecycle: flag,
  skillsInSessions: flag,
  card: oneOf(...serverCards),
  namespaceSeparator: oneOf(...namespaceSeparators),
  listTtlMs: wholeNumber(0, longestListMs),
  listCacheScope: oneOf('public', 'private'),
  discovery: sharedDiscovery,
  blockedLoopMs: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  drainMs: wholeNumber(0, longestEndMs),
  closeGraceMs: wholeNumber(0, longestEndMs),
  workers: wholeNumber(1, maxWorkers),
  ...workerLimitForms,
  log: oneOf('text', 'json'),
  accessLogPercent: wholeNumber(0, 100),
  metrics: flag,
  metricsPort: wholeNumber(0, 65_535),
  dashboard: flag,
  tracesUrl: text,
  tracesSamplePercent: wholeNumber(0, 100),
  auditFile: text,
  auditMode: oneOf('batched', 'strict'),
  auditArgumentsOf: texts,
  allowUnauthenticated: flag,
  allowedHosts: texts,
  allowedOrigins: texts,
  publicUrl: text,
  sandboxUrl: text,
  trustedProxies: texts,
  auth: object,
  store: object,
  middleware: texts,
  extensions: texts,
  interceptors: texts,
  plugins: object,
  limits: object,
};

/** Limits of each server, and of all servers in the process together. */
type Limits = OperationLimits & SharedLimits;

/** The limits of each server, and of all servers together. */
export const limitForms = {
  ...(Object.fromEntries(
    Object.keys({ ...defaultLimits, ...defaultSharedLimits }).map((name) => [
      name,
      wholeNumber(1, Number.MAX_SAFE_INTEGER),
    ]),
  ) as { readonly [Name in keyof Limits]: ReturnType<typeof wholeNumber> }), // a form for each name there is
  clientSharePercent: wholeNumber(1, 100),
};

const fail = (message: string): Error => new ConfigurationError(message);

/**
 * @param named the file that the operator named; by default a standard file, if there is one
 * @param filled gets the values of the variables that the file names
 * @throws ConfigurationError naming the file and the key, what was expected and what came
 */
export function readConfigurationFile(
  named: string | undefined,
  environment: NodeJS.ProcessEnv,
  filled = new VariableFiller(environment),
): FileConfiguration {
  const where = named ?? findStandardFile();
  if (where === undefined) return { plugins: new Map(), limits: {}, sharedLimits: {} };
  const file = resolve(where);
  const given = extname(file) === '.json' ? parse(readSource(file), where) : load(file, where);
  return readMembersOf(filled.fillIn(given, where), { where, folder: dirname(file), environment });
}

/** The origin of settings: a name for errors, the folder of relative paths, and the variables that they may name. */
export interface SettingsPlace {
  readonly where: string;
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Reads settings in the form of a configuration file.
 *
 * @throws ConfigurationError naming the place and the key, what was expected and what came
 */
export function readMembersOf(given: JsonObject, { where, folder, environment }: SettingsPlace): FileConfiguration {
  const {
    $schema: _,
    plugins = {},
    limits = {},
    auth,
    store,
    middleware,
    extensions,
    interceptors,
    ...members
  } = readMembers(given, fileForms, { where, fail });
  return {
    ...members,
    ...absoluteFolders(members, folder),
    ...(members.discovery ? { discovery: withAbsoluteRecord(members.discovery, folder) } : {}),
    ...absoluteModules({ middleware, extensions, interceptors }, folder),
    ...(auth ? { auth: readAuth(auth, { where, folder: folder, environment }) } : {}),
    ...(store ? { store: readStore(store, where) } : {}),
    plugins: readPlugins(plugins, where),
    ...splitLimits(readMembers(limits, limitForms, { where: `"limits" of ${where}`, fail })),
  };
}

/**
 * Finds the configuration file of the working folder.
 *
 * @throws ConfigurationError when there are several
 */
export function findStandardFile(): string | undefined {
  const [found, another] = standardFiles.filter((name) => existsSync(name));
  if (another === undefined) return found;
  throw new ConfigurationError(
    `--config or MCP_CONFIG: ${found} and ${another} are both here: delete one, or name one`,
  );
}

function splitLimits(read: Partial<Limits>): Pick<FileConfiguration, 'limits' | 'sharedLimits'> {
  const of = (defaults: object): object =>
    Object.fromEntries(Object.entries(read).filter(([name]) => Object.hasOwn(defaults, name)));
  return { limits: of(defaultLimits), sharedLimits: of(defaultSharedLimits) };
}

function readSource(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new ConfigurationError(`--config or MCP_CONFIG: cannot read the file "${file}"`, { cause });
  }
}

/** Loads a module whose default export is the configuration. The TypeScript loader is loaded only for such a file. */
function load(file: string, where: string): JsonObject {
  if (!existsSync(file)) throw new ConfigurationError(`--config or MCP_CONFIG: cannot read the file "${file}"`);
  let exported: unknown;
  try {
    const { createJiti } = createRequire(import.meta.url)('jiti') as typeof import('jiti');
    const module: unknown = createJiti(import.meta.url, { fsCache: false, moduleCache: false })(file);
    exported = typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
  } catch (cause) {
    // The loader puts the position of a syntax error on a line of its own.
    const why = cause instanceof Error ? cause.message.replace(/\s+/g, ' ') : 'it threw no error';
    throw new ConfigurationError(`${where} cannot be loaded: ${why}`, { cause });
  }
  // Only JSON counts: `undefined` members are dropped, and later changes have no effect.
  const value: unknown = JSON.parse(JSON.stringify(exported ?? null));
  if (isJsonObject(value)) return value;
  throw new ConfigurationError(`${where} must export an object by default`);
}

function parse(source: string, where: string): JsonObject {
  let value: unknown;
  try {
    value = parseJsonFile(source);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'it cannot be parsed';
    throw new ConfigurationError(`${where} is not JSON: ${why}`, { cause });
  }
  if (isJsonObject(value)) return value;
  throw new ConfigurationError(`${where} must hold an object`);
}

/** Resolves modules relative to the file; leaves out absent lists. */
function absoluteModules(
  lists: Readonly<Record<'middleware' | 'extensions' | 'interceptors', readonly string[] | undefined>>,
  folder: string,
): Pick<FileConfiguration, 'middleware' | 'extensions' | 'interceptors'> {
  const named = Object.entries(lists).filter(([, modules]) => modules !== undefined);
  return Object.fromEntries(named.map(([key, modules]) => [key, modules?.map((it) => resolve(folder, it))]));
}

/** Resolves folders relative to the file. */
function absoluteFolders(
  members: Pick<FileConfiguration, 'pluginsFolder' | 'packageFile' | 'registry' | 'stateFolder' | 'mcps' | 'auditFile'>,
  folder: string,
): Partial<FileConfiguration> {
  const { pluginsFolder, packageFile, registry, stateFolder, mcps, auditFile } = members;
  return {
    ...(pluginsFolder === undefined ? {} : { pluginsFolder: resolve(folder, pluginsFolder) }),
    ...(packageFile === undefined ? {} : { packageFile: resolve(folder, packageFile) }),
    ...(registry === undefined ? {} : { registry: isRemoteRegistry(registry) ? registry : resolve(folder, registry) }),
    ...(stateFolder === undefined ? {} : { stateFolder: resolve(folder, stateFolder) }),
    ...(auditFile === undefined ? {} : { auditFile: resolve(folder, auditFile) }),
    ...(mcps === undefined ? {} : { mcps: isCid(mcps) ? mcps : resolve(folder, mcps) }),
  };
}

function withAbsoluteRecord(discovery: SharedDiscoverySettings, folder: string): SharedDiscoverySettings {
  const { record } = discovery;
  return record === undefined ? discovery : { ...discovery, record: resolve(folder, record) };
}

function readPlugins(given: JsonObject, where: string): ReadonlyMap<string, PluginSettings> {
  const settings = Object.entries(given).map(([name, value]): [string, PluginSettings] => {
    if (!isJsonObject(value)) throw new ConfigurationError(`"plugins" of ${where}: "${name}" must be an object`);
    return [name, readPluginSettings(value, `"plugins.${name}" of ${where}`)];
  });
  return new Map(settings);
}
