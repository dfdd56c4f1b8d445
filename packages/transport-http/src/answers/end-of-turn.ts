/**
 * Lets what happens in one turn of the event loop be written together, at its end.
 *
 * A write that wakes the process at the other end of its connection costs two that do not, and of several in a row only the first does.
 */
import { Later } from '@sigil/core/engine';

let turn: Later<void> | undefined;

/** @returns resolves once the events of this turn have been handled; what follows it runs in the order in which it was asked for */
export function endOfTurn(): Later<void> {
  if (turn) return turn;
  const current = (turn = new Later<void>());
  setImmediate(() => {
    turn = undefined;
    current.resolve();
  });
  return current;
}
