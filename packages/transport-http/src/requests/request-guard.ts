/**
 * Rejects a request before MCP sees it: closing, Host, Origin, caller. Host and Origin reveal requests made by another site's web
 * page: DNS rebinding and cross-site calls.
 *
 * Loopback names are always allowed; the operator lists any others. Spec: 2025-11-25 basic/transports#security-warning
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault, Principal } from '@sigil/core/engine';
import { refusalOfDenial, type Authenticate, type Denial } from './authentication.js';
import { buildCrossOrigin } from './cross-origin.js';
import { describeForbidden } from './describe-forbidden.js';
import { HttpExchange, type Connections } from './http-exchange.js';
import { ourFault, refuse, type Refusal } from './refusal.js';

const closingRefusal: Refusal = {
  status: 503,
  problem: 'internal-error',
  message: 'this endpoint is closing: try again later',
  headers: ['Retry-After', '5', 'Connection', 'close'],
};

/** The rules of one endpoint. */
export interface GuardRules extends CallerRules {
  readonly connections: Connections;
  /** Authenticates every request that passed the other checks. Default: no authentication. */
  readonly authenticate?: Authenticate | undefined;
  /** Called when authentication failed with an error; the caller sees status 500. */
  readonly onFault?: ((fault: Fault) => void) | undefined;
}

/** Serves a request that passed the checks. */
export type Serve = (exchange: HttpExchange) => void;

/** The guard of one endpoint. */
export class RequestGuard {
  readonly #checkCaller: ReturnType<typeof buildCallerCheck>;
  readonly #connections: Connections;
  readonly #prepareCrossOrigin: ReturnType<typeof buildCrossOrigin>;
  #isClosing = false;

  /** @param allow the served methods */
  constructor(
    private readonly rules: GuardRules,
    allow: string,
  ) {
    this.#connections = rules.connections;
    this.#checkCaller = buildCallerCheck(rules);
    this.#prepareCrossOrigin = buildCrossOrigin(
      rules.allowedOrigins ?? [],
      allow,
      rules.authenticate ? 'Mcp-Session-Id, WWW-Authenticate' : 'Mcp-Session-Id',
    );
  }

  /** Rejects all requests from now on. */
  close(): void {
    this.#isClosing = true;
  }

  /** @param serve called immediately, or once the caller is known; never when the request is refused */
  check(request: IncomingMessage, response: ServerResponse, serve: Serve): void {
    const exchange = new HttpExchange(request, response, this.#connections.of(request.socket));
    const { headers } = exchange;
    const refusal = this.#isClosing ? closingRefusal : refusalOf(this.#checkCaller(headers));
    if (refusal) {
      refuse(response, refusal);
      return;
    }
    if (headers.origin !== undefined && this.#prepareCrossOrigin(request, response, headers.origin)) return;
    if (this.rules.authenticate) this.#authenticate(exchange, this.rules.authenticate, serve);
    else serve(exchange);
  }

  #authenticate(exchange: HttpExchange, authenticate: Authenticate, serve: Serve): void {
    const { request, response, headers } = exchange;
    const { authorization, forwardedFor } = headers;
    // No later code needs the token.
    headers.authorization = undefined;
    const address = request.socket.remoteAddress;
    const verdict = authenticate({ authorization, url: request.url, address, forwardedFor });
    if (!(verdict instanceof Promise)) {
      this.#admit(verdict, exchange, serve);
      return;
    }
    verdict.then(
      (settled) => {
        if (response.destroyed) return;
        if (this.#isClosing) refuse(response, closingRefusal);
        else this.#admit(settled, exchange, serve);
      },
      (error: unknown) => {
        if (!response.destroyed) refuse(response, ourFault);
        this.rules.onFault?.({ during: 'authentication', error });
      },
    );
  }

  #admit(verdict: Principal | Denial, exchange: HttpExchange, serve: Serve): void {
    if ('status' in verdict) {
      refuse(exchange.response, refusalOfDenial(verdict));
      return;
    }
    exchange.principal = verdict;
    exchange.connection = this.#connections.ofCaller(exchange.request.socket, verdict);
    serve(exchange);
  }
}

function refusalOf(problem: CallerProblem | undefined): Refusal | undefined {
  return problem && { status: problem.kind === 'malformed' ? 400 : 403, message: problem.message };
}

/** The callers to allow beside those on this machine. */
export interface CallerRules {
  /** Allowed host names beside loopback: `mcp.example.com`, or with one port only: `mcp.example.com:8443`. */
  readonly allowedHosts?: readonly string[];
  /**
   * Origins whose pages may call, and read the answers: `https://app.example.com`. Loopback origins and the allowed hosts' own
   * origins may call without being listed, but pages of another origin there cannot read the answers.
   */
  readonly allowedOrigins?: readonly string[];
  /** Called with a message for the operator at each refusal of a host or an origin. */
  readonly onForbidden?: ((message: string) => void) | undefined;
}

/** The headers that show where a request came from and where it was sent. */
export interface CallerHeaders {
  /** Value of the `Host` header; several are joined. */
  readonly host: string | undefined;
  /** The number of `Host` headers. */
  readonly hostCount: number;
  readonly origin: string | undefined;
}

/** The reason for rejecting a caller: it broke the rules of HTTP, or it may not call. */
export interface CallerProblem {
  readonly kind: 'malformed' | 'forbidden';
  readonly message: string;
}

const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** @returns a check that answers with the problem, or `undefined` for an allowed caller */
export function buildCallerCheck(rules: CallerRules): (headers: CallerHeaders) => CallerProblem | undefined {
  const hosts = new Set(rules.allowedHosts?.map((host) => host.toLowerCase()));
  const origins = new Set(rules.allowedOrigins?.map((origin) => origin.toLowerCase()));

  // Almost all requests name the same host.
  let lastAllowed: string | undefined;
  const isHostAllowed = (named: string): boolean => {
    if (named === lastAllowed) return true;
    const host = named.toLowerCase();
    const name = nameOf(host);
    const isAllowed = name !== undefined && (loopbackNames.has(name) || hosts.has(name) || hosts.has(host));
    if (isAllowed) lastAllowed = named;
    return isAllowed;
  };

  const isOriginAllowed = (origin: string): boolean => {
    if (origins.has(origin)) return true;
    const host = /^https?:\/\/([^/]+)$/.exec(origin)?.[1];
    return host !== undefined && isHostAllowed(host);
  };

  const forbid = (header: 'Host' | 'Origin', value: string): CallerProblem => {
    const message = describeForbidden(header, value);
    rules.onForbidden?.(message);
    return { kind: 'forbidden', message };
  };

  return ({ host, hostCount, origin }) => {
    if (hostCount !== 1 || host === undefined) {
      return { kind: 'malformed', message: 'exactly one Host header is required' };
    }
    if (!isHostAllowed(host)) return forbid('Host', host);
    if (origin !== undefined && !isOriginAllowed(origin.toLowerCase())) return forbid('Origin', origin);
    return undefined;
  };
}

/** Returns the name in `name:port`; `undefined` when it is neither that nor a name alone. */
function nameOf(host: string): string | undefined {
  return /^(\[[0-9a-f:.]+\]|[^:[\]@/\s]+)(?::\d{1,5})?$/.exec(host)?.[1];
}
