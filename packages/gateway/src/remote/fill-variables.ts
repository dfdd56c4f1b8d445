/**
 * Fills `${NAME}` in a text of the configuration with variables of the environment, so that secrets stand in no file.
 */
import { RemoteConfigurationError } from './remote-configuration.js';

const place = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Variables by name. */
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

/**
 * The same of a header's value.
 *
 * @throws RemoteConfigurationError for characters that no header may have, such as the line break that a file of a secret ends with
 */
export function fillHeader(text: string, member: string, environment: Environment): string {
  const value = fillVariables(text, member, environment);
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return value;
  throw new RemoteConfigurationError([
    `remote: "${member}" has a line break or another character that no header may have`,
  ]);
}
