/**
 * Tells the JavaScript engine that this process ends soon: optimising a compiler's code takes longer than a build gains from it.
 *
 * The results do not change.
 */
import { setFlagsFromString } from 'node:v8';

/** Commands that compile a plugin once, and end. */
const shortCommands: ReadonlySet<string> = new Set(['build', 'check', 'manifest', 'diff']);

/**
 * Inlining makes most of what optimised code costs; the baseline compiler costs next to nothing. Nearly all that a compiler holds
 * lives until the end: marking it in steps, on threads beside, finds no garbage worth it.
 */
const flags = ['--no-turbo-inlining', '--always-sparkplug', '--no-incremental-marking'];

/**
 * The amount that a function must run before it is optimised; engines after that of Node 20 count otherwise, and start
 * later by themselves.
 */
const laterFlags: ReadonlyMap<string, string> = new Map([['11', '--interrupt-budget=600000']]);

/** Returns whether the command line is that of a process which ends when its work is done. */
export function isShortRun(args: readonly string[]): boolean {
  return shortCommands.has(args[0] ?? '') && !args.some((arg) => arg === '--watch' || arg === '-w');
}

/** Returns whether the command line is that of a process which serves until it is told to end. */
export function isServing([command]: readonly string[]): boolean {
  return command === 'serve' || command === 'dev';
}

/** To be called before the compiler is loaded. */
export function expectShortRun(): void {
  const [version = ''] = process.versions.v8.split('.');
  const later = laterFlags.get(version);
  for (const flag of later === undefined ? flags : [...flags, later]) setFlagsFromString(flag);
}
