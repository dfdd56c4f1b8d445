/**
 * Ends an answer that takes time: it counts as in flight until the engine is done with it and all of it has been written.
 */
import { beginOnceWaiting, type Fault, type RunningEntry } from '@sigil/core/engine';
import type { InFlight, Work } from '../requests/in-flight.js';
import type { ResponseOutlet } from './response-outlet.js';

/** An answer that takes time. */
export interface PendingAnswer extends Work {
  readonly outlet: ResponseOutlet;
  /** True when the caller cancels it by disconnecting before its end. */
  readonly endsWithCaller?: boolean;
  /** Called when the answer is complete. */
  onComplete?(): void;
}

/** The dependencies that all answers of an endpoint share. */
export interface AnswerEnding {
  readonly work: InFlight;
  /** Receives faults that the engine should have contained; the peer sees only a generic error. */
  readonly onFault: (fault: Fault) => void;
}

/** Ends an answer once the engine is done with it; until then it counts as in flight. */
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
  // One promise for all that follows: at this point most answers are complete.
  void done.then(() => {
    const ended = outlet.finish();
    if (ended) void ended.then(complete, fail);
    else complete();
  }, fail);
}
