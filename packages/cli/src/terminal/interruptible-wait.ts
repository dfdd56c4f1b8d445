/**
 * Waits for something to open, until the command is asked to end.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { waitForInterrupt } from './wait-for-interrupt.js';

/** The conditions for giving up. */
export interface GivingUp<Opened> {
  readonly interrupted: AbortSignal;
  /** Closes something that opened too late; awaited for at most `graceMs`. */
  readonly close: (opened: Opened) => Promise<unknown>;
  /** Longest wait for something still opening, so that it can be closed properly. Default: none. */
  readonly graceMs?: number;
}

/**
 * @returns undefined when the command was asked to end first
 * @throws the error of opening, unless the command was asked to end before
 */
export async function unlessInterrupted<Opened>(
  opening: Promise<Opened>,
  { interrupted, close, graceMs = 0 }: GivingUp<Opened>,
): Promise<Opened | undefined> {
  const opened = await Promise.race([
    opening.then((value) => ({ value })),
    waitForInterrupt(interrupted).then(() => undefined),
  ]);
  if (opened && !interrupted.aborted) return opened.value;
  // Nobody is left to receive an error of opening or closing.
  const closed = opening.then(close).catch(() => undefined);
  await Promise.race([closed, wait(graceMs, undefined, { ref: false })]);
  return undefined;
}
