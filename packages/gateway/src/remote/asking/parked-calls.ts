/**
 * Calls that wait at a legacy upstream for an answer, while their modern client goes away to find it.
 *
 * A call at such an upstream cannot be run again, so it stays open between the client's requests, under an id that only the sealed
 * state of the call knows.
 */
import { randomUUID } from 'node:crypto';
import { ToolError } from '@sigil/core';
import type { WireMessage } from '../wire/wire-message.js';
import type { Exchange, ExchangeResult, QuestionReply } from '../conversation/exchange.js';

/** How many calls may wait, and for how long. */
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
  | { readonly kind: 'done'; readonly result: ExchangeResult };

/** One call at a legacy upstream, which outlives the request that began it. */
export class ParkedCall {
  readonly id = randomUUID();
  readonly #controller = new AbortController();
  readonly #open: OpenQuestion[] = [];
  readonly #outcome: Promise<ExchangeResult>;
  #isSettled = false;
  #asked = 0;
  #wake: () => void = () => undefined;
  #onNotification: (message: WireMessage) => void = () => undefined;

  /** @param start sends the request */
  constructor(
    start: (exchange: Pick<Exchange, 'signal' | 'onNotification' | 'onQuestion'>) => Promise<ExchangeResult>,
  ) {
    this.#outcome = start({
      signal: this.#controller.signal,
      onNotification: (message) => this.#onNotification(message),
      onQuestion: (message) => this.#question(message),
    });
    this.#outcome
      .catch(() => undefined)
      .finally(() => {
        this.#isSettled = true;
        this.#wake();
      });
  }

  /** Notifications go to the run of the call that there is now. */
  follow(onNotification: (message: WireMessage) => void): void {
    this.#onNotification = onNotification;
  }

  /** @throws the error that the call ended with */
  async next(): Promise<ParkedEvent> {
    while (this.#open.length === 0 && !this.#isSettled) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    if (this.#isSettled) return { kind: 'done', result: await this.#outcome };
    return { kind: 'questions', questions: [...this.#open] };
  }

  cancel(): void {
    this.#controller.abort(new Error('nobody came back for the call'));
  }

  #question(message: WireMessage): Promise<QuestionReply> {
    return new Promise((resolve) => {
      const question: OpenQuestion = {
        key: `upstream-${++this.#asked}`,
        message,
        reply: (reply) => {
          this.#open.splice(this.#open.indexOf(question), 1);
          resolve(reply);
        },
      };
      this.#open.push(question);
      this.#wake();
    });
  }
}

export class ParkedCalls {
  readonly #calls = new Map<string, { readonly call: ParkedCall; readonly timer: ReturnType<typeof setTimeout> }>();

  constructor(private readonly limits: ParkingLimits) {}

  get size(): number {
    return this.#calls.size;
  }

  /** @throws ToolError when too many wait already; the call is then cancelled */
  keep(call: ParkedCall): void {
    this.#forget(call.id);
    if (this.#calls.size >= this.limits.maxParkedCalls) {
      call.cancel();
      throw new ToolError(
        `too many calls wait for their clients (limit maxParkedCalls of ${this.limits.maxParkedCalls})`,
      );
    }
    const timer = setTimeout(() => {
      this.#forget(call.id);
      call.cancel();
    }, this.limits.parkedCallMs).unref();
    this.#calls.set(call.id, { call, timer });
  }

  /** @throws ToolError when it waits no more */
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

  #forget(id: string): void {
    clearTimeout(this.#calls.get(id)?.timer);
    this.#calls.delete(id);
  }
}
