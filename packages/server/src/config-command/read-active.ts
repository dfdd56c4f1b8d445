/**
 * Reads the active configuration: of a running server over HTTP, of files by opening them as a server does.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isJsonObject, type JsonObject } from '@sigil/core';
import { isCid } from '@sigil/plugin-host';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { readConfiguration, type RawConfiguration } from '../configuration/configuration.js';
import { openMounts } from '../mounts/open-mounts.js';
import { openServerLog } from '../log/server-log.js';

/** The environment of a command. */
export interface ReadSurroundings {
  readonly environment: NodeJS.ProcessEnv;
  readonly bundledPlugins: string;
}

type Reader = 'anybody' | 'operator';

/** The longest wait for the configuration of a running server. */
const fetchTimeoutMs = 10_000;

/**
 * @param target a folder, a file, a CID, a URL; by default the configuration that a server would serve here
 * @param reader `anybody` leaves out what a running server shows to nobody: values of constants, texts and messages
 * @returns the configuration by server name, as at `/mcp/meta`
 * @throws ConfigurationError when it cannot be read
 */
export async function readActive(
  target: string | undefined,
  flags: RawConfiguration,
  surroundings: ReadSurroundings,
  reader: Reader = 'operator',
): Promise<JsonObject> {
  return target !== undefined && isServer(target)
    ? fetchActive(target)
    : openActive(target, flags, surroundings, reader);
}

/** Returns whether a target is the URL of a running server. */
export function isServer(target: string): boolean {
  return /^https?:/.test(target);
}

async function fetchActive(target: string): Promise<JsonObject> {
  const url = new URL('/mcp/meta', target);
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(fetchTimeoutMs),
    });
    const active: unknown = response.ok ? await response.json() : undefined;
    if (isJsonObject(active)) return active;
    throw new ConfigurationError(`${url.href} does not say what it serves: it answered ${response.status}`);
  } catch (cause) {
    if (cause instanceof ConfigurationError) throw cause;
    throw new ConfigurationError(`${url.href} cannot be reached`, { cause });
  }
}

/** Opens the servers without writing or following anything; code that waits for its first use does not run. */
async function openActive(
  target: string | undefined,
  flags: RawConfiguration,
  { environment, bundledPlugins }: ReadSurroundings,
  reader: Reader,
): Promise<JsonObject> {
  const configuration = readConfiguration({ ...flags, ...readTarget(target, flags) }, environment, bundledPlugins);
  const kept = configuration.stateFolder === undefined ? [] : [join(configuration.stateFolder, 'content')];
  const own = { ...configuration, stateFolder: undefined, follow: false, activation: 'onFirstUse' as const };
  const mounts = await openMounts(
    own,
    openServerLog(() => undefined),
    { contentFolders: kept },
  );
  const active = mounts.describe(reader);
  await mounts.close();
  return active;
}

function readTarget(target: string | undefined, { plugins }: RawConfiguration): RawConfiguration {
  if (target === undefined) return {};
  if (isCid(target)) return { mcps: target };
  const path = resolve(target);
  if (!existsSync(path)) throw new ConfigurationError(`there is no configuration "${target}"`);
  const file = statSync(path).isDirectory() ? findIn(path) : path;
  const beside = join(dirname(file), 'plugins');
  return { mcps: file, ...(plugins === undefined && existsSync(beside) ? { plugins: beside } : {}) };
}

function findIn(folder: string): string {
  const found = ['mcps.source.json', 'mcps.json'].map((name) => join(folder, name)).find((file) => existsSync(file));
  if (found === undefined) throw new ConfigurationError(`there is no mcps.source.json or mcps.json in "${folder}"`);
  return found;
}
