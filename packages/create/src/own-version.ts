/**
 * The version of this package, which is that of all our packages that a new folder depends on.
 */
import { readFileSync } from 'node:fs';

export function ownVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version; // our own file, which npm does not publish without one
}
