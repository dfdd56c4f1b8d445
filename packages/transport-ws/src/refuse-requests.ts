/**
 * Answers the requests in a text with an error, and keeps the rest of it: answers and notifications are still handled.
 */
import { isJsonObject } from '@sigil/core';

interface RefusedRequests {
  /** The error for all of them. */
  readonly json: string;
  /** The other messages of their batch, if any. */
  readonly rest: string | undefined;
}

/** @returns `undefined` where the text contains no request */
export function refuseRequests(
  text: string,
  error: { readonly code: number; readonly message: string },
): RefusedRequests | undefined {
  const raw = parse(text);
  const messages: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  const answers = messages.map(idOf).flatMap((id) => (id === undefined ? [] : [{ jsonrpc: '2.0', id, error }]));
  if (answers.length === 0) return undefined;
  const others = messages.filter((message) => idOf(message) === undefined);
  return {
    json: JSON.stringify(Array.isArray(raw) ? answers : answers[0]),
    rest: others.length > 0 ? JSON.stringify(others) : undefined,
  };
}

/** Returns the id of a request. `unsubscribe` does not count: it ends a stream of the native view. */
function idOf(message: unknown): string | number | undefined {
  if (!isJsonObject(message) || typeof message['method'] !== 'string') return undefined;
  if (message['method'] === 'unsubscribe') return undefined;
  const { id } = message;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The reader of the whole text answers for invalid JSON.
    return undefined;
  }
}
