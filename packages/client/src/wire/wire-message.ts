/**
 * One message of a server: parsed, with its text beside it.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { ConnectionError } from '../errors/connection-error.js';
import { splitItems } from './split-members.js';

/** A JSON-RPC message. A notification has no `id`. */
export interface WireMessage {
  readonly kind: 'response' | 'request' | 'notification';
  readonly id: JsonValue | undefined;
  readonly method: string;
  readonly params: JsonObject;
  readonly parsed: JsonObject;
  /** Without line breaks, which end a message over a pipe and a field in an event stream. */
  readonly text: string;
}

/**
 * Reads a message, or each message of a batch. Spec: 2025-03-26 basic/index#batching
 *
 * @throws ConnectionError `unreadable` when one of them is not a JSON-RPC message
 */
export function readWireMessages(text: string): readonly WireMessage[] {
  if (!/^\s*\[/.test(text)) return [readWireMessage(text)];
  parse(text);
  return splitItems(text).map(readWireMessage);
}

/** Reads the valid messages and skips the others, for streams that go on. @param onUnreadable called for each skipped one */
export function readWhatIsMessage(
  text: string,
  onUnreadable: (error: ConnectionError) => void,
): readonly WireMessage[] {
  const readEach = (parts: readonly string[]): readonly WireMessage[] =>
    parts.flatMap((part) => guarded(() => [readWireMessage(part)]));
  const guarded = (read: () => readonly WireMessage[]): readonly WireMessage[] => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      onUnreadable(error);
      return [];
    }
  };
  if (!/^\s*\[/.test(text)) return readEach([text]);
  return guarded(() => (parse(text), readEach(splitItems(text))));
}

/** @throws ConnectionError `unreadable` when the text is not a JSON-RPC message */
export function readWireMessage(text: string): WireMessage {
  const parsed = parse(text);
  if (!isJsonObject(parsed)) throw new ConnectionError('unreadable', 'the server sent what is no JSON object');
  const { id, method, params } = parsed;
  const isCall = typeof method === 'string';
  if (!isCall && !('result' in parsed) && !('error' in parsed)) {
    throw new ConnectionError('unreadable', 'the server sent what is no JSON-RPC message');
  }
  return {
    kind: isCall ? (id === undefined || id === null ? 'notification' : 'request') : 'response',
    id,
    method: isCall ? method : '',
    params: isJsonObject(params) ? params : {},
    parsed,
    text: onOneLine(text),
  };
}

/** Returns the id of the request that a response answers, which some servers keep as a string; `NaN` if it is none of ours. */
export function answeredId({ id }: WireMessage): number {
  if (typeof id === 'number') return id;
  return typeof id === 'string' ? Number(id) : Number.NaN;
}

/** @param text valid JSON, where line breaks are space between tokens */
function onOneLine(text: string): string {
  return text.includes('\n') || text.includes('\r') ? text.replaceAll(/[\r\n]+/g, ' ') : text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ConnectionError('unreadable', 'the server sent what is no JSON', { cause });
  }
}
