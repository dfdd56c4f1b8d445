/**
 * Removes secrets from texts for logs and pages: those that this process knows, and text that looks like one.
 */
import { readFileSync } from 'node:fs';
import { openSecretFilter } from '@sigil/core/building';
import { blankProcessSecrets } from '@sigil/plugin-host/program';

/** Removes secrets from texts. */
export interface Redactor {
  /** Removes known secrets and anything that looks like a credential, for logs. */
  redact(text: string): string;
  /** Removes only known secrets, for pages whose snippets show where a credential goes. */
  redactKnown(text: string): string;
}

const replacement = '[redacted]';
/** Shorter secrets, which are found only by the names of their variables, would remove ordinary words. */
const shortestSecret = 8;
const secretName =
  /token|secret|(?:^|_)(?:api)?key(?:$|_)|passw|passphrase|credential|_auth$|authorization|dsn|cookie/i;

/** The name of a variable with several secrets, separated by commas. */
const keyRing = 'MCP_REQUEST_STATE_KEY';

/** Patterns of credentials; a replacement keeps the first group. */
const credentials: readonly RegExp[] = [
  /\b((?:Bearer|Basic) +)[\w.~+/=-]{6,}/gi,
  /(:\/\/)[^\s/@"'<>]+:[^\s/@"'<>]+(?=@)/g,
  /([?&;][\w.-]*(?:token|secret|key|passw|signature|sig|auth|credential|code)[\w.-]*=)[^&\s"'#<>]+/gi,
  /((?:authorization|cookie|api[-_]?key|token|secret|password)["']? *[:=] *["']?)(?!Bearer|Basic)[^\s"',;&}<>]{4,}/gi,
  /()\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
];

/**
 * The secrets in configurations of plugins are removed too, also of plugins that are hosted later.
 *
 * @param secrets that the process knows; those too short to differ from words are left out
 */
export function openRedactor(secrets: Iterable<string>): Redactor {
  const own = openSecretFilter(secrets, shortestSecret);
  const redactKnown = (text: string): string => blankProcessSecrets(own ? own(text) : text);
  return {
    redactKnown,
    redact: (text) =>
      credentials.reduce((rest, pattern) => rest.replace(pattern, `$1${replacement}`), redactKnown(text)),
  };
}

/** Returns the secrets of an environment by the names of variables; a variable `…_FILE` names a file with one. */
export function findSecrets(environment: NodeJS.ProcessEnv): readonly string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!value || !secretName.test(name)) return [];
    const texts = name.endsWith('_FILE') ? readSecretFile(value) : [value];
    return name.startsWith(keyRing) ? texts.flatMap((text) => [text, ...text.split(',')]) : texts;
  });
}

function readSecretFile(file: string): string[] {
  try {
    return [readFileSync(file, 'utf8').trim()];
  } catch {
    // The reader of the secret reports the problem; an unreadable file holds no secret of ours.
    return [];
  }
}
