/**
 * Chooses the state folder of a command: where a server keeps the builds it served, and which ones it runs.
 */
import { resolve } from 'node:path';
import type { Terminal } from '../terminal/terminal.js';

/** The flags of the option. */
export const stateFlags = '-s, --state <folder>';
/** The option's line in the help. */
export const stateHelp = "the server's state folder (default: $MCP_STATE, or .sigil here)";

/** @param named on the command line, if given; relative to the working folder */
export function chooseStateFolder(named: string | undefined, { cwd, env }: Pick<Terminal, 'cwd' | 'env'>): string {
  return resolve(cwd, named || env['MCP_STATE'] || '.sigil');
}
