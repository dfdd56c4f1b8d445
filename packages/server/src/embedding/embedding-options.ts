/**
 * The options of programs that serve the plugins of a folder themselves.
 */
import { join, resolve } from 'node:path';
import { readEmbeddedConfiguration, type Configuration } from '../configuration/configuration.js';
import type { ConfigurationFile } from '../configuration/configuration-file.js';
import { findBuilder } from '../program/find-builder.js';
import type { ServerOptions } from '../running/open-server.js';

/** The parts that the program supplies. */
export interface EmbeddingParts {
  /** Takes each line of the log, with its newline. Default: standard error. */
  readonly write?: (line: string) => void;
  /** The variables of the server, such as `MCP_ADMIN_TOKEN`. Default: none, so that those of the program change nothing. */
  readonly environment?: NodeJS.ProcessEnv;
}

/** Reads the options, and finds the builder if plugins are to be built. @throws ConfigurationError */
export function readEmbedding(
  folder: string,
  { write, environment = {}, ...settings }: EmbeddingParts & ConfigurationFile,
): { readonly configuration: Configuration; readonly options: ServerOptions } {
  const configuration = readEmbeddedConfiguration(folder, settings, environment);
  const options = {
    ...(write ? { write } : {}),
    ...(configuration.watch ? { builder: findBuilder(join(resolve(folder), 'package.json')) } : {}),
  };
  return { configuration, options };
}
