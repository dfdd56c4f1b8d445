/**
 * Checks the answer to a hostile message: its kind, its id, and that it reveals nothing of the server's internals.
 */
import type { JsonObject } from '@sigil/core';
import { expect } from 'vitest';
import type { HostileMessage } from './hostile-messages.data.js';

/** Matches a stack, a path, a file of ours, a class of errors or a package. */
const internals =
  /\bat \S+ \(|node:|node_modules|file:\/\/|\.[cm]?[jt]s\b|(?:Type|Range|Syntax|Reference|Plugin|Mcp)Error|@sigil|x-powered-by/i;

/** @returns the internal detail that an answer contains, if any */
export function leaks(text: string): string | undefined {
  return internals.exec(text)?.[0];
}

/** Fails the test when the answer is not the one in the table. @param text as received */
export function judgeMessage(text: string, { outcome, id }: HostileMessage): void {
  const answer = JSON.parse(text) as JsonObject;
  expect(leaks(text.slice(0, 10_000))).toBeUndefined();
  expect(answer['jsonrpc']).toBe('2.0');
  expect(answer['id']).toEqual(id);
  if (typeof outcome === 'number')
    expect(answer).toMatchObject({ error: { code: outcome, message: expect.any(String) } });
  else expect(answer).toMatchObject({ result: { isError: outcome === 'tool-error' } });
}
