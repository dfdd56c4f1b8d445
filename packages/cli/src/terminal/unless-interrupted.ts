/**
 * Waits for something to open, and no longer once the command is asked to end.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { untilInterrupted } from './until-interrupted.js';

/** The way to give up. */
export interface GivingUp<Opened> {
  readonly interrupted: AbortSignal;
  /** Closes what has opened after all; nobody waits for what it does after `graceMs`. */
  readonly close: (opened: Opened) => Promise<unknown>;
  /** Longest wait for what is opening, so that it can be closed in order. Default: none. */
  readonly graceMs?: number;
}

/**
 * @returns undefined when the command was asked to end first
 * @throws what kept it from opening, unless the command was asked to end before
 */
export async function unlessInterrupted<Opened>(
  opening: Promise<Opened>,
  { interrupted, close, graceMs = 0 }: GivingUp<Opened>,
): Promise<Opened | undefined> {
  const opened = await Promise.race([
    opening.then((value) => ({ value })),
    untilInterrupted(interrupted).then(() => undefined),
  ]);
  if (opened && !interrupted.aborted) return opened.value;
  // Nobody is left to be told that it did not open, or not close.
  const closed = opening.then(close).catch(() => undefined);
  await Promise.race([closed, wait(graceMs, undefined, { ref: false })]);
  return undefined;
}
