/**
 * Where the engine's messages for one POST go. The first one decides the form: a response alone is a JSON body, anything
 * before it opens an event stream.
 *
 * Spec: 2025-11-25 basic/transports#sending-messages-to-the-server
 */
import type { ServerResponse } from 'node:http';
import type { Fault, Outgoing, Outlet } from '@sigil/core';
import type { Clock } from './clock.js';
import { cutIfStalled, EventStream, type StreamLimits } from './event-stream.js';
import type { StatusTable } from './http-status.js';
import type { AnswerForms } from './read-accept.js';
import { refuse, type Refusal } from './refusal.js';

/** How one answer may look. */
export interface AnswerRules {
  readonly forms: AnswerForms;
  readonly statusOf: StatusTable;
  readonly limits: StreamLimits;
  readonly clock: Clock;
  /** Sent with a response that is no error, unless the answer has become a stream before. */
  readonly sessionId?: string;
}

const sent = Promise.resolve();
const ourFault: Refusal = { status: 500, problem: 'internal-error', message: 'the server failed on this request' };

/** One answer, from its first message to its end. */
export class ResponseOutlet implements Outlet {
  #stream: EventStream | undefined = undefined;
  #isEnded = false;

  constructor(
    private readonly response: ServerResponse,
    private readonly rules: AnswerRules,
  ) {}

  /** Whether the answer is complete. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  send(message: Outgoing): Promise<void> {
    if (this.#isEnded || this.response.destroyed) return sent;
    if (message.kind === 'response') {
      this.#respond(message);
      return sent;
    }
    if (!this.rules.forms.stream) return sent;
    return this.#openStream().send(message.json);
  }

  /** Ends the answer when no response ended it: nothing more will be sent. */
  finish(): void {
    if (this.#isEnded || this.response.destroyed) return;
    this.#isEnded = true;
    if (this.#stream) {
      this.#stream.end();
      return;
    }
    this.response.writeHead(202, ['Content-Length', '0']);
    this.response.end();
  }

  /** Ends the answer with a fault of ours, or cuts it when it has begun. */
  fail(): void {
    if (this.#isEnded || this.response.destroyed) return;
    this.#isEnded = true;
    if (this.response.headersSent) this.response.destroy();
    else refuse(this.response, ourFault);
  }

  #respond(message: Outgoing): void {
    this.#isEnded = true;
    if (this.#stream || !this.rules.forms.json) {
      this.#openStream().end(message.json);
      return;
    }
    const head = ['Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(message.json))];
    if (this.rules.sessionId !== undefined && message.problem === undefined) {
      head.push('Mcp-Session-Id', this.rules.sessionId);
    }
    this.response.writeHead(this.rules.statusOf(message.problem), head);
    this.response.end(message.json);
    cutIfStalled(this.response, this.rules.limits);
  }

  #openStream(): EventStream {
    const { limits, clock, sessionId } = this.rules;
    const headers = sessionId === undefined ? [] : ['Mcp-Session-Id', sessionId];
    this.#stream ??= new EventStream(this.response, limits, { clock, headers });
    return this.#stream;
  }
}

/**
 * Ends an answer once the engine is done with it.
 *
 * @param onFault told of what the engine should not have let out; the peer only sees that there was a fault
 */
export function endAnswer(work: Promise<void>, outlet: ResponseOutlet, onFault: (fault: Fault) => void): Promise<void> {
  return work.then(
    () => outlet.finish(),
    (error: unknown) => {
      outlet.fail();
      onFault({ during: 'a POST', error });
    },
  );
}
