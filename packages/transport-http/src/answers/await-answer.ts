/**
 * Awaits the answer to a POST.
 */
import type { Fault } from '@sigil/core/engine';
import type { InFlight, Work } from '../requests/in-flight.js';
import type { ResponseOutlet } from './response-outlet.js';

/** The dependencies that all answers of an endpoint share. */
export interface AnswerWatch {
  readonly work: InFlight;
  /** Receives faults that the engine should have contained; the peer sees only a generic error. */
  readonly onFault: (fault: Fault) => void;
}

/** Waits until the engine is done with an answer and all of it is written; until then it counts as in flight. Never rejects. */
export async function awaitAnswer(
  outlet: ResponseOutlet,
  running: Work,
  { work, onFault }: AnswerWatch,
): Promise<void> {
  try {
    await work.track(running, () => outlet.finish());
  } catch (error) {
    outlet.fail();
    onFault({ during: 'a POST', error });
  }
}
