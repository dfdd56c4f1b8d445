/**
 * Receives the body of a POST as text, or refuses it for its declared form, its length or its duration.
 */
import { findRequestIds, type TextEnds, type UnreadText } from '@sigil/core/engine';
import type { Clock } from '../clock.js';
import type { HttpExchange, RequestHeaders } from './http-exchange.js';
import { readBody, refuseLongBody, type BodyReader, type BodyRules } from './read-body.js';
import { refuse, refuseAndClose, tooMuch, type Refusal } from './refusal.js';

/** See `EndpointLimits`. */
export interface PostLimits {
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMs: number;
  readonly lingerMs: number;
}

/** The receiver of a POST with its body. */
export interface PostReceiver {
  /** Answers the exchange, and takes over its counted bytes unless it answers synchronously. Must not throw. */
  receive(text: string, exchange: HttpExchange): void;
}

/** By then a body has been received, or was refused as too slow. */
const retryAfterSeconds = 5;
const notUtf8: Refusal = { status: 400, problem: 'parse-error', message: 'the body is not UTF-8' };

/** Receives the POSTs of one endpoint. */
export class PostReader {
  readonly #bodyRules: BodyRules;

  constructor(
    private readonly limits: PostLimits,
    private readonly clock: Clock,
  ) {
    const { maxBodyBytes, bodyTimeoutMs, lingerMs } = limits;
    this.#bodyRules = { maxBodyBytes, bodyTimeoutMs, lingerMs, clock };
  }

  /** Passes the body on, unless the request was refused or its sender has left. */
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

  /** Refuses a request, under the ids found in the received part of its body. */
  refuseBody(exchange: HttpExchange, refusal: Refusal, ends: TextEnds): void {
    const { request, response } = exchange;
    const identified = withIds(exchange, refusal, ends.finish());
    refuseAndClose(request, response, { refusal: identified, lingerMs: this.limits.lingerMs, clock: this.clock });
  }

  /** Refuses a request; if no id has arrived yet, first reads on for up to `lingerMs`. */
  refuseIdentified(exchange: HttpExchange, refusal: Refusal, ends: TextEnds): void {
    const { request } = exchange;
    const { beginning } = ends.finish();
    const answer = (): void => this.refuseBody(exchange, refusal, ends);
    // If nothing arrived, `lingerMs` has passed already.
    if (beginning === '' || findRequestIds({ beginning }).length > 0) {
      answer();
      return;
    }
    const onPiece = (piece: Buffer): void => ends.add(piece);
    const settle = (): void => {
      stopWaiting();
      request.off('data', onPiece).off('end', settle).off('close', settle);
      answer();
    };
    const stopWaiting = this.clock.after(this.limits.lingerMs, settle);
    request.on('data', onPiece).on('end', settle).on('close', settle);
  }
}

/** One POST whose body is being received. */
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
    refuse(this.exchange.response, withIds(this.exchange, notUtf8, { beginning: text }));
    this.exchange.release();
  }

  onRefusal(refusal: Refusal, ends: TextEnds): void {
    this.exchange.release();
    this.posts.refuseIdentified(this.exchange, refusal, ends);
  }

  onTooSlow(refusal: Refusal, ends: TextEnds): void {
    this.exchange.release();
    this.posts.refuseBody(this.exchange, refusal, ends);
  }

  onGone(): void {
    this.exchange.release();
  }
}

/** Makes one error for each request where a batch is answered so; otherwise the first id stands for all. */
function withIds({ hasBatches }: HttpExchange, refusal: Refusal, unread: UnreadText): Refusal {
  const ids = findRequestIds(unread);
  return { ...refusal, ids: hasBatches ? ids : ids.slice(0, 1) };
}

const jsonInUtf8 = /^application\/json[ \t]*(?:;[ \t]*charset=(?:utf-8|"utf-8")[ \t]*)?;?$/i;

/**
 * Checks the parsed media type, so that `text/plain; a=application/json` does not pass for JSON.
 *
 * @returns the refusal, or `undefined` when the body may be read
 */
function checkContent(headers: RequestHeaders): Refusal | undefined {
  const type = headers.contentType;
  if (type !== 'application/json' && (type === undefined || !jsonInUtf8.test(type))) {
    return { status: 415, message: 'Content-Type must be application/json, in UTF-8' };
  }
  if (headers.contentEncoding !== undefined && headers.contentEncoding.toLowerCase() !== 'identity') {
    return { status: 415, message: 'Content-Encoding is not supported: send the body as it is' };
  }
  return undefined;
}
