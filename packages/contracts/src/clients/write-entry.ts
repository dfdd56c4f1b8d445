/**
 * Writes a server as a client's entry, with secrets by reference where the client supports it.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import type { ClientConfiguration, ReferenceStyle } from './client-configuration.js';
import { clientConfiguration, type ClientId } from './client-configurations.data.js';
import { bridgeTo } from './bridge.js';
import { replaceVariables, soleVariableIn, variablesIn, type InstallableServer } from './server-entry.js';

/** A secret that VS Code asks for, once. */
export interface PromptedInput {
  readonly id: string;
  readonly type: 'promptString';
  readonly description: string;
  readonly password: true;
}

/** An entry, and its place in the file. */
export interface WrittenEntry {
  /** From the root of the file. */
  readonly path: readonly string[];
  readonly value: JsonObject;
  /** Items for the array `inputs` at the root; empty for all clients but VS Code. */
  readonly inputs: readonly PromptedInput[];
  /** The variables whose values appear in the entry, since the client resolves no reference there. */
  readonly exposed: readonly string[];
}

/** The server to write, and the name that the client's file gives it. */
export interface EntryRequest {
  readonly name: string;
  readonly server: InstallableServer;
  /** The values of variables; a reference to a missing one stays as it was given, `${NAME}`. */
  readonly values?: Readonly<Record<string, string | undefined>>;
  /** Windows starts scripts such as `npx` only through its command interpreter. */
  readonly isWindows?: boolean;
}

/** Returns the entry of `server` in the file of `client`. */
export function writeEntry(
  client: ClientId,
  { name, server, values = {}, isWindows = false }: EntryRequest,
): WrittenEntry {
  const configuration = clientConfiguration(client);
  const collected: Collected = { name, values, isWindows, inputs: [], exposed: new Set() };
  const value = writeValue(server, configuration, collected);
  const { inputs, exposed } = collected;
  return { path: [...configuration.keyPath, name], value, inputs, exposed: [...exposed] };
}

type Placeholders = Readonly<Record<string, JsonValue | undefined>>;

interface Collected {
  readonly name: string;
  readonly isWindows: boolean;
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly inputs: PromptedInput[];
  readonly exposed: Set<string>;
}

function writeValue(server: InstallableServer, configuration: ClientConfiguration, collected: Collected): JsonObject {
  const { http, stdio, references } = configuration;
  const $name = collected.name;
  if (server.kind === 'stdio') {
    const { env } = server;
    const isScript = collected.isWindows && server.command === 'npx';
    const command = isScript ? 'cmd' : server.command;
    const args = isScript ? ['/c', server.command, ...server.args] : server.args;
    const program = { $command: command, $args: args, $commandLine: [command, ...args] };
    return fill(stdio, { $name, ...program, ...envParts(env, references.env, collected) });
  }
  if (http === undefined) return writeValue(bridgeTo(server), configuration, collected);
  return fill(http, { $name, $url: server.url, ...headerParts(server.headers, references.headers, collected) });
}

function headerParts(
  headers: Readonly<Record<string, string>>,
  style: ReferenceStyle,
  collected: Collected,
): Placeholders {
  if (style !== 'member') {
    const written = mapValues(headers, (text) => writeText(text, style, collected));
    return { $headers: written, $headerNames: Object.values(headers).flatMap(variablesIn) };
  }
  const literal: Record<string, string> = {};
  const variables: Record<string, string> = {};
  let bearer: string | undefined;
  for (const [header, text] of Object.entries(headers)) {
    const sole = soleVariableIn(text);
    const token =
      header.toLowerCase() === 'authorization' && text.startsWith('Bearer ')
        ? soleVariableIn(text.slice(7))
        : undefined;
    if (token !== undefined) bearer = token;
    else if (sole !== undefined) variables[header] = sole;
    else literal[header] = writeText(text, 'none', collected);
  }
  return { $headers: literal, $headerVariables: variables, $bearerVariable: bearer };
}

function envParts(env: Readonly<Record<string, string>>, style: ReferenceStyle, collected: Collected): Placeholders {
  if (style !== 'member') return { $env: mapValues(env, (text) => writeText(text, style, collected)) };

  // A variable can be passed on only under its own name.
  const handedOn = Object.keys(env).filter((name) => soleVariableIn(env[name]!) === name);
  const others = Object.entries(env).filter(([name]) => !handedOn.includes(name));
  return {
    $env: Object.fromEntries(others.map(([name, text]) => [name, writeText(text, 'none', collected)])),
    $envVariables: handedOn,
  };
}

function writeText(text: string, style: ReferenceStyle, { name, values, inputs, exposed }: Collected): string {
  return replaceVariables(text, (variable) => {
    if (style === 'input') {
      const id = `${name}-${variable}`;
      const description = `${variable} for ${name}`;
      if (!inputs.some((input) => input.id === id))
        inputs.push({ id, type: 'promptString', description, password: true });
      return `\${input:${id}}`;
    }
    if (style !== 'none') return style.replace('NAME', variable);
    exposed.add(variable);
    return values[variable] ?? `\${${variable}}`;
  });
}

function fill(template: JsonObject, placeholders: Placeholders): JsonObject {
  const members = Object.entries(template).map(([key, value]): [string, JsonValue | undefined] => [
    key,
    typeof value === 'string' && value.startsWith('$') ? placeholders[value] : value,
  ]);
  return Object.fromEntries(
    members.filter((member): member is [string, JsonValue] => member[1] !== undefined && !isEmpty(member)),
  );
}

/** Returns whether a member can be left out; arguments always stay, as clients expect them. */
function isEmpty([key, value]: readonly [string, JsonValue | undefined]): boolean {
  return key !== 'args' && typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function mapValues(
  members: Readonly<Record<string, string>>,
  write: (text: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(members).map(([key, text]) => [key, write(text)]));
}
