/**
 * Receives the body of a POST as text, or refuses it: by its declared form, its length or the time it takes.
 */
import { checkContent } from './check-content.js';
import type { Clock } from './clock.js';
import { Deadlines } from './deadlines.js';
import type { HttpExchange } from './http-exchange.js';
import { readBody, tooLong, type BodyRules } from './read-body.js';
import { refuse, refuseAndClose, type Refusal } from './refusal.js';

/** See `EndpointLimits`. */
export interface PostLimits {
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMs: number;
  readonly lingerMs: number;
}

const notUtf8: Refusal = { status: 400, problem: 'parse-error', message: 'the body is not UTF-8' };

/** Receives the POSTs of one endpoint. */
export class PostReader {
  readonly #bodyRules: BodyRules;

  constructor(
    private readonly limits: PostLimits,
    private readonly clock: Clock,
  ) {
    const { maxBodyBytes, bodyTimeoutMs } = limits;
    this.#bodyRules = { maxBodyBytes, bodyTimeoutMs, deadlines: new Deadlines(bodyTimeoutMs, clock) };
  }

  /** Calls back with the body, unless the request was refused or its sender has left. */
  receive(exchange: HttpExchange, onText: (text: string) => void): void {
    const { request, response, headers } = exchange;
    const refusal = checkContent(headers);
    if (refusal) {
      refuse(response, refusal);
      return;
    }
    if (Number(headers.contentLength) > this.limits.maxBodyBytes) {
      this.#refuseBody(exchange, tooLong(this.limits.maxBodyBytes));
      return;
    }
    readBody(request, this.#bodyRules, {
      onText: (text) => (text === undefined ? refuse(response, notUtf8) : onText(text)),
      onRefusal: (bodyRefusal) => this.#refuseBody(exchange, bodyRefusal),
    });
  }

  /** Stops watching the time that bodies take. */
  close(): void {
    this.#bodyRules.deadlines.close();
  }

  #refuseBody({ request, response }: HttpExchange, refusal: Refusal): void {
    refuseAndClose(request, response, { refusal, lingerMs: this.limits.lingerMs, clock: this.clock });
  }
}
