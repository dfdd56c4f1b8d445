/**
 * Says in words why an upstream does not serve.
 */
import { McpError, ToolError } from '@sigil/core';
import { plainWords } from './plain-words.js';
import { UpstreamError } from './upstream-error.js';

/** Characters of an upstream's own text. */
const mostWords = 500;

/** For the operator's log, health and pages: nothing of it is the upstream's own text but what it answered. */
export function describeFailure(error: unknown): string {
  if (error instanceof UpstreamError) {
    const { cause } = error;
    const why = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    return plainWords(error.message) + why;
  }
  if (error instanceof McpError)
    return plainWords(`the upstream server answered: ${error.message.slice(0, mostWords)}`);
  if (error instanceof Error && error.name === 'TimeoutError') return 'the upstream server took too long';
  return error instanceof Error ? error.message : 'the upstream server failed';
}

/** For callers. @returns an error that says why the server gave no answer; any other as it is */
export function inWords(error: unknown, server: string): unknown {
  if (!(error instanceof UpstreamError)) return error;
  return new ToolError(`server "${server}": ${error.message}`, { cause: error });
}
