/**
 * Asks a modern client: the call ends with its open questions, and runs again with the answers.
 *
 * The sealed state carries earlier answers and step results. An answer counts only for the question that it answered. Questions
 * asked concurrently go out in one round. Spec: 2026-07-28 basic/patterns/mrtr
 */
import { ToolError } from '../errors/tool-error.js';
import type { Clock } from '../model/clock.js';
import type { StepOptions } from '../model/context.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { Revision } from '../revisions/revision.js';
import type { Asker } from './asker.js';
import { OpenQuestions } from './open-questions.js';
import { readAnswer, type Answer } from './read-answer.js';
import type { Question } from './question.js';
import {
  digestQuestion,
  writeRoundState,
  type AskedQuestion,
  type GivenAnswer,
  type RoundState,
} from './round-state.js';
import type { StateBinding, StateSealer } from './seal-state.js';
import { StepMemory } from './step-memory.js';
import { writeQuestion } from './write-question.js';

/** The outcome of a call that waits for its client; the call is aborted with it. */
export class InputRequired extends Error {
  override readonly name = 'InputRequired';

  constructor(
    readonly inputRequests: JsonObject,
    readonly requestState: string,
  ) {
    super('the call waits for its client');
  }
}

interface RoundTripsOptions {
  readonly revision: Revision;
  readonly capabilities: JsonObject;
  readonly clock: Clock;
  readonly sealer: StateSealer;
  readonly binding: StateBinding;
  readonly state: RoundState;
  /** Identifies the call while it waits; absent for code that holds no generation. */
  readonly callKey: string | undefined;
  /** CID of the asking code; absent for code that was never built. */
  readonly build: string | undefined;
  /** Most times that a question may change its wording after it was answered. */
  readonly maxRewordedQuestions: number;
  /** Stops the call with its outcome: an `InputRequired`, or the error that prevented one. */
  readonly stop: (reason: Error) => void;
}

export class RoundTrips implements Asker {
  readonly capabilities: JsonObject;
  readonly endsCall = true;
  readonly #options: RoundTripsOptions;
  readonly #answers: Map<string, GivenAnswer>;
  readonly #volunteered: Map<string, JsonValue>;
  readonly #steps: StepMemory;
  readonly #open = new OpenQuestions();
  /** The digests of the questions answered in this run. */
  readonly #met = new Set<string>();
  #searchCount = 0;
  #isStopping = false;

  constructor(options: RoundTripsOptions) {
    this.#options = options;
    this.capabilities = options.capabilities;
    this.#answers = new Map(options.state.answers);
    this.#volunteered = new Map(options.state.volunteered);
    this.#steps = new StepMemory(options.state.steps, options.build);
  }

  async ask(key: string, question: Question): Promise<Answer> {
    const asked = this.#write(key, question);
    const answer = this.#hasAnswers ? await this.#findAnswer(asked, question) : undefined;
    if (answer) return answer;

    this.#open.add(asked);
    this.#stopSoon();
    // The call ends here; the next round runs it again with the answer.
    return neverSettled();
  }

  async recall(key: string, question: Question): Promise<Answer | undefined> {
    return this.#hasAnswers ? this.#findAnswer(this.#write(key, question), question) : undefined;
  }

  async step(name: string, effect: () => Promise<JsonValue>, options: StepOptions): Promise<JsonValue> {
    // The state being sealed would lack this step, and the next round would run it again.
    if (this.#isStopping) return neverSettled();
    try {
      return await this.#steps.run(name, effect, options);
    } finally {
      if (this.#open.size > 0) this.#stopSoon();
    }
  }

  get #hasAnswers(): boolean {
    return this.#answers.size + this.#volunteered.size > 0;
  }

  #write(key: string, question: Question): AskedQuestion {
    const written = writeQuestion(question, this.#options.revision);
    if (!written) throw new Error(`this protocol version cannot ask the question "${key}"`);
    return { key, ...written };
  }

  /** Looks for an answer; while it does, concurrent questions wait and the call does not stop. */
  async #findAnswer(asked: AskedQuestion, question: Question): Promise<Answer | undefined> {
    this.#searchCount++;
    try {
      const digest = await digestQuestion(asked);
      this.#bindVolunteered(asked.key, digest);
      const given = this.#answers.get(digest);
      const answer = given && readAnswer(question, given.answer);
      if (answer) this.#met.add(digest);
      else this.#answers.delete(digest);
      return answer;
    } finally {
      this.#searchCount--;
      if (this.#open.size > 0) this.#stopSoon();
    }
  }

  /** Binds an unsolicited answer to the first question with its key, and to no later one. */
  #bindVolunteered(key: string, digest: string): void {
    const answer = this.#volunteered.get(key);
    if (answer === undefined) return;
    this.#volunteered.delete(key);
    this.#answers.set(digest, { key, answer });
  }

  /** Stops after this turn, so that concurrent questions go out together; never while a step is running. */
  #stopSoon(): void {
    this.#options.clock.after(0, () => {
      if (this.#isStopping || this.#steps.isRunning || this.#searchCount > 0) return;
      this.#isStopping = true;
      void this.#stop();
    });
  }

  async #stop(): Promise<void> {
    const { sealer, binding, callKey, stop } = this.#options;
    try {
      this.#refuseRewording();
      const asked = await this.#open.digests();
      const state = writeRoundState({ asked, answers: this.#answers, steps: this.#steps.done, callKey });
      stop(new InputRequired(this.#open.requests, await sealer.seal(state, binding)));
    } catch (error) {
      stop(error instanceof Error ? error : new Error('the state could not be sealed'));
    }
  }

  /** Fails a call whose question keeps changing its wording: the user would be asked forever. */
  #refuseRewording(): void {
    const { maxRewordedQuestions } = this.#options;
    const unmet = [...this.#answers].filter(([digest]) => !this.#met.has(digest));
    for (const key of this.#open.keys) {
      if (unmet.filter(([, given]) => given.key === key).length <= maxRewordedQuestions) continue;
      throw new ToolError(
        `the question "${key}" is in other words in every run, so no answer ever fits ` +
          `(limit maxRewordedQuestions of ${maxRewordedQuestions})`,
      );
    }
  }
}

/** Suspends code of a call that has ended with its questions; the next round runs it again. */
function neverSettled(): Promise<never> {
  return new Promise(() => undefined);
}
