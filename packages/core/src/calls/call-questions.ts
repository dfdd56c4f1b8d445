/**
 * The questions of one call to its client: their keys, and how many of them wait for an answer.
 *
 * The deadline of the call stops while the client is asked.
 */
import type { Asker } from '../asking/asker.js';
import { missingCapabilities } from '../asking/missing-capabilities.js';
import type { Answer } from '../asking/read-answer.js';
import type { Question } from '../asking/question.js';
import type { RelayedAskOptions } from '../catalog/stream-carrier.js';
import { CallOver } from './abort-reasons.js';
import type { CallLifetime } from './call-lifetime.js';
import type { TaskBeginner } from './task-beginner.js';

export class CallQuestions {
  #asker: Asker;
  #askedCount = 0;
  #openCount = 0;

  constructor(
    asker: Asker,
    private readonly lifetime: CallLifetime,
  ) {
    this.#asker = asker;
  }

  get asker(): Asker {
    return this.#asker;
  }

  /** True while a question waits for the client. */
  get isAsking(): boolean {
    return this.#openCount > 0;
  }

  /** Asks later questions with another asker. @param open gets the one that was used until now */
  replaceAsker(open: (before: Asker) => Asker): void {
    this.#asker = open(this.#asker);
  }

  /**
   * Asks the client and waits for its answer.
   *
   * @param beginner may make a task of the call, which decides who is asked
   * @throws Error when the client failed to answer, or the call is over
   */
  async ask(
    question: Question,
    { key: givenKey, withdrawn }: RelayedAskOptions,
    beginner: TaskBeginner | undefined,
  ): Promise<Answer> {
    const beginning = beginner?.beginning;
    if (beginning) await beginning.catch(() => false);
    const { lifetime } = this;
    const asker = this.#asker;
    const key = givenKey ?? `question-${++this.#askedCount}`;
    const missing = missingCapabilities(question, asker.capabilities);
    if (missing) return { action: 'incapable', missing };
    if (lifetime.isOver && !asker.endsCall) throw lifetime.abortReason ?? new CallOver();
    this.#openCount++;
    if (!asker.endsCall) lifetime.pauseDeadline();
    try {
      return await asker.ask(key, givenKey === undefined ? question : { ...question, givenKey, withdrawn });
    } finally {
      this.#openCount--;
      if (!this.isAsking) this.#closed(asker, beginner);
    }
  }

  #closed(asker: Asker, beginner: TaskBeginner | undefined): void {
    beginner?.questionsClosed();
    if (!asker.endsCall) this.lifetime.resumeDeadline();
  }
}
