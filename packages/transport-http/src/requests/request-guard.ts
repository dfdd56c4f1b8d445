/**
 * Lets requests in, or turns them away before anything of them is served: while closing, by Host, by Origin.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buildCallerCheck, type CallerProblem, type CallerRules } from './check-caller.js';
import { buildCrossOrigin } from './cross-origin.js';
import { HttpExchange, type Connections } from './http-exchange.js';
import { refuse, type Refusal } from './refusal.js';

const closingRefusal: Refusal = {
  status: 503,
  problem: 'internal-error',
  message: 'this endpoint is closing: try again later',
  headers: ['Retry-After', '5', 'Connection', 'close'],
};

/** The way into one endpoint. */
export class RequestGuard {
  readonly #checkCaller: ReturnType<typeof buildCallerCheck>;
  readonly #connections: Connections;
  readonly #prepareCrossOrigin: ReturnType<typeof buildCrossOrigin>;
  #isClosing = false;

  /** @param allow the methods that are served */
  constructor(rules: CallerRules & { readonly connections: Connections }, allow: string) {
    this.#connections = rules.connections;
    this.#checkCaller = buildCallerCheck(rules);
    this.#prepareCrossOrigin = buildCrossOrigin(rules.allowedOrigins ?? [], allow);
  }

  /** From now on nobody is let in. */
  close(): void {
    this.#isClosing = true;
  }

  /** @returns `undefined` when the request has been answered */
  check(request: IncomingMessage, response: ServerResponse): HttpExchange | undefined {
    const exchange = new HttpExchange(request, response, this.#connections.of(request.socket));
    const { headers } = exchange;
    const refusal = this.#isClosing ? closingRefusal : refusalOf(this.#checkCaller(headers));
    if (refusal) {
      refuse(response, refusal);
      return undefined;
    }
    if (headers.origin !== undefined && this.#prepareCrossOrigin(request, response, headers.origin)) return undefined;
    return exchange;
  }
}

function refusalOf(problem: CallerProblem | undefined): Refusal | undefined {
  return problem && { status: problem.kind === 'malformed' ? 400 : 403, message: problem.message };
}
