/**
 * Collects the body of a request, within a size and a time, as UTF-8 text.
 *
 * Knows nothing of JSON. Usually a body is a single chunk, which is then not copied.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Clock } from './clock.js';
import type { Refusal } from './refusal.js';

/** What a body turned out to be. `text` is `undefined` for bytes that are no UTF-8. */
export type ReceivedBody =
  | { readonly kind: 'body'; readonly text: string | undefined }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface BodyRules {
  readonly declaredLength: string | undefined;
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMs: number;
  readonly clock: Clock;
}

/** Calls back once; never when the sender leaves before the end. What comes after a refusal is thrown away. */
export function readBody(request: IncomingMessage, rules: BodyRules, onBody: (body: ReceivedBody) => void): void {
  if (Number(rules.declaredLength ?? 0) > rules.maxBodyBytes) {
    onBody(tooLong(rules.maxBodyBytes));
    return;
  }

  let chunks: Buffer[] = [];
  let size = 0;
  let isSettled = false;
  const settle = (body: ReceivedBody | undefined): void => {
    if (isSettled) return;
    isSettled = true;
    chunks = [];
    stopTimer();
    if (body) onBody(body);
  };
  const stopTimer = rules.clock.after(rules.bodyTimeoutMs, () => settle(tooSlow(rules.bodyTimeoutMs)));

  request.on('data', (chunk: Buffer) => {
    if (isSettled) return;
    size += chunk.length;
    if (size > rules.maxBodyBytes) settle(tooLong(rules.maxBodyBytes));
    else chunks.push(chunk);
  });
  request.on('end', () => settle({ kind: 'body', text: decode(chunks) }));
  request.on('close', () => settle(undefined));
}

function decode(chunks: readonly Buffer[]): string | undefined {
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

function tooLong(maxBodyBytes: number): ReceivedBody {
  const message = `the body is longer than ${maxBodyBytes} bytes (limit maxBodyBytes)`;
  return { kind: 'refused', refusal: { status: 413, message } };
}

function tooSlow(bodyTimeoutMs: number): ReceivedBody {
  const message = `the body did not arrive within ${bodyTimeoutMs} ms (limit bodyTimeoutMs)`;
  return { kind: 'refused', refusal: { status: 408, message } };
}
