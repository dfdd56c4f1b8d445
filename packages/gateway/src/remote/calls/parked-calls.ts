/**
 * Calls that wait at a legacy upstream for an answer, while their modern client fetches it and comes back with another request.
 *
 * The upstream cannot run such a call again, so the call stays open between the client's requests. Only the sealed state of the call
 * knows its id.
 */
import { randomUUID } from 'node:crypto';
import { ToolError, type JsonObject } from '@sigil/core';
import type { Principal } from '@sigil/core/engine';
import { principalKey } from '@sigil/core/internal';
import type { Exchange, ExchangeResult, QuestionReply, WireMessage } from '@sigil/client/internal';
import { pagesOf } from './pages.js';
import { readQuestionKey } from './question-key.js';

/** The number of calls that may wait, and the time that each may wait. */
export interface ParkingLimits {
  readonly maxParkedCalls: number;
  readonly parkedCallMs: number;
}

/** A question that the upstream waits for. */
export interface OpenQuestion {
  readonly key: string;
  readonly message: WireMessage;
  reply(reply: QuestionReply): void;
}

/** The next thing that happens to a parked call. */
export type ParkedEvent =
  | { readonly kind: 'questions'; readonly questions: readonly OpenQuestion[] }
  /** The upstream runs the call as a task and has no question now, so the client can get a task too. */
  | { readonly kind: 'task'; readonly task: JsonObject }
  | { readonly kind: 'done'; readonly result: ExchangeResult };

/** The members of an exchange that the parked call fills in. */
export interface ParkedExchange extends Pick<Exchange, 'signal' | 'onNotification' | 'onQuestion'> {
  /** Called with the task that the upstream made of the call. */
  onTask(task: JsonObject): void;
}

/** Questions within this time after a task began, or after an answer, are asked before the client gets a task. */
const asksFirstMs = 250;

/** One call at a legacy upstream. It outlives the request that started it. */
export class ParkedCall {
  readonly id = randomUUID();
  readonly #controller = new AbortController();
  readonly #open: OpenQuestion[] = [];
  readonly #outcome: Promise<ExchangeResult>;
  #isSettled = false;
  /** The upstream's task, which the client does not know of yet. */
  #task: JsonObject | undefined;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #isQuiet = false;
  #ask: ((question: Omit<OpenQuestion, 'reply'>) => Promise<QuestionReply>) | undefined;
  #asked = 0;
  #wake: () => void = () => undefined;
  #onNotification: (message: WireMessage) => void = () => undefined;

  /** @param start sends the request */
  constructor(start: (exchange: ParkedExchange) => Promise<ExchangeResult>) {
    this.#outcome = start({
      signal: this.#controller.signal,
      onNotification: (message) => this.#onNotification(message),
      onQuestion: (message) => this.#question(message),
      onTask: (task) => {
        this.#task = task;
        this.#listenForQuestions();
      },
    });
    this.#outcome
      .catch((error: unknown) => {
        // The upstream wants pages opened before it does anything, so there is no task to report.
        if (pagesOf(error)) this.#task = undefined;
      })
      .finally(() => {
        clearTimeout(this.#quiet);
        this.#isSettled = true;
        this.#wake();
      });
  }

  /** Sends notifications to the current run of the call. */
  follow(onNotification: (message: WireMessage) => void): void {
    this.#onNotification = onNotification;
  }

  /** Asks further questions as they come, instead of returning them as events. */
  askWith(ask: (question: Omit<OpenQuestion, 'reply'>) => Promise<QuestionReply>): void {
    this.#ask = ask;
  }

  /** @throws the call's error when the call has failed */
  async next(): Promise<ParkedEvent> {
    while (this.#open.length === 0 && !this.#isSettled && !this.#isQuiet) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    if (this.#open.length > 0 && !this.#isSettled) return { kind: 'questions', questions: [...this.#open] };
    const task = this.#task;
    this.#task = undefined;
    this.#isQuiet = false;
    if (task) return { kind: 'task', task };
    return { kind: 'done', result: await this.#outcome };
  }

  cancel(): void {
    this.#controller.abort(new Error('nobody came back for the call'));
  }

  #question(message: WireMessage): Promise<QuestionReply> {
    const given = readQuestionKey(message.params);
    const isFree = given !== undefined && this.#open.every((other) => other.key !== given);
    const key = isFree ? given : `upstream-${++this.#asked}`;
    if (this.#ask) return this.#ask({ key, message });
    clearTimeout(this.#quiet);
    this.#isQuiet = false;
    return new Promise((resolve) => {
      const question: OpenQuestion = {
        key,
        message,
        reply: (reply) => {
          this.#open.splice(this.#open.indexOf(question), 1);
          if (this.#open.length === 0) this.#listenForQuestions();
          resolve(reply);
        },
      };
      this.#open.push(question);
      this.#wake();
    });
  }

  #listenForQuestions(): void {
    if (!this.#task || this.#isSettled) return;
    this.#quiet = setTimeout(() => {
      this.#isQuiet = true;
      this.#wake();
    }, asksFirstMs);
  }
}

interface KeptCall {
  readonly call: ParkedCall;
  /** Empty for a server without authentication. */
  readonly caller: string;
  readonly timer: ReturnType<typeof setTimeout>;
}

export class ParkedCalls {
  readonly #calls = new Map<string, KeptCall>();

  constructor(private readonly limits: ParkingLimits) {}

  get size(): number {
    return this.#calls.size;
  }

  /** @throws ToolError when too many calls wait, or half of that number for this caller; the call is then cancelled */
  keep(call: ParkedCall, principal: Principal): void {
    this.#forget(call.id);
    const caller = principalKey(principal);
    const problem = this.#findProblem(caller);
    if (problem !== undefined) {
      call.cancel();
      throw new ToolError(problem);
    }
    const timer = setTimeout(() => {
      this.#forget(call.id);
      call.cancel();
    }, this.limits.parkedCallMs).unref();
    this.#calls.set(call.id, { call, caller, timer });
  }

  /** @throws ToolError when the call waits no more */
  take(id: string): ParkedCall {
    const kept = this.#calls.get(id);
    if (!kept) throw new ToolError('the call that asked has been given up: call the tool again from the beginning');
    this.#forget(id);
    return kept.call;
  }

  close(): void {
    for (const { call } of [...this.#calls.values()]) {
      this.#forget(call.id);
      call.cancel();
    }
  }

  #findProblem(caller: string): string | undefined {
    const { maxParkedCalls } = this.limits;
    if (this.#calls.size >= maxParkedCalls)
      return `too many calls wait for their clients (limit maxParkedCalls of ${maxParkedCalls})`;
    const share = Math.ceil(maxParkedCalls / 2);
    const own = caller === '' ? 0 : [...this.#calls.values()].filter((it) => it.caller === caller).length;
    if (own < share) return undefined;
    return `too many of your calls wait for you: one caller has at most ${share}, half of maxParkedCalls`;
  }

  #forget(id: string): void {
    clearTimeout(this.#calls.get(id)?.timer);
    this.#calls.delete(id);
  }
}
