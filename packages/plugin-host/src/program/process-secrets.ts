/**
 * The secrets in the configurations of this process's plugins. Lines that a plugin prints, and errors outside of any call, reach the log
 * without passing through the plugin's components, so the log needs the secrets too.
 *
 * The process keeps them until it ends: late code of a stopped plugin may still print.
 */
import { openSecretFilter, type SecretFilter } from '@sigil/core/building';

const known = new Set<string>();
let filter: SecretFilter | undefined;

/** Adds secrets before the code that gets them runs. */
export function addProcessSecrets(secrets: readonly string[]): void {
  if (secrets.every((secret) => known.has(secret))) return;
  for (const secret of secrets) known.add(secret);
  filter = openSecretFilter(known);
}

/** Blanks all known secrets in a text. */
export function blankProcessSecrets(text: string): string {
  return filter ? filter(text) : text;
}

/** Blanks all known secrets in printed output; bytes without a secret stay as they are, whatever their encoding. */
export function blankPrinted(chunk: string | Uint8Array): string | Uint8Array {
  if (typeof chunk === 'string') return blankProcessSecrets(chunk);
  if (!filter) return chunk;
  const text = Buffer.from(chunk).toString('utf8');
  const blanked = filter(text);
  return blanked === text ? chunk : blanked;
}
