/**
 * Explains how to give a plugin the configuration that it lacks, or that is not valid.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject, JsonValue } from '@sigil/core';
import { isJsonObject, type Manifest, PluginError } from '@sigil/core/building';
import { CommandError } from '../failures/command-error.js';

/** The sentence about giving a plugin its configuration. */
export const configurationHint = 'Its configuration is given with --config <file>, which holds JSON';

/** Returns whether a plugin fails only because of its configuration. */
export function isAboutConfiguration(error: unknown): error is PluginError {
  return error instanceof PluginError && error.code === 'configuration-invalid';
}

/**
 * Adds the flag for a configuration, and a valid example; any other error is returned unchanged,
 * as is that of a plugin without configuration.
 *
 * @param folder of the built plugin
 */
export async function explainConfiguration(error: Error, folder: string): Promise<Error> {
  if (!isAboutConfiguration(error)) return error;
  const classes = await readClasses(folder);
  if (classes.every(({ configSchema }) => configSchema === undefined)) return error;
  const example = Object.assign({}, ...classes.map(({ configSchema }) => exampleOf(configSchema)));
  const lines = [error.message, `${configurationHint}, for example:`, `  ${JSON.stringify(example)}`];
  return new CommandError(lines.join('\n'), { cause: error });
}

async function readClasses(folder: string): Promise<Manifest['classes']> {
  try {
    // Sound: it was built, and the host has read it.
    return (JSON.parse(await readFile(join(folder, 'dist/manifest.json'), 'utf8')) as Manifest).classes;
  } catch {
    return []; // The message is useful without an example too.
  }
}

/** Builds an example: the required members, each with a value of its type. */
function exampleOf(schema: JsonObject = {}): JsonObject {
  const { properties, required } = schema;
  if (!isJsonObject(properties) || !Array.isArray(required)) return {};
  return Object.fromEntries(
    required.flatMap((name) => (typeof name === 'string' ? [[name, valueOf(properties[name])]] : [])),
  );
}

const values: Readonly<Record<string, JsonValue>> = { number: 0, integer: 0, boolean: true, array: [], object: {} };

function valueOf(schema: JsonValue | undefined): JsonValue {
  if (!isJsonObject(schema)) return '…';
  const { type, enum: allowed, default: preset, properties } = schema;
  if (preset !== undefined) return preset;
  if (Array.isArray(allowed) && allowed[0] !== undefined) return allowed[0];
  if (properties !== undefined) return exampleOf(schema);
  return (typeof type === 'string' ? values[type] : undefined) ?? '…';
}
