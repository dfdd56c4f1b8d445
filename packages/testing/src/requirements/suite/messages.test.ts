import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { describe, expect, test } from 'vitest';
import { connectInMemory } from '../../clients/connect-in-memory.js';
import { callAnswering } from './questions.test-support.js';
import { openPeer, underRule } from './peer.test-support.js';
import { serverOf, toolOf } from './server.test-support.js';
import { takeTour } from './tour.test-support.js';

const responsesOf = (messages: readonly JsonObject[]) => messages.filter(({ method }) => method === undefined);
const errorsOf = (messages: readonly JsonObject[]) => messages.map(({ error }) => error).filter(isJsonObject);

/** Asks for the roots `times` times. */
const asker = toolOf('ask', async ({ times }, context) => {
  for (let time = 0; time < Number(times); time++) await context.listRoots();
  return 'asked';
});

// Rules: 1
test.each(underRule(1))('every message in $date is JSON-RPC 2.0', async (revision) => {
  const { received } = await takeTour(revision);

  expect(received.length).toBeGreaterThan(30);
  expect(received.filter(({ jsonrpc }) => jsonrpc !== '2.0')).toEqual([]);
});

// Rules: 2
test.each(underRule(2))(
  'a client of $date connects in the way of its revision and can call a tool',
  async ({ date }) => {
    const { engine } = serverOf({ tools: [toolOf('hello')] });

    const client = await connectInMemory(engine, { revision: date });

    expect((await client.callTool('hello')).content).toMatchObject([{ text: 'hello' }]);
    await client.close();
  },
);

// Rules: 3, 4
test.each(underRule(3))('requests from the server in $date have unique string or integer ids', async (revision) => {
  const peer = await openPeer(serverOf({ tools: [asker] }).engine, revision, { capabilities: { roots: {} } });

  await callAnswering(peer, { name: 'ask', arguments: { times: 3 } });
  await callAnswering(peer, { name: 'ask', arguments: { times: 2 } });

  const ids = peer.requests().map(({ id }) => id);
  expect(ids).toHaveLength(5);
  expect(new Set(ids).size).toBe(5);
  expect(ids.every((id) => typeof id === 'string' || Number.isInteger(id))).toBe(true);
});

describe.each(underRule(5))('$date', (revision) => {
  // Rules: 5
  test.each<JsonValue>([0, -1, 7, '', '7', '__proto__', '\u2028'])(
    'a response repeats the id %j with its type',
    async (id) => {
      const peer = await openPeer(serverOf().engine, revision);

      const succeeded = await peer.request('tools/list', {}, id);
      const failed = await peer.request('weather/forecast', {}, id);

      expect([succeeded['id'], failed['id']]).toEqual([id, id]);
    },
  );
});

// Rules: 6, 7
test.each(underRule(5))(
  'a response in $date has either a result or an error with a code and a message',
  async (revision) => {
    const { received } = await takeTour(revision);

    const answers = responsesOf(received);
    expect(answers.filter(({ result, error }) => (result === undefined) === (error === undefined))).toEqual([]);
    expect(errorsOf(answers).length).toBeGreaterThan(5);
    expect(errorsOf(answers).filter(({ code, message }) => code === undefined || typeof message !== 'string')).toEqual(
      [],
    );
  },
);

// Rules: 8
test.each(underRule(8))('error codes in $date are integers', async (revision) => {
  const { received } = await takeTour(revision);

  expect(errorsOf(received).filter(({ code }) => !Number.isInteger(code))).toEqual([]);
});

// Rules: 9
test.each(underRule(9))('notifications in $date have no id', async (revision) => {
  const { received } = await takeTour(revision);

  const told = received.filter(({ method }) => String(method).startsWith('notifications/'));
  expect(new Set(told.map(({ method }) => method))).toEqual(
    new Set([
      'notifications/progress',
      'notifications/message',
      'notifications/tools/list_changed',
      'notifications/resources/list_changed',
      'notifications/prompts/list_changed',
      'notifications/resources/updated',
      ...(revision.era === 'modern' ? ['notifications/cancelled', 'notifications/subscriptions/acknowledged'] : []),
    ]),
  );
  expect(told.filter((message) => 'id' in message)).toEqual([]);
});

describe.each(underRule(10))('$date', (revision) => {
  // Rules: 10
  test.each<[string, JsonObject]>([
    ['that is known', { method: 'notifications/initialized' }],
    ['that nobody knows', { method: 'notifications/weather', params: { city: 'Rome' } }],
    ['with the name of a request', { method: 'tools/call', params: { name: 'hello' } }],
    ['that cancels nothing', { method: 'notifications/cancelled', params: { requestId: 99 } }],
    ['that is malformed', { method: 'notifications/progress', params: [] as JsonValue }],
    [
      'whose envelope is wrong',
      { method: 'tools/list', params: { _meta: { 'io.modelcontextprotocol/protocolVersion': 7 } } },
    ],
  ])('a notification %s is not answered', async (_what, message) => {
    const peer = await openPeer(serverOf({ tools: [toolOf('hello')] }).engine, revision);

    await peer.send({ jsonrpc: '2.0', ...message });

    expect(peer.received).toEqual([]);
  });
});
