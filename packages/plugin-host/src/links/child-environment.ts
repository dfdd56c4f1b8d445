/**
 * The environment variables of child processes: a few of this process's own, and those that are given.
 *
 * All others stay here, since they may hold secrets of the server and of other plugins.
 */

/** Variables for paths, language, time zone, and those that Node and its TLS need to run as in the server. */
const allowed = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TMP',
  'TEMP',
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'NODE_ENV',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
  'SystemRoot',
] as const;

/** Builds the environment of a plugin's worker or process, or of any other program that needs to know nothing of this one. */
export function childEnvironment(given: Readonly<Record<string, string>> = {}): Record<string, string> {
  const passed = allowed.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(passed), ...given };
}
