/**
 * Reads the operator's file: the same keys as flags and environment, and what only a file can say well.
 */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isJsonObject, type JsonObject } from '@sigil/core';
import type { Activation } from '@sigil/core/building';
import { defaultLimits, defaultSharedLimits, type OperationLimits, type SharedLimits } from '@sigil/core/engine';
import { isCid } from '@sigil/plugin-host';
import { flag, object, oneOf, readMembers, text, texts, wholeNumber } from './checked-members.js';
import { ConfigurationError } from './configuration-error.js';
import { namespaceSeparators, type NamespaceSeparator } from './namespace-separator.js';
import { readPluginSettings, type PluginSettings } from './plugin-settings.js';

/** The settings in a file; for an absent member the default holds. Folders are absolute. */
export interface FileConfiguration {
  readonly host?: string;
  readonly port?: number;
  readonly pluginsFolder?: string;
  readonly registry?: string;
  readonly stateFolder?: string;
  readonly mcps?: string;
  readonly profile?: 'default' | 'readonly';
  readonly watch?: boolean;
  readonly follow?: boolean;
  readonly activation?: Activation;
  readonly sse?: boolean;
  readonly ws?: boolean;
  readonly stateless?: boolean;
  readonly namespaceSeparator?: NamespaceSeparator;
  readonly blockedLoopMs?: number;
  readonly allowUnauthenticated?: boolean;
  readonly allowedOrigins?: readonly string[];
  readonly plugins: ReadonlyMap<string, PluginSettings>;
  readonly limits: Partial<OperationLimits>;
  readonly sharedLimits: Partial<SharedLimits>;
}

/** Taken without being named, where it is in the working folder. */
export const standardFile = 'sigil.config.json';

const forms = {
  host: text,
  port: wholeNumber(0, 65_535),
  pluginsFolder: text,
  registry: text,
  stateFolder: text,
  mcps: text,
  profile: oneOf('default', 'readonly'),
  watch: flag,
  follow: flag,
  activation: oneOf('onFirstUse', 'onStart'),
  sse: flag,
  ws: flag,
  stateless: flag,
  namespaceSeparator: oneOf(...namespaceSeparators),
  blockedLoopMs: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  allowUnauthenticated: flag,
  allowedOrigins: texts,
  plugins: object,
  limits: object,
};

/** Of every server, and of all that the process serves together. */
type Limits = OperationLimits & SharedLimits;

const limitForms = {
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
 * @param named the file that the operator named; without one the standard file is read where it is there
 * @throws ConfigurationError naming the file and the key, what was expected and what came
 */
export function readConfigurationFile(named: string | undefined, environment: NodeJS.ProcessEnv): FileConfiguration {
  const file = resolve(named ?? standardFile);
  const source = readSource(file, named !== undefined);
  if (source === undefined) return { plugins: new Map(), limits: {}, sharedLimits: {} };
  const where = named ?? standardFile;
  const { plugins = {}, limits = {}, ...members } = readMembers(parse(source, where), forms, { where, fail });
  return {
    ...members,
    ...absoluteFolders(members, dirname(file)),
    plugins: readPlugins(plugins, where, environment),
    ...splitLimits(readMembers(limits, limitForms, { where: `"limits" of ${where}`, fail })),
  };
}

function splitLimits(read: Partial<Limits>): Pick<FileConfiguration, 'limits' | 'sharedLimits'> {
  const of = (defaults: object): object =>
    Object.fromEntries(Object.entries(read).filter(([name]) => Object.hasOwn(defaults, name)));
  return { limits: of(defaultLimits), sharedLimits: of(defaultSharedLimits) };
}

function readSource(file: string, isNamed: boolean): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    // Nobody asked for the standard file.
    if (!isNamed) return undefined;
    throw new ConfigurationError(`MCP_CONFIG: cannot read the file "${file}"`, { cause });
  }
}

function parse(source: string, where: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'it cannot be parsed';
    throw new ConfigurationError(`${where} is not JSON: ${why}`, { cause });
  }
  if (isJsonObject(value)) return value;
  throw new ConfigurationError(`${where} must hold an object`);
}

/** Folders in a file are meant from where the file is. */
function absoluteFolders(
  members: Pick<FileConfiguration, 'pluginsFolder' | 'registry' | 'stateFolder' | 'mcps'>,
  folder: string,
): Partial<FileConfiguration> {
  const { pluginsFolder, registry, stateFolder, mcps } = members;
  return {
    ...(pluginsFolder === undefined ? {} : { pluginsFolder: resolve(folder, pluginsFolder) }),
    ...(registry === undefined ? {} : { registry: resolve(folder, registry) }),
    ...(stateFolder === undefined ? {} : { stateFolder: resolve(folder, stateFolder) }),
    ...(mcps === undefined ? {} : { mcps: isCid(mcps) ? mcps : resolve(folder, mcps) }),
  };
}

function readPlugins(
  given: JsonObject,
  where: string,
  environment: NodeJS.ProcessEnv,
): ReadonlyMap<string, PluginSettings> {
  const settings = Object.entries(given).map(([name, value]): [string, PluginSettings] => {
    if (!isJsonObject(value)) throw new ConfigurationError(`"plugins" of ${where}: "${name}" must be an object`);
    return [name, readPluginSettings(value, `"plugins.${name}" of ${where}`, environment)];
  });
  return new Map(settings);
}
