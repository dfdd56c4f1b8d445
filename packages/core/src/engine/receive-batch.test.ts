import { describe, expect, test } from 'vitest';
import { catalogOf, text, toolOf } from '../catalog/catalog.test-support.js';
import type { JsonObject } from '../model/json.js';
import {
  batching,
  callIn,
  codeOf,
  collect,
  deferred,
  engineOf,
  initializeOf,
  legacyRevisions,
  talkIn,
  talkTo,
} from './engine.test-support.js';

const ping = (id: string | number) => ({ jsonrpc: '2.0', id, method: 'ping' });
const note = { jsonrpc: '2.0', method: 'notifications/roots/list_changed' };

/** Returns the arrays that a client receives for a batch. */
async function answersTo(batch: JsonObject[], server = engineOf()): Promise<JsonObject[][]> {
  const talk = await talkIn(batching, server);
  await talk.send(batch);
  return talk.sent as unknown as JsonObject[][];
}

test('a batch is answered with one array, in the order of its requests', async () => {
  const gate = deferred();
  const slow = toolOf('slow', async () => {
    await gate.promise;
    return text('slow');
  });
  const fast = toolOf('fast', async () => {
    gate.resolve();
    return text('fast');
  });
  const server = engineOf(catalogOf({ tools: [slow, fast] }));

  const answers = await answersTo(
    [callIn(batching, 1, { name: 'slow' }), callIn(batching, 2, { name: 'fast' })],
    server,
  );

  expect(answers).toHaveLength(1);
  expect(answers[0]!.map(({ id }) => id)).toEqual([1, 2]);
});

test('a batch of one request is answered with an array of one', async () => {
  expect(await answersTo([ping(1)])).toEqual([[{ jsonrpc: '2.0', id: 1, result: {} }]]);
});

test('only requests are answered', async () => {
  const [answers] = await answersTo([note, ping('a'), { jsonrpc: '2.0', id: 'ours', result: {} }]);

  expect(answers!.map(({ id }) => id)).toEqual(['a']);
});

test('a batch without requests gets no answer', async () => {
  expect(await answersTo([note, note])).toEqual([]);
});

test('an invalid item is rejected under its id, and the others are served', async () => {
  const [answers] = await answersTo([ping(1), { jsonrpc: '2.0', id: 2, method: 5 }]);

  expect(answers!.map((answer) => [answer['id'], codeOf(answer)])).toEqual([
    [1, undefined],
    [2, -32600],
  ]);
});

test('on a pipe, an item without a readable id is rejected with the id null', async () => {
  const [answers] = await answersTo([ping(1), { nothing: true }]);

  expect(answers!.map((answer) => [answer['id'], codeOf(answer)])).toEqual([
    [1, undefined],
    [null, -32600],
  ]);
});

test('two requests with one id are not both served', async () => {
  const server = engineOf(catalogOf({ tools: [toolOf('a')] }));

  const [answers] = await answersTo([callIn(batching, 1, { name: 'a' }), callIn(batching, 1, { name: 'a' })], server);

  expect(answers!.map(codeOf)).toEqual([undefined, -32600]);
});

test('progress of a batched call is sent separately, before the array', async () => {
  const tool = toolOf('a', async (_input, context) => {
    await context.reportProgress(1);
    return text('done');
  });
  const talk = await talkIn(batching, engineOf(catalogOf({ tools: [tool] })));

  await talk.send([callIn(batching, 1, { name: 'a', _meta: { progressToken: 'p' } })]);

  expect(talk.sent.map((it) => it['method'] ?? 'answers')).toEqual(['notifications/progress', 'answers']);
});

describe('a handshake in a batch', () => {
  test('is rejected, and no version is agreed on', async () => {
    const server = engineOf();
    const talk = talkTo(server);

    await talk.send([initializeOf(batching.date), ping(1)]);

    expect(talk.sent.map((it) => [it['id'], codeOf(it)])).toEqual([
      ['init', -32600],
      [1, -32600],
    ]);
    expect(codeOf(await talk.request({ jsonrpc: '2.0', id: 2, method: 'tools/list' }))).toBe(-32600);
  });

  test('is rejected in a running session, and the transport gets the problem', async () => {
    const { engine } = engineOf();
    const { outlet, outgoing } = collect();
    const incoming = engine.read(JSON.stringify([initializeOf(batching.date)]));
    if (incoming.kind !== 'batch') throw new Error(`expected a batch, got ${incoming.kind}`);

    await engine.openSession(outlet, batching.date).receive(incoming, outlet);

    expect(outgoing).toMatchObject([{ kind: 'response', problem: 'invalid-request' }]);
  });
});

describe.each(legacyRevisions.filter(({ batches }) => batches === 'refused'))('$date', (revision) => {
  test('rejects a batch and runs none of its calls', async () => {
    const tool = toolOf('a', async () => expect.unreachable());
    const talk = await talkIn(revision, engineOf(catalogOf({ tools: [tool] })));

    await talk.send([callIn(revision, 1, { name: 'a' })]);

    expect(talk.sent.every((it) => codeOf(it) === -32600)).toBe(true);
  });

  test('rejects each request of a batch under its own id', async () => {
    const talk = await talkIn(revision, engineOf());

    await talk.send([ping(1), { jsonrpc: '2.0', method: 'notifications/x' }, { jsonrpc: '2.0', id: 2, method: 3 }]);

    expect(talk.sent.map((it) => [it['id'], codeOf(it)])).toEqual([
      [1, -32600],
      [2, -32600],
    ]);
  });

  test('rejects a batch without ids once', async () => {
    const talk = await talkIn(revision, engineOf());

    await talk.send([{ jsonrpc: '2.0', method: 'notifications/x' }]);

    expect(talk.sent.map((it) => [it['id'], codeOf(it)])).toEqual([
      [revision.errorWithoutId === 'no-id' ? undefined : null, -32600],
    ]);
  });
});
