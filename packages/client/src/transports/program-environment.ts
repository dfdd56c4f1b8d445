/**
 * The environment of a program that is started as a server: what every program needs, and no secret of this process.
 */

/** The variables of this process that a program gets. */
export const inheritedVariables: readonly string[] = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'USER',
  'SHELL',
];

/** @returns the inherited variables that are set in `environment` */
export function readInherited(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const set = inheritedVariables.flatMap((name): [string, string][] => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(set);
}
