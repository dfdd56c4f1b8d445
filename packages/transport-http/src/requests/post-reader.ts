/**
 * Receives the body of a POST as text, or refuses it: by its declared form, its length or the time it takes.
 */
import { findRequestIds } from '@sigil/core/engine';
import { checkContent } from './check-content.js';
import type { Clock } from '../clock.js';
import { TimeoutQueue } from './timeout-queue.js';
import type { HttpExchange } from './http-exchange.js';
import { readBody, refuseLongBody, type BodyReader, type BodyRules } from './read-body.js';
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
    this.#bodyRules = { maxBodyBytes, bodyTimeoutMs, deadlines: new TimeoutQueue(bodyTimeoutMs, clock) };
  }

  /** Hands the body over, unless the request was refused or its sender has left. */
  receive(exchange: HttpExchange, receiver: PostReceiver): void {
    const { request, response, headers } = exchange;
    const refusal = checkContent(headers);
    if (refusal) {
      refuse(response, refusal);
      return;
    }
    const saysTooLong = Number(headers.contentLength) > this.limits.maxBodyBytes;
    const read = saysTooLong ? refuseLongBody : readBody;
    read(request, this.#bodyRules, new Post(exchange, receiver, this));
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

  onText(text: string): void {
    this.receiver.receive(text, this.exchange);
    this.exchange.release();
  }

  onNoText(text: string): void {
    refuse(this.exchange.response, withIdOf(notUtf8, text));
    this.exchange.release();
  }

  onRefusal(refusal: Refusal, beginning: string): void {
    this.exchange.release();
    this.posts.refuseBody(this.exchange, withIdOf(refusal, beginning));
  }

  onGone(): void {
    this.exchange.release();
  }
}

/** A refused body has one answer: to the first request in it whose id can be read. */
function withIdOf(refusal: Refusal, beginning: string): Refusal {
  const [id] = findRequestIds({ beginning });
  return id === undefined ? refusal : { ...refusal, id };
}
