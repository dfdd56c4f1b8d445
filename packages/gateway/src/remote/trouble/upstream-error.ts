/**
 * The errors of reaching an upstream server: their kind, and whether the request may have run there.
 *
 * Messages name no address: callers read them.
 */

/**
 * `lost-session`: the upstream does not know our session any more, and has run nothing. `other-era`: it no longer speaks the era of the
 * request, and has run nothing. `held-back`: our own pause between openings is not over.
 */
export type UpstreamFailure =
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
export interface UpstreamErrorOptions extends ErrorOptions {
  /** Tells whether the request may have run at the upstream; `true` by default. */
  readonly mayHaveRun?: boolean;
  /** The pause that the upstream asked for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** The HTTP status of the refusal. */
  readonly status?: number | undefined;
  /** The scopes that the upstream demands of a token. */
  readonly wantedScope?: string | undefined;
  /** The upstream's own words on a failure of its own, for the operator alone. They follow the message. */
  readonly reason?: string | undefined;
}

export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly mayHaveRun: boolean;
  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;
  readonly wantedScope: string | undefined;
  readonly reason: string | undefined;

  constructor(
    readonly failure: UpstreamFailure,
    message: string,
    { mayHaveRun = true, retryAfterMs, status, wantedScope, reason, ...options }: UpstreamErrorOptions = {},
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
    return new UpstreamError('timeout', 'the upstream server took too long', { mayHaveRun: false });
  if (!(error instanceof UpstreamError)) return error;
  return new UpstreamError(error.failure, error.message, { ...error, mayHaveRun: false, cause: error.cause });
}
