/**
 * The errors of reaching an upstream server: which kind, and whether a request may have run there all the same.
 *
 * Messages name no address: callers read them.
 */

/**
 * `lost-session`: the upstream knows our session no more, and has run nothing. `other-era`: it does not speak in the way in which it was
 * asked any more, and has run nothing.
 */
export type UpstreamFailure =
  | 'unreachable'
  | 'broken'
  | 'busy'
  | 'refused'
  | 'unauthorized'
  | 'lost-session'
  | 'other-era'
  | 'unreadable'
  | 'timeout'
  | 'closed';

/** More of an error than its kind and its message. */
export interface UpstreamErrorOptions extends ErrorOptions {
  /** Tells whether the request may have reached code that runs; `true` unless said otherwise. */
  readonly mayHaveRun?: boolean;
  /** The upstream's own word on when to come again. */
  readonly retryAfterMs?: number | undefined;
  /** The HTTP status that said so. */
  readonly status?: number | undefined;
  /** The scopes that the upstream wants a token to have. */
  readonly wantedScope?: string | undefined;
}

export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly mayHaveRun: boolean;
  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;
  readonly wantedScope: string | undefined;

  constructor(
    readonly failure: UpstreamFailure,
    message: string,
    { mayHaveRun = true, retryAfterMs, status, wantedScope, ...options }: UpstreamErrorOptions = {},
  ) {
    super(message, options);
    this.mayHaveRun = mayHaveRun;
    this.retryAfterMs = retryAfterMs;
    this.status = status;
    this.wantedScope = wantedScope;
  }
}

/** @returns the error of a conversation that could not be opened, as that of a request which was not sent yet */
export function beforeAsking(error: unknown): unknown {
  // The opening has a time of its own: it is not its caller's that is over.
  if (error instanceof Error && error.name === 'TimeoutError')
    return new UpstreamError('timeout', 'the upstream server took too long', { mayHaveRun: false });
  if (!(error instanceof UpstreamError)) return error;
  return new UpstreamError(error.failure, error.message, { ...error, mayHaveRun: false, cause: error.cause });
}
