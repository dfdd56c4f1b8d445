/**
 * Describes why an upstream does not serve.
 */
import { McpError, ToolError } from '@sigil/core';
import { ConnectionError, escapeInvisible } from '@sigil/client/internal';

/** Limit of an upstream's own text, in characters. */
const mostWords = 500;

/** Describes a failure for the operator's log, health and pages. Of the upstream's own text, it has only an error message. */
export function describeFailure(error: unknown): string {
  if (error instanceof ConnectionError) {
    const { cause } = error;
    // The system's codes are texts; those of messages and of time limits are numbers, which say nothing here.
    const why = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : '';
    return escapeInvisible(error.message + (error.reason ?? '')) + why;
  }
  if (error instanceof McpError)
    return escapeInvisible(`the upstream server answered: ${error.message.slice(0, mostWords)}`);
  if (error instanceof Error && error.name === 'TimeoutError') return 'the server took too long';
  return error instanceof Error ? error.message : 'the upstream server failed';
}

/** Makes an error for callers. @returns an error that says why the server gave no answer, and when to try again; other errors unchanged */
export function describeToCaller(error: unknown, server: string): unknown {
  if (!(error instanceof ConnectionError)) return error;
  const { message, retryAfterMs = 0 } = error;
  const later = retryAfterMs > 0 ? `; try again in ${Math.ceil(retryAfterMs / 1_000)} s` : '';
  return new ToolError(`server "${server}": ${message}${later}`, { cause: error });
}
