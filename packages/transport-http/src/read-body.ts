/**
 * Collects the body of a request, within a size and a time, as UTF-8 text.
 *
 * Knows nothing of JSON. Usually a body is a single chunk, which is then not copied.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Deadlines } from './deadlines.js';
import type { Refusal } from './refusal.js';

/** How long a body may be and take. */
export interface BodyRules {
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMs: number;
  /** Waits of `bodyTimeoutMs` each. */
  readonly deadlines: Deadlines;
}

/** One of the two is called, once; neither when the sender leaves before the end. */
export interface BodyReader {
  /** @param text `undefined` for bytes that are no UTF-8 */
  onText(text: string | undefined): void;
  /** What still comes is thrown away. */
  onRefusal(refusal: Refusal): void;
}

/** Reads to the end, to the first rule that is broken, or until the sender leaves. */
export function readBody(request: IncomingMessage, rules: BodyRules, reader: BodyReader): void {
  let chunks: Buffer[] = [];
  let size = 0;
  let isSettled = false;
  const settle = (): Buffer[] => {
    isSettled = true;
    stopWaiting();
    const received = chunks;
    chunks = [];
    return received;
  };
  const refuse = (refusal: Refusal): void => {
    settle();
    reader.onRefusal(refusal);
  };
  const stopWaiting = rules.deadlines.add(() => refuse(tooSlow(rules.bodyTimeoutMs)));

  request.on('data', (chunk: Buffer) => {
    if (isSettled) return;
    size += chunk.length;
    if (size > rules.maxBodyBytes) refuse(tooLong(rules.maxBodyBytes));
    else chunks.push(chunk);
  });
  request.on('end', () => {
    if (!isSettled) reader.onText(decode(settle()));
  });
  request.on('close', settle);
}

function decode(chunks: readonly Buffer[]): string | undefined {
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** For a body that is longer than it may be, or says it is. */
export function tooLong(maxBodyBytes: number): Refusal {
  return { status: 413, message: `the body is longer than ${maxBodyBytes} bytes (limit maxBodyBytes)` };
}

function tooSlow(bodyTimeoutMs: number): Refusal {
  return { status: 408, message: `the body did not arrive within ${bodyTimeoutMs} ms (limit bodyTimeoutMs)` };
}
