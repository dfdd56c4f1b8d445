/**
 * Batches the writes of one event loop turn at its end.
 *
 * A write that wakes the process at the other end of its connection costs as much as two that do not, and of several in a row
 * only the first wakes it.
 */
import { Later } from '@sigil/core/engine';

let turn: Later<void> | undefined;

/** @returns resolves once the events of this turn have been handled; followers run in the order in which they were added */
export function endOfTurn(): Later<void> {
  if (turn) return turn;
  const current = (turn = new Later<void>());
  setImmediate(() => {
    turn = undefined;
    current.resolve();
  });
  return current;
}
