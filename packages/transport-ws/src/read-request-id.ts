/**
 * Finds out whether a text is a request, and which, without reading the rest: for requests that are refused as too many.
 */
import { isJsonObject } from '@sigil/core';

/** @returns the id of a JSON-RPC request; `undefined` for anything else */
export function readRequestId(text: string): string | number | undefined {
  const message = parse(text);
  if (!isJsonObject(message) || typeof message['method'] !== 'string') return undefined;
  const { id } = message;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A text that is no JSON is answered as such by the reader of the whole.
    return undefined;
  }
}
