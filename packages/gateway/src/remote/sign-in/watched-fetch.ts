/**
 * Finds out from the latest answer of an authorization server whether it is away, since the official client does not say why it got no token.
 *
 * Spec: RFC 6749 §5.2, RFC 9110 §15.6
 */
import { AnswerTooLong } from '../credentials/limit-answer.js';
import { AuthorizationServerAway } from '../credentials/token-endpoint.js';
import { ConnectionError, readRetryAfter } from '@sigil/client/internal';

const passingErrors = /"error"\s*:\s*"(temporarily_unavailable|server_error)"/;
/** The pause after a failed renewal, unless the authorization server names another. */
const usualPauseMs = 10_000;
const longestPauseMs = 300_000;

export class WatchedFetch {
  #away: AuthorizationServerAway | undefined;

  constructor(private readonly inner: typeof fetch) {}

  /** The reason why a later request may succeed; absent if the latest one got an answer that stands. */
  get away(): AuthorizationServerAway | undefined {
    return this.#away;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    this.#away = undefined;
    try {
      const response = await this.inner(input, init);
      // A connection that breaks off within the answer counts too.
      const text = await response.text();
      this.#away = awayIn(response, text);
      return new Response(text === '' ? null : text, response);
    } catch (error) {
      this.#away = awayBehind(error);
      throw error;
    }
  };
}

function awayIn({ status, headers }: Response, text: string): AuthorizationServerAway | undefined {
  const [, code] = /^[45]/.test(String(status)) ? (passingErrors.exec(text.slice(0, 1_000)) ?? []) : [];
  if (status < 500 && status !== 429 && code === undefined) return undefined;
  const pauseMs = readRetryAfter(headers.get('retry-after') ?? undefined) ?? usualPauseMs;
  return away(`answered with HTTP ${status}${code === undefined ? '' : ` ${code}`}`, { pauseMs });
}

function awayBehind(error: unknown): AuthorizationServerAway | undefined {
  // Our own rules and limits forbid it at the next attempt too.
  if (error instanceof ConnectionError || error instanceof AnswerTooLong) return undefined;
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return away(isTimeout ? 'did not answer in time' : 'could not be reached', { pauseMs: usualPauseMs, cause });
}

function away(
  why: string,
  { pauseMs, cause }: { readonly pauseMs: number; readonly cause?: unknown },
): AuthorizationServerAway {
  return new AuthorizationServerAway(
    'busy',
    `the sign-in could not be renewed, since the authorization server ${why}`,
    {
      mayHaveRun: false,
      retryAfterMs: Math.min(pauseMs, longestPauseMs),
      cause,
    },
  );
}
