/**
 * Receives the body of a POST as text, or refuses it: by its declared form, its length or the time it takes.
 */
import { checkContent } from './check-content.js';
import type { Clock } from './clock.js';
import { Deadlines } from './deadlines.js';
import type { HttpExchange } from './http-exchange.js';
import { readBody, tooLong, type BodyReader, type BodyRules } from './read-body.js';
import { refuse, refuseAndClose, tooMuch, type Refusal } from './refusal.js';

/** See `EndpointLimits`. */
export interface PostLimits {
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMs: number;
  readonly lingerMs: number;
}

/** What serves POSTs once their body is there. */
export interface PostReceiver {
  /** Answers the exchange, and takes over what counts for it unless it is answered at once. Must not throw. */
  receive(text: string, exchange: HttpExchange): void;
}

/** A body takes no longer to come than a few seconds, or is too slow. */
const retryAfterSeconds = 5;
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

  /** Hands the body over, unless the request was refused or its sender has left. */
  receive(exchange: HttpExchange, receiver: PostReceiver): void {
    const { request, response, headers } = exchange;
    const refusal = checkContent(headers);
    if (refusal) refuse(response, refusal);
    else if (Number(headers.contentLength) > this.limits.maxBodyBytes) {
      this.refuseBody(exchange, tooLong(this.limits.maxBodyBytes));
    } else readBody(request, this.#bodyRules, new Post(exchange, receiver, this));
  }

  /** Refuses a request whose body is not read to its end. */
  refuseBody({ request, response }: HttpExchange, refusal: Refusal): void {
    refuseAndClose(request, response, { refusal, lingerMs: this.limits.lingerMs, clock: this.clock });
  }

  /** Stops watching the time that bodies take. */
  close(): void {
    this.#bodyRules.deadlines.close();
  }
}

/** One POST whose body is on its way. */
class Post implements BodyReader {
  constructor(
    private readonly exchange: HttpExchange,
    private readonly receiver: PostReceiver,
    private readonly posts: PostReader,
  ) {}

  onBytes(count: number): Refusal | undefined {
    const full = this.exchange.count(count);
    return full && tooMuch(full, retryAfterSeconds);
  }

  onText(text: string | undefined): void {
    if (text === undefined) refuse(this.exchange.response, notUtf8);
    else this.receiver.receive(text, this.exchange);
    this.exchange.release();
  }

  onRefusal(refusal: Refusal): void {
    this.exchange.release();
    this.posts.refuseBody(this.exchange, refusal);
  }

  onGone(): void {
    this.exchange.release();
  }
}
