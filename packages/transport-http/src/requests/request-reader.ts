/**
 * Reads one HTTP request of an endpoint: waits for its turn, checks its caller, and receives its body. A request that breaks a rule
 * is refused here, before MCP sees it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault, Principal } from '@sigil/core/engine';
import { findRequestIds, type TextEnds, type UnreadText } from '@sigil/core/internal';
import type { Clock } from '../clock.js';
import { refusalOfDenial, type Authenticate, type Denial } from './authentication.js';
import { buildCallerCheck, type CallerProblem, type CallerRules } from './caller-check.js';
import type { Connections } from './connections.js';
import { buildCrossOrigin } from './cross-origin.js';
import { HttpExchange } from './http-exchange.js';
import { completeHttp2Response } from './http2-response.js';
import { waitForTurn } from './pipelining.js';
import { textOfReadBody } from './parsed-body.js';
import { readBody, tooLong, type BodyRules } from './read-body.js';
import { ourFault, refuse, refuseAndClose, tooMuch, type Refusal } from './refusal.js';
import type { RequestHeaders } from './request-headers.js';

/** The rules for the requests of one path. */
export interface RequestRules extends CallerRules {
  /** The served methods, as the value of an `Allow` header. */
  readonly allow: string;
  readonly connections: Connections;
  /** See `EndpointLimits`. */
  readonly limits: Pick<BodyRules, 'maxBodyBytes' | 'bodyTimeoutMs' | 'lingerMs'>;
  readonly clock: Clock;
  /** Authenticates every request that passed the other checks. Default: no authentication. */
  readonly authenticate?: Authenticate | undefined;
  /** Called when authentication failed with an error; the caller sees status 500. */
  readonly onFault: (fault: Fault) => void;
  /** Returns the refusal of a request by its method and `Accept` header. */
  readonly refuseHead: (exchange: HttpExchange) => Refusal | undefined;
}

/** A request that was read. Release its exchange once it is answered. */
export interface ReadRequest {
  readonly exchange: HttpExchange;
  /** The body of a POST; `undefined` for other methods. */
  readonly text: string | undefined;
}

const closingRefusal: Refusal = {
  status: 503,
  problem: 'internal-error',
  message: 'this endpoint is closing: try again later',
  headers: ['Retry-After', '5'],
  endsConnection: true,
};
/** In this time a body is received, or refused as too slow. */
const retryAfterSeconds = 5;
const notUtf8: Refusal = { status: 400, problem: 'parse-error', message: 'the body is not UTF-8' };

/** Reads the requests of one path. */
export class RequestReader {
  readonly #rules: RequestRules;
  readonly #bodyRules: BodyRules;
  readonly #checkCaller: ReturnType<typeof buildCallerCheck>;
  readonly #prepareCrossOrigin: ReturnType<typeof buildCrossOrigin>;
  #isClosing = false;

  constructor(rules: RequestRules) {
    const { limits, clock, allow, authenticate, allowedOrigins = [] } = rules;
    this.#rules = rules;
    const { maxBodyBytes, bodyTimeoutMs, lingerMs } = limits;
    this.#bodyRules = { maxBodyBytes, bodyTimeoutMs, lingerMs, clock };
    this.#checkCaller = buildCallerCheck(rules);
    const exposedHeaders = authenticate ? 'Mcp-Session-Id, WWW-Authenticate' : 'Mcp-Session-Id';
    this.#prepareCrossOrigin = buildCrossOrigin(allowedOrigins, allow, exposedHeaders);
  }

  /** Refuses all requests from now on. */
  close(): void {
    this.#isClosing = true;
  }

  /**
   * Up to the body it waits only if it has to: the body is received faster if it is taken before the parser delivers it.
   *
   * @param parsed a body that was read before, as its parser left it
   * @param principal a caller that was authenticated before, in place of `authenticate`
   * @returns `undefined` for a request that was refused or answered, or whose sender is gone
   */
  async read(
    request: IncomingMessage,
    response: ServerResponse,
    parsed?: unknown,
    principal?: Principal,
  ): Promise<ReadRequest | undefined> {
    if (request.httpVersionMajor === 2) completeHttp2Response(response);
    if (!response.socket && !(await waitForTurn(request, response))) return undefined;
    const { connections, authenticate, refuseHead } = this.#rules;
    const exchange = new HttpExchange(request, response, connections.of(request.socket));
    const { origin } = exchange.headers;
    const refusal = this.#isClosing ? closingRefusal : refusalOf(this.#checkCaller(exchange.headers));
    if (refusal) return void refuse(response, refusal);
    if (origin !== undefined && this.#prepareCrossOrigin(request, response, origin)) return undefined;
    const denied = principal
      ? this.#admit(principal, exchange)
      : authenticate && this.#authenticate(exchange, authenticate);
    const denial = denied instanceof Promise ? await denied : denied;
    if (response.destroyed) return undefined;
    if (denial) return void refuse(response, denial);
    const refusedHead = refuseHead(exchange);
    if (refusedHead) return void refuse(response, refusedHead);
    if (request.method !== 'POST') return { exchange, text: undefined };
    const text = await this.#readText(exchange, parsed);
    return text === undefined ? undefined : { exchange, text };
  }

  /** @returns the refusal of a caller that is not authenticated; `undefined` for one that is */
  #authenticate(
    exchange: HttpExchange,
    authenticate: Authenticate,
  ): Refusal | undefined | Promise<Refusal | undefined> {
    const { request, headers } = exchange;
    const { authorization, forwardedFor } = headers;
    // No later code needs the token.
    headers.authorization = undefined;
    const address = request.socket.remoteAddress;
    const verdict = authenticate({ authorization, url: request.url, address, forwardedFor });
    return verdict instanceof Promise ? this.#admitSettled(verdict, exchange) : this.#admit(verdict, exchange);
  }

  async #admitSettled(verdict: Promise<Principal | Denial>, exchange: HttpExchange): Promise<Refusal | undefined> {
    try {
      const settled = await verdict;
      return this.#isClosing ? closingRefusal : this.#admit(settled, exchange);
    } catch (error) {
      this.#rules.onFault({ during: 'authentication', error });
      return ourFault;
    }
  }

  #admit(verdict: Principal | Denial, exchange: HttpExchange): Refusal | undefined {
    if ('status' in verdict) return refusalOfDenial(verdict);
    exchange.principal = verdict;
    exchange.connection = this.#rules.connections.ofCaller(exchange.request.socket, verdict);
    return undefined;
  }

  async #readText(exchange: HttpExchange, parsed: unknown): Promise<string | undefined> {
    const { request, response, headers } = exchange;
    const isRead = request.readableEnded;
    // A parser has decoded what it read.
    const refusal = checkType(headers) ?? (isRead ? undefined : checkEncoding(headers));
    if (refusal) return void refuse(response, refusal);
    if (isRead) return this.#takeText(exchange, textOfReadBody(request, parsed));
    const saysTooLong = Number(headers.contentLength) > this.#bodyRules.maxBodyBytes;
    const body = await readBody(request, this.#bodyRules, (bytes) => countBytes(exchange, bytes), saysTooLong);
    if (body.kind === 'text') return body.text;
    exchange.release();
    if (body.kind === 'not-utf8') refuse(response, withIds(exchange, notUtf8, { beginning: body.text }));
    if (body.kind === 'refused') await this.#readOn(request, body.ends);
    if (body.kind === 'refused' || body.kind === 'too-slow') this.#refuseBody(exchange, body.refusal, body.ends);
    return undefined;
  }

  /** Takes a text that is in memory already, within the same limits. */
  #takeText(exchange: HttpExchange, text: string): string | undefined {
    const { maxBodyBytes } = this.#bodyRules;
    const bytes = Buffer.byteLength(text);
    const refusal = bytes > maxBodyBytes ? tooLong(maxBodyBytes) : countBytes(exchange, bytes);
    return refusal ? void refuse(exchange.response, refusal) : text;
  }

  /** Reads on for up to `lingerMs` if no id of a request has arrived yet, so that the refusal can name it. */
  #readOn(request: IncomingMessage, ends: TextEnds): Promise<void> {
    const { clock, lingerMs } = this.#bodyRules;
    const { beginning } = ends.finish();
    // If nothing arrived, `lingerMs` has passed already.
    if (beginning === '' || findRequestIds({ beginning }).length > 0) return Promise.resolve();
    return new Promise((resolve) => {
      const onPiece = (piece: Buffer): void => ends.add(piece);
      const settle = (): void => {
        stopWaiting();
        request.off('data', onPiece).off('end', settle).off('close', settle);
        resolve();
      };
      const stopWaiting = clock.after(lingerMs, settle);
      request.on('data', onPiece).on('end', settle).on('close', settle);
    });
  }

  /** Refuses a request, under the ids found in the received part of its body. */
  #refuseBody(exchange: HttpExchange, refusal: Refusal, ends: TextEnds): void {
    refuseAndClose(exchange, withIds(exchange, refusal, ends.finish()), this.#bodyRules);
  }
}

function refusalOf(problem: CallerProblem | undefined): Refusal | undefined {
  return problem && { status: problem.kind === 'malformed' ? 400 : 403, message: problem.message };
}

function countBytes(exchange: HttpExchange, bytes: number): Refusal | undefined {
  const full = exchange.count(bytes);
  return full && tooMuch(full, retryAfterSeconds);
}

/** Makes one error for each request if a batch is answered so; otherwise the first id counts for all. */
function withIds({ hasBatches }: HttpExchange, refusal: Refusal, unread: UnreadText): Refusal {
  const ids = findRequestIds(unread);
  return { ...refusal, ids: hasBatches ? ids : ids.slice(0, 1) };
}

const jsonInUtf8 = /^application\/json[ 	]*(?:;[ 	]*charset=(?:utf-8|"utf-8")[ 	]*)?;?$/i;

/**
 * Checks the parsed media type, so that `text/plain; a=application/json` does not pass for JSON.
 *
 * @returns the refusal, or `undefined` when the body may be read
 */
function checkType({ contentType: type }: RequestHeaders): Refusal | undefined {
  if (type !== 'application/json' && (type === undefined || !jsonInUtf8.test(type))) {
    return { status: 415, message: 'Content-Type must be application/json, in UTF-8' };
  }
  return undefined;
}

function checkEncoding({ contentEncoding: encoding }: RequestHeaders): Refusal | undefined {
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return { status: 415, message: 'Content-Encoding is not supported: send the body as it is' };
  }
  return undefined;
}
