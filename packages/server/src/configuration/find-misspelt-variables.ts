/**
 * Finds environment variables that look like misspelt ones of ours.
 *
 * Other programs also have variables that begin with `MCP_`, so this is a hint, not an error.
 */
import { nearestNames } from '@sigil/core';
import { environmentKeys } from './environment-keys.data.js';

/** @returns a sentence for each, for the log */
export function findMisspelt(environment: NodeJS.ProcessEnv): readonly string[] {
  const known = Object.keys(environmentKeys);
  return Object.keys(environment).flatMap((name) => {
    // The variables of remote servers are checked where they are read.
    if (!name.startsWith('MCP_') || known.includes(name) || name.startsWith('MCP_SERVER_')) return [];
    const [nearest] = nearestNames(name, known);
    return nearest === undefined ? [] : [`the variable ${name} is not read. Did you mean ${nearest}?`];
  });
}
