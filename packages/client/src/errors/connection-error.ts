/**
 * The errors of reaching a server: their kind, and whether the request may have run there.
 *
 * Messages name no address: callers read them.
 */

/**
 * `lost-session`: the server does not know our session any more, and has run nothing. `other-era`: it no longer speaks the era of the
 * request, and has run nothing. `held-back`: our own pause between openings is not over.
 */
export type ConnectionFailure =
  | 'unreachable'
  | 'broken'
  | 'busy'
  | 'refused'
  | 'unauthorized'
  | 'lost-session'
  | 'other-era'
  | 'held-back'
  | 'unreadable'
  | 'timeout'
  | 'closed';

/** Details of an error beside its kind and message. */
export interface ConnectionErrorOptions extends ErrorOptions {
  /** True if the request may have run at the server; `true` by default. */
  readonly mayHaveRun?: boolean;
  /** The pause that the server asked for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** The HTTP status of the refusal. */
  readonly status?: number | undefined;
  /** The scopes that the server demands of a token. */
  readonly wantedScope?: string | undefined;
  /** The server's own words on a failure of its own, for the operator alone. They follow the message. */
  readonly reason?: string | undefined;
}

export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly mayHaveRun: boolean;
  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;
  readonly wantedScope: string | undefined;
  readonly reason: string | undefined;

  constructor(
    readonly failure: ConnectionFailure,
    message: string,
    { mayHaveRun = true, retryAfterMs, status, wantedScope, reason, ...options }: ConnectionErrorOptions = {},
  ) {
    super(message, options);
    this.mayHaveRun = mayHaveRun;
    this.retryAfterMs = retryAfterMs;
    this.status = status;
    this.wantedScope = wantedScope;
    this.reason = reason;
  }
}

/** @returns the error as that of a request that was not sent, since the conversation could not be opened */
export function beforeAsking(error: unknown): unknown {
  // Only opening timed out; the caller's own timeout may have time left.
  if (error instanceof Error && error.name === 'TimeoutError')
    return new ConnectionError('timeout', 'the server took too long', { mayHaveRun: false });
  if (!(error instanceof ConnectionError)) return error;
  return new ConnectionError(error.failure, error.message, { ...error, mayHaveRun: false, cause: error.cause });
}

/** Builds the error for a request in the wrong era, which has not run and may be sent again. */
export function otherEra(): ConnectionError {
  const message = 'the server does not speak the revision any more that it was asked in';
  return new ConnectionError('other-era', message, { mayHaveRun: false });
}
