/**
 * The environment variables of what is started: a few of this process's own, and those that it is given.
 *
 * Everything else stays here: it is where secrets of the server and of other plugins are.
 */

/** Paths, language, time zone, and what Node and its TLS need to run as the server does. */
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

/** For a plugin's worker or process, and for any other program that needs to know nothing of this one. */
export function childEnvironment(given: Readonly<Record<string, string>> = {}): Record<string, string> {
  const passed = allowed.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(passed), ...given };
}
