/**
 * The options of programs that serve the plugins of a folder themselves.
 */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEmbeddedConfiguration, type Configuration } from '../configuration/configuration.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import type { ConfigurationFile } from '../configuration/configuration-file.js';
import { findKeylessPlugin } from '../configuration/find-left-out.js';
import { findBuilder } from '../program/find-builder.js';
import type { ServerOptions } from '../running/open-server.js';

/** The parts that the program supplies. */
export interface EmbeddingParts {
  /** Takes each line of the log, with its newline. Default: standard error. */
  readonly write?: (line: string) => void;
  /** The variables of the server, such as `MCP_ADMIN_TOKEN`. Default: none, so that those of the program change nothing. */
  readonly environment?: NodeJS.ProcessEnv;
}

/** A function that serves, and the keys that it refuses, each with the reason. */
export interface EmbeddingCall {
  readonly name: string;
  readonly refused: Readonly<Record<string, string>>;
}

/**
 * Reads the options, and finds the builder if plugins are to be built.
 *
 * @throws ConfigurationError naming the option, or the folder if it is a plugin without the key that says so
 */
export async function readEmbedding(
  { name, refused }: EmbeddingCall,
  place: string | URL,
  { write, environment = {}, ...settings }: EmbeddingParts & ConfigurationFile,
): Promise<{ readonly configuration: Configuration; readonly options: ServerOptions }> {
  for (const [key, why] of Object.entries(refused))
    if (Reflect.get(settings, key) !== undefined)
      throw new ConfigurationError(`"${key}" is no option of ${name}: ${why}`);
  const folder = pathOf(place, name);
  const configuration = readEmbeddedConfiguration(folder, settings, environment);
  const { mcps, registry, packageFile } = settings;
  const keyless = (mcps ?? registry ?? packageFile) === undefined ? await findKeylessPlugin(folder) : undefined;
  if (keyless) throw new ConfigurationError(keyless.why);
  const options = {
    ...(write ? { write } : {}),
    ...(configuration.watch ? { builder: findBuilder(join(folder, 'package.json')) } : {}),
  };
  return { configuration, options };
}

/** A program in JavaScript may pass a variable that is not set. */
function pathOf(place: unknown, name: string): string {
  if (place instanceof URL) return fileURLToPath(place);
  if (typeof place === 'string' && place !== '') return resolve(place);
  throw new ConfigurationError(`${name} takes the path of a folder, or its file: URL, as the first parameter`);
}
