/**
 * Fills `${NAME}` in the strings of an upstream's configuration from environment variables, so that no file holds secrets.
 */
import { readFileSync } from 'node:fs';
import { inheritedVariables } from '@sigil/client/internal';
import { fillVariables as fill, readVariable, variablesIn, type Variables } from '@sigil/core/building';
import type { JsonObject } from '@sigil/core';
import { RemoteConfigurationError } from './remote-configuration.js';

/** Environment variables by name. */
export type Environment = Variables;

/**
 * @param member the member that holds the text, for messages
 * @throws RemoteConfigurationError naming the variable that is not set
 */
export function fillVariables(text: string, member: string, environment: Environment): string {
  return fill(text, {
    where: 'remote',
    key: member,
    read: (name) => readValue(name, environment),
    fail: (message) => new RemoteConfigurationError([message]),
  });
}

/** Returns the values of the variables that a configuration names, other than those that hold no secret. */
export function valuesIn(configuration: object, environment: Environment): string[] {
  const names = variablesIn(JSON.parse(JSON.stringify(configuration)) as JsonObject); // as its file has it
  return names.filter((name) => !inheritedVariables.includes(name)).map((name) => readValue(name, environment) ?? '');
}

/**
 * Fills a header's value.
 *
 * @throws RemoteConfigurationError also for characters that no header may have, such as the line break at the end of a secret file
 */
export function fillHeader(text: string, member: string, environment: Environment): string {
  const value = fillVariables(text, member, environment);
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return value;
  throw new RemoteConfigurationError([
    `remote: "${member}" has a line break or another character that no header may have`,
  ]);
}

function readValue(name: string, environment: Environment): string | undefined {
  return readVariable(name, environment, (file) => readFileSync(file, 'utf8'));
}
