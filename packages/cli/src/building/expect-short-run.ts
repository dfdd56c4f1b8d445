/**
 * Tunes the JavaScript engine for a short process: optimising a compiler's code takes longer than one build gains from it.
 *
 * The results do not change.
 */
import { setFlagsFromString } from 'node:v8';

/** Commands that compile a plugin once, and exit. */
const shortCommands: ReadonlySet<string> = new Set(['build', 'check', 'manifest', 'diff']);

/**
 * Inlining is most of the cost of optimised code; baseline compilation costs almost nothing. Nearly all of a compiler's memory
 * lives until the end, so incremental marking finds hardly any garbage.
 */
const flags = ['--no-turbo-inlining', '--always-sparkplug', '--no-incremental-marking'];

/** Delays optimisation in the engine of Node 20; later engines count differently, and start later by default. */
const laterFlags: ReadonlyMap<string, string> = new Map([['11', '--interrupt-budget=600000']]);

/** Returns whether the command line is that of a process that exits when its work is done. */
export function isShortRun(args: readonly string[]): boolean {
  return shortCommands.has(args[0] ?? '') && !args.some((arg) => arg === '--watch' || arg === '-w');
}

/** Returns whether the command line is that of a process that serves until a signal ends it. */
export function isServing([command]: readonly string[]): boolean {
  return command === 'serve' || command === 'dev';
}

/** Sets the flags; call it before the compiler is loaded. */
export function expectShortRun(): void {
  const [version = ''] = process.versions.v8.split('.');
  const later = laterFlags.get(version);
  for (const flag of later === undefined ? flags : [...flags, later]) setFlagsFromString(flag);
}
