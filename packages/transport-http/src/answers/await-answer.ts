/**
 * Awaits the answer to a POST.
 */
import type { Fault } from '@sigil/core/engine';
import type { RunningList } from '@sigil/core/internal';
import type { Work } from '../requests/work.js';
import type { ResponseOutlet } from './response-outlet.js';

/**
 * Waits until the engine is done with an answer and all of it is written. Never rejects.
 *
 * @param inFlight contains the answer meanwhile
 * @param onFault receives faults that the engine should have contained; the peer sees only a generic error
 */
export async function awaitAnswer(
  outlet: ResponseOutlet,
  running: Work,
  inFlight: RunningList<Work>,
  onFault: (fault: Fault) => void,
): Promise<void> {
  const entry = inFlight.add(running);
  try {
    await running.done;
    await outlet.finish();
  } catch (error) {
    outlet.fail();
    onFault({ during: 'a POST', error });
  } finally {
    inFlight.remove(entry);
  }
}
