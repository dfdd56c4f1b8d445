import type { JsonObject } from '@sigil/core';
import { revisions } from '@sigil/core/engine';
import { describe, expect, test } from 'vitest';
import {
  callOf,
  echo,
  engineOf,
  gate,
  initialize,
  modernRequest,
  request,
  textResult,
  toolOf,
  type JsonMessage,
} from '@sigil/testing/transports';
import { openTestPipe } from './stdio.test-support.js';

const text = 'one\ntwo\r\nthree\u2028four, ünïcödé 🦊';

/** Sends messages, ends the input and returns the output; fails unless it is whole lines of UTF-8. */
async function outputOf(tools: Parameters<typeof openTestPipe>[0], messages: readonly JsonObject[]): Promise<string[]> {
  const pipe = openTestPipe(tools);
  const chunks: Buffer[] = [];
  pipe.output.on('data', (chunk: Buffer) => chunks.push(chunk));

  pipe.tell(...messages);
  pipe.input.end();
  await pipe.server.done;

  const lines = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)).split('\n');
  expect(lines.pop()).toBe('');
  return lines;
}

describe.each(revisions)('$date', ({ date, era }) => {
  const opening = era === 'legacy' ? [initialize(1, date)] : [];
  const requestOf = era === 'legacy' ? request : modernRequest;

  // Rules: 43, 44
  test('every message is one line of UTF-8, even with line breaks in its text', async () => {
    const call = requestOf(2, 'tools/call', { name: 'echo', arguments: { text } });

    const lines = await outputOf([echo], [...opening, call]);

    expect(lines.map((line) => (JSON.parse(line) as JsonMessage).id)).toEqual([...opening.map(({ id }) => id), 2]);
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ result: { content: [{ text }] } });
  });

  // Rules: 45
  test('the output contains only messages, even when a tool throws', async () => {
    const tool = toolOf('crash', async () => {
      throw new TypeError('inside');
    });

    const lines = await outputOf([tool], [...opening, requestOf(2, 'tools/call', { name: 'crash' })]);

    const messages = lines.map((line) => JSON.parse(line) as JsonObject);
    expect(messages.filter(({ jsonrpc }) => jsonrpc !== '2.0')).toEqual([]);
    expect(messages).toHaveLength(opening.length + 1);
  });
});

// Rules: 46
test('a modern client gets questions in the result of its call, and no request', async () => {
  const tool = toolOf('ask', async (_input, context) => textResult((await context.listRoots()).action));
  const _meta = { 'io.modelcontextprotocol/clientCapabilities': { roots: {} } };

  const lines = await outputOf([tool], [modernRequest(1, 'tools/call', { name: 'ask', _meta })]);

  expect(lines.map((line) => JSON.parse(line) as JsonObject)).toMatchObject([
    { id: 1, result: { resultType: 'input_required' } },
  ]);
});

// Rules: 47
test('nothing is sent for a call after a modern client cancels it', async () => {
  const started = gate();
  const finish = gate();
  const tool = toolOf('slow', async (_input, context) => {
    started.open();
    await finish.opened;
    await context.reportProgress(1);
    return textResult('too late');
  });
  const pipe = openTestPipe([tool, echo]);

  pipe.tell(modernRequest(1, 'tools/call', { name: 'slow', _meta: { progressToken: 'p' } }));
  await started.opened;
  pipe.tell({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
  pipe.tell(callOf(2, 'echo', { text: 'next' }));
  const next = await pipe.next();
  finish.open();
  pipe.input.end();

  expect([next?.id, await pipe.next()]).toEqual([2, undefined]);
});

// Rules: 93
test('a subscription that the server ends gets a cancellation and then its result', async () => {
  const engine = engineOf([echo]);
  const pipe = openTestPipe([], {}, engine);
  pipe.tell(modernRequest('sub-1', 'subscriptions/listen', { notifications: {} }));
  await pipe.next();

  engine.endSubscriptions();

  expect(await pipe.next()).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 'sub-1' } });
  expect(await pipe.next()).toMatchObject({ id: 'sub-1', result: { resultType: 'complete' } });
});
