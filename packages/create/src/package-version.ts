/**
 * The version of this package, which all our packages in a new folder share.
 */
import { readFileSync } from 'node:fs';

export function packageVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version; // our own file; npm requires a version to publish
}
