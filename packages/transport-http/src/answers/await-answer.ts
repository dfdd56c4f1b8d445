/**
 * Awaits the answer to a POST.
 */
import type { Fault } from '@sigil/core/engine';
import type { RunningList } from '@sigil/core/internal';
import type { Work } from '../requests/work.js';
import type { ResponseOutlet } from './response-outlet.js';

interface AnswerWatch {
  readonly works: RunningList<Work>;
  /** Receives faults that the engine should have contained; the peer sees only a generic error. */
  readonly onFault: (fault: Fault) => void;
}

/** Waits until the engine is done with an answer and all of it is written; until then it counts as in flight. Never rejects. */
export async function awaitAnswer(
  outlet: ResponseOutlet,
  running: Work,
  { works, onFault }: AnswerWatch,
): Promise<void> {
  const entry = works.add(running);
  try {
    await running.done;
    await outlet.finish();
  } catch (error) {
    outlet.fail();
    onFault({ during: 'a POST', error });
  } finally {
    works.remove(entry);
  }
}
