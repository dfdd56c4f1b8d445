import type { JsonObject } from '@sigil/core';
import type { Outgoing } from '@sigil/core/engine';
import { openNativeConversation } from '@sigil/core/internal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineOf, openStarted, textOf, type OpenedLink } from './links.test-support.js';

/** A reader of the native view; each message waits until `take` is settled. */
function readFrom(opened: OpenedLink, take: (message: JsonObject) => Promise<void> = async () => undefined) {
  const sent: JsonObject[] = [];
  const send = async ({ json }: Outgoing): Promise<void> => {
    const message = JSON.parse(json) as JsonObject;
    sent.push(message);
    await take(message);
  };
  const conversation = openNativeConversation(engineOf(opened).engine, { send });
  const call = (method: string, params: JsonObject = {}): Promise<void> =>
    conversation.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  return { sent, call, conversation, events: () => sent.slice(1).map((it) => (it['params'] as JsonObject)['result']) };
}

describe.each(['inline', 'worker', 'process'] as const)('a stream behind a link: %s', (kind) => {
  let opened: OpenedLink;
  beforeAll(async () => {
    opened = await openStarted(kind);
  });
  afterAll(() => opened.link.stop());

  test('reaches its reader event by event, and ends with the returned value', async () => {
    const { call, sent, events } = readFrom(opened);

    await call('story', { count: 3 });

    expect(sent[0]).toEqual({ jsonrpc: '2.0', id: 1, result: { subscription: 1 } });
    expect(events()).toEqual([
      { type: 'start' },
      { type: 'content', content: 'part 1' },
      { type: 'content', content: 'part 2' },
      { type: 'content', content: 'part 3' },
      { type: 'complete', result: 'the end' },
    ]);
  });

  test('passes typed events on unchanged', async () => {
    const { call, events } = readFrom(opened);

    await call('events');

    expect(events()).toEqual([
      { type: 'start' },
      { type: 'toolUse', name: 'search', input: { query: 'cats' } },
      { type: 'progress', progress: 1, total: 2, message: 'half' },
      { type: 'log', level: 'info', data: { found: 3 } },
      { type: 'content', content: { cat: 'Tom' } },
      { type: 'error', error: { code: -32_000, message: 'no more cats' } },
    ]);
  });

  test('rejects invalid arguments before there is a subscription', async () => {
    const { call, sent } = readFrom(opened);

    await call('needs');

    expect(sent).toMatchObject([{ id: 1, error: { code: -32_602 } }]);
  });

  test('waits for a slow reader, and is stopped when the reader leaves', async () => {
    let steps = '';
    const { call, conversation } = readFrom(opened, async ({ params }) => {
      const result = (params as JsonObject | undefined)?.['result'] as JsonObject | undefined;
      if (result?.['content'] !== 3) return;
      // A generator that runs ahead would be far ahead by now.
      steps = await textOf(opened, 'stepsSoFar');
      conversation.close();
    });

    await call('endless');

    expect(steps).toBe('3');
    await expect.poll(() => textOf(opened, 'stepsSoFar')).toBe('-1');
  });
});
