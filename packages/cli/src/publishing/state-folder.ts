/**
 * Which state folder a command means: where a server keeps what served, and what it runs.
 */
import { resolve } from 'node:path';
import type { Terminal } from '../terminal/terminal.js';

/** The flags of the option. */
export const stateFlags = '-s, --state <folder>';
/** The option's line in the help. */
export const stateHelp = "the server's state folder (default: $MCP_STATE, or .sigil here)";

/** @param named by the command line, where it is; relative to where the command was started */
export function chooseStateFolder(named: string | undefined, { cwd, env }: Pick<Terminal, 'cwd' | 'env'>): string {
  return resolve(cwd, named || env['MCP_STATE'] || '.sigil');
}
