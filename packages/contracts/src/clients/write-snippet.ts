/**
 * Writes an entry as the text of a whole file that contains nothing else, in the client's format.
 *
 * The text for insertion into an existing file consists of the same lines.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { clientConfiguration, type ClientId } from './client-configurations.data.js';
import { writeEntry, type EntryRequest } from './write-entry.js';

/** Returns the file's text, without a line end after the last line. */
export function writeSnippet(client: ClientId, request: EntryRequest): string {
  const { path, value, inputs } = writeEntry(client, request);
  const { format } = clientConfiguration(client);
  if (format === 'toml') return writeTomlTable(path, value);
  const whole: JsonObject = path.reduceRight<JsonObject>((inner, key) => ({ [key]: inner }), value);
  if (format === 'yaml') return writeYamlLines(whole).join('\n');
  // Sound: inputs are plain members with strings and booleans.
  return JSON.stringify(
    inputs.length === 0 ? whole : { inputs: inputs as unknown as JsonValue, ...whole },
    undefined,
    2,
  );
}

/** Writes a TOML table: its scalars and lists first, then one table for each object in it. */
export function writeTomlTable(path: readonly string[], table: JsonObject): string {
  const members = Object.entries(table);
  const scalars = members.filter(([, value]) => !isObject(value));
  const tables = members.filter((member): member is [string, JsonObject] => isObject(member[1]));
  return [
    `[${path.map(writeTomlKey).join('.')}]`,
    ...scalars.map(([key, value]) => `${writeTomlKey(key)} = ${writeTomlValue(value)}`),
    ...tables.flatMap(([key, value]) => ['', writeTomlTable([...path, key], value)]),
  ].join('\n');
}

/** Writes a block mapping, line by line, without the indentation of its place. */
export function writeYamlLines(mapping: JsonObject): string[] {
  return Object.entries(mapping).flatMap(([key, value]) => {
    const name = writeYamlScalar(key);
    if (isObject(value) && Object.keys(value).length > 0) {
      return [`${name}:`, ...writeYamlLines(value).map((line) => `  ${line}`)];
    }
    if (Array.isArray(value) && value.length > 0) {
      return [`${name}:`, ...value.map((item) => `  - ${writeYamlScalar(item)}`)];
    }
    return [`${name}: ${writeYamlScalar(value)}`];
  });
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function writeTomlKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : writeTomlValue(key);
}

/** Writes a basic string with JSON's escapes, plus the one control character that JSON does not escape. */
function writeTomlValue(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return `[${value.map(writeTomlValue).join(', ')}]`;
  return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
}

/** Writes a plain scalar unless it could be read as another type or as syntax; otherwise quotes it, with escapes only if needed. */
function writeYamlScalar(value: JsonValue | undefined): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const isPlain = /^[A-Za-z/][A-Za-z0-9_./@-]*$/.test(value) && !/^(?:true|false|yes|no|on|off|null|y|n)$/i.test(value);
  if (isPlain) return value;
  return JSON.stringify(value) === `"${value}"` && !value.includes("'") ? `'${value}'` : JSON.stringify(value);
}
