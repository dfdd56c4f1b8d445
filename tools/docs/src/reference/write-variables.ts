/**
 * Writes the environment variables that the server reads, with their defaults.
 */
import { environmentKeys } from '@sigil/server';
import { cellOf } from './cell-of.ts';

/** Writes all of them, in the order of the code. */
export function writeVariables(): string {
  const rows = Object.entries(environmentKeys).map(([name, standard]) => `| \`${name}\` | ${cellOf(standard)} |`);
  return ['| variable | default |', '| --- | --- |', ...rows].join('\n');
}
