/**
 * Fills `${NAME}` in a string of the configuration from environment variables, so that no file holds secrets.
 */
import { RemoteConfigurationError } from './remote-configuration.js';

const place = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Variables that every program sees; none holds a secret. */
export const commonVariables = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'USER', 'SHELL'];

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * @param member the member that holds the text, for messages
 * @throws RemoteConfigurationError naming the variable that is not set
 */
export function fillVariables(text: string, member: string, environment: Environment): string {
  return text.replaceAll(place, (_whole, name: string) => {
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (value !== undefined && value !== '') return value;
    throw new RemoteConfigurationError([`remote: "${member}" names the variable ${name}, which is not set`]);
  });
}

/** Returns the values of the variables that a configuration names, other than those that hold no secret. */
export function valuesIn(configuration: object, environment: Environment): string[] {
  const names = [...JSON.stringify(configuration).matchAll(place)].map(([, name = '']) => name);
  return names.filter((name) => !commonVariables.includes(name)).map((name) => environment[name] ?? '');
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
