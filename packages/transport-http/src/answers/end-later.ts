/**
 * Ends an answer that takes its time: it is in flight until the engine is done with it and all of it is on its way.
 */
import { beginOnceWaiting, type Fault, type RunningEntry } from '@sigil/core/engine';
import type { InFlight, Work } from '../requests/in-flight.js';
import type { ResponseOutlet } from './response-outlet.js';

/** An answer that takes its time. */
export interface PendingAnswer extends Work {
  readonly outlet: ResponseOutlet;
  /** Whether the caller cancels it by leaving before its end. */
  readonly endsWithCaller?: boolean;
  /** It is complete. */
  onComplete?(): void;
}

/** The parts that an endpoint's answers have in common. */
export interface AnswerEnding {
  readonly work: InFlight;
  /** Told of what the engine should not have let out; the peer only sees that there was a fault. */
  readonly onFault: (fault: Fault) => void;
}

/** Ends an answer once the engine is done with it; until then it is in flight. */
export function endLater(done: PromiseLike<void>, answer: PendingAnswer, { work, onFault }: AnswerEnding): void {
  const { outlet } = answer;
  let begun: RunningEntry<Work> | undefined;
  const complete = (): void => {
    if (begun) work.end(begun);
    answer.onComplete?.();
  };
  beginOnceWaiting(done, () => {
    begun = work.begin(answer);
    if (answer.endsWithCaller) outlet.onLoss({ streamClosed: () => answer.cancel() });
    else outlet.expectLoss();
  });
  const fail = (error: unknown): void => {
    outlet.fail();
    onFault({ during: 'a POST', error });
    complete();
  };
  // One promise for all that follows: most answers are complete at once then.
  void done.then(() => {
    const ended = outlet.finish();
    if (ended) void ended.then(complete, fail);
    else complete();
  }, fail);
}
