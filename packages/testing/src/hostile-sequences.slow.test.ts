import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { buildCatalog, fixedSource, type PublishedTool, type ToolResult } from '@sigil/core/catalog';
import { createEngine, openConversation, revisions, type Engine, type Revision } from '@sigil/core/engine';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { modernEnvelope } from './clients/modern-envelope.js';
import { recordOutlet, type Recording } from './recording.js';

const say = (text: string): ToolResult => ({ kind: 'result', content: [{ type: 'text', text }], isError: false });

function tool(name: string, run: PublishedTool['run']): PublishedTool {
  return { definition: { name, inputSchema: { type: 'object' } }, run };
}

/** A server, one connection to it, and the messages exchanged. */
interface Meeting {
  readonly engine: Engine;
  readonly recording: Recording;
  /** Number of running calls of `hold`. */
  readonly held: { count: number };
  /** Storms of messages do not await it. */
  send(message: JsonValue | string): Promise<void>;
  close(): void;
}

function meet(revision: Revision): Meeting {
  const held = { count: 0 };
  const tools = [
    tool('echo', async (input) => say(JSON.stringify(input))),
    tool('hold', (_input, { signal }) => {
      held.count++;
      signal.addEventListener('abort', () => held.count--);
      return new Promise(() => undefined);
    }),
    tool('ask', async (_input, context) => say(JSON.stringify(await context.listRoots()))),
  ];
  const source = fixedSource(buildCatalog({ tools, resources: [], resourceTemplates: [], prompts: [] }));
  const engine = createEngine({ info: { name: 's', version: '1' }, source });
  const recording = recordOutlet(revision.date);
  const conversation = openConversation(engine, recording);
  return {
    engine,
    recording,
    held,
    close: () => conversation.close(),
    async send(message) {
      const text = typeof message === 'string' ? message : JSON.stringify(message);
      recording.noteSent(text);
      return conversation.receive(text);
    },
  };
}

function requestIn(revision: Revision, id: JsonValue, method: string, params: JsonObject = {}): JsonObject {
  const capabilities = { roots: {} };
  const envelope = revision.era === 'modern' ? { _meta: modernEnvelope(revision.date, { capabilities }) } : {};
  return { jsonrpc: '2.0', id, method, params: { ...params, ...envelope } };
}

const callIn = (revision: Revision, id: JsonValue, name: string, args: JsonObject = {}) =>
  requestIn(revision, id, 'tools/call', { name, arguments: args });

const cancelOf = (requestId: JsonValue): JsonObject => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

/** Opens a connection and completes the handshake, if the revision has one. */
async function meetReady(revision: Revision): Promise<Meeting> {
  const meeting = meet(revision);
  if (revision.era === 'modern') return meeting;
  const clientInfo = { name: 'c', version: '1' };
  const hello = { protocolVersion: revision.date, capabilities: { roots: {} }, clientInfo };
  await meeting.send(requestIn(revision, 'init', 'initialize', hello));
  await meeting.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return meeting;
}

function messagesIn({ recording }: Meeting): JsonObject[] {
  const sent = recording.transcript.filter(({ from }) => from === 'server');
  return sent.map(({ text }): unknown => JSON.parse(text)).filter(isJsonObject);
}

const answersIn = (meeting: Meeting, id: JsonValue) =>
  messagesIn(meeting).filter((message) => message['id'] === id && message['method'] === undefined);

const codeOf = (message: JsonObject | undefined) => (message?.['error'] as JsonObject | undefined)?.['code'];

/** Checks the invariants: the server answers, follows the schema, and leaks nothing. */
async function expectHealthy(revision: Revision, meeting: Meeting): Promise<void> {
  await meeting.send(callIn(revision, 'alive', 'echo', { still: 'here' }));
  const [answer] = answersIn(meeting, 'alive');
  expect(answer).toMatchObject({ result: { content: [{ text: '{"still":"here"}' }] } });
  expect(meeting.recording.problems()).toEqual([]);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
}

const escaped = vi.fn();
beforeEach(() => {
  escaped.mockClear();
  process.on('unhandledRejection', escaped);
  process.on('uncaughtException', escaped);
});
afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', escaped);
  process.off('uncaughtException', escaped);
  expect(escaped).not.toHaveBeenCalled();
});

/** Builds an object with `__proto__` as its own member, which literals cannot have. */
const withProto = (value: JsonValue): JsonObject => JSON.parse(`{"__proto__":${JSON.stringify(value)}}`) as JsonObject;

describe.each(revisions)('$date', (revision) => {
  const isLegacy = revision.era === 'legacy';

  test('legacy requests before the handshake are refused, and the handshake still works', async () => {
    const meeting = meet(revision);

    for (let id = 1; id <= 50; id++) await meeting.send(callIn(revision, id, 'echo'));
    const ready = isLegacy ? -32600 : undefined;
    expect(messagesIn(meeting).map(codeOf)).toEqual(Array.from({ length: 50 }, () => ready));

    if (isLegacy) {
      const hello = { protocolVersion: revision.date, capabilities: {}, clientInfo: { name: 'c', version: '1' } };
      await meeting.send(requestIn(revision, 'init', 'initialize', hello));
    }
    await expectHealthy(revision, meeting);
  });

  test('an id that is in flight is refused each time, and the first call keeps running', async () => {
    const meeting = await meetReady(revision);

    const first = meeting.send(callIn(revision, 'same', 'hold'));
    for (let at = 0; at < 100; at++) await meeting.send(callIn(revision, 'same', 'hold'));

    expect(answersIn(meeting, 'same').map(codeOf)).toEqual(Array.from({ length: 100 }, () => -32600));
    expect(meeting.held.count).toBe(1);
    await meeting.send(cancelOf('same'));
    await first;
    expect(meeting.held.count).toBe(0);
    await expectHealthy(revision, meeting);
  });

  test('a thousand calls, each cancelled, leave nothing running and get no answer', async () => {
    const meeting = await meetReady(revision);
    const ids = Array.from({ length: 1000 }, (_, index) => index);

    const calls = ids.map((id) => meeting.send(callIn(revision, id, 'hold')));
    await Promise.all(ids.map((id) => meeting.send(cancelOf(id))));
    await Promise.all(calls);

    expect(meeting.held.count).toBe(0);
    expect(messagesIn(meeting).filter(({ id }) => typeof id === 'number')).toEqual([]);
    await expectHealthy(revision, meeting);
  });

  test('a thousand cancellations of unknown or malformed ids have no effect', async () => {
    const meeting = await meetReady(revision);
    const before = messagesIn(meeting).length;
    const targets: JsonValue[] = [0, -1, 1.5, '', 'x', '__proto__', 'constructor', null, {}, [], true, withProto(1)];

    for (let at = 0; at < 1000; at++) await meeting.send(cancelOf(targets[at % targets.length]!));

    expect(messagesIn(meeting)).toHaveLength(before);
    await expectHealthy(revision, meeting);
  });

  test('a cancellation that arrives before its request does not cancel it', async () => {
    const meeting = await meetReady(revision);

    for (let id = 0; id < 100; id++) {
      await meeting.send(cancelOf(id));
      await meeting.send(callIn(revision, id, 'echo'));
    }

    expect(messagesIn(meeting).filter(({ id }) => typeof id === 'number')).toHaveLength(100);
    await expectHealthy(revision, meeting);
  });

  test('responses to unknown requests are never answered', async () => {
    const meeting = await meetReady(revision);
    const before = messagesIn(meeting).length;

    for (const id of [0, 1, '', 'sigil-1', '__proto__', 'constructor', 9007199254740991]) {
      for (const outcome of [{ result: {} }, { result: null }, { error: { code: 1, message: '' } }, { error: {} }]) {
        for (let at = 0; at < 10; at++) await meeting.send({ jsonrpc: '2.0', id, ...outcome });
      }
    }

    expect(messagesIn(meeting)).toHaveLength(before);
    await expectHealthy(revision, meeting);
  });

  test('a call that asks gets one response despite misdirected, repeated and malformed answers', async () => {
    const meeting = await meetReady(revision);
    const call = meeting.send(callIn(revision, 'asking', 'ask'));
    await new Promise((resolve) => setTimeout(resolve, 5));

    const question = messagesIn(meeting).find(({ id, method }) => id !== undefined && method === 'roots/list');
    expect(question !== undefined).toBe(isLegacy);
    const id = question?.['id'] ?? 'sigil-1';
    for (const other of ['sigil-2', 1, '__proto__']) await meeting.send({ jsonrpc: '2.0', id: other, result: {} });
    for (let at = 0; at < 3; at++) await meeting.send({ jsonrpc: '2.0', id, result: { roots: [null] } });
    await meeting.send({ jsonrpc: '2.0', id, result: { roots: [] } });
    await call;

    expect(answersIn(meeting, 'asking')).toHaveLength(1);
    await expectHealthy(revision, meeting);
  });

  test.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
    ['objects of __proto__', '{"__proto__":', '}'],
  ])('%s nested 10,000 deep are refused anywhere in a message', async (_what, open, close) => {
    const meeting = await meetReady(revision);
    const deep = `${open.repeat(10_000)}1${close.repeat(10_000)}`;
    const inParams = (params: string) => `{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":${params}}`;

    for (const text of [deep, inParams(deep), inParams(`{"name":"echo","arguments":${deep}}`), `{"id":${deep}}`]) {
      await meeting.send(text);
    }
    await meeting.send(`{"jsonrpc":"2.0","id":1,"result":${deep}}`);

    expect(messagesIn(meeting).filter(({ result }) => isJsonObject(result) && 'content' in result)).toEqual([]);
    await expectHealthy(revision, meeting);
  });

  test('brackets inside strings do not count as nesting', async () => {
    const meeting = await meetReady(revision);
    const text = '[{'.repeat(10_000);

    await meeting.send(callIn(revision, 'flat', 'echo', { text }));

    expect(answersIn(meeting, 'flat')).toMatchObject([{ result: { content: [{ text: JSON.stringify({ text }) }] } }]);
    await expectHealthy(revision, meeting);
  });

  test('__proto__ and similar names are treated like any other', async () => {
    const meeting = await meetReady(revision);
    const polluting = withProto({ polluted: true });
    const args = JSON.parse(
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    ) as JsonObject;

    await meeting.send(callIn(revision, '__proto__', 'echo', args));
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      await meeting.send(callIn(revision, `call ${name}`, name));
      await meeting.send(requestIn(revision, `method ${name}`, name, polluting));
      await meeting.send(requestIn(revision, `read ${name}`, 'resources/read', { uri: name }));
      await meeting.send(requestIn(revision, `prompt ${name}`, 'prompts/get', { name, arguments: polluting }));
      await meeting.send(requestIn(revision, `page ${name}`, 'tools/list', { cursor: name }));
      const ref = { type: 'ref/prompt', name };
      await meeting.send(requestIn(revision, `complete ${name}`, 'completion/complete', { ref, argument: polluting }));
      await meeting.send(requestIn(revision, `level ${name}`, 'logging/setLevel', { level: name }));
    }
    await meeting.send({ ...callIn(revision, 'all', 'echo'), ...polluting });

    expect(answersIn(meeting, '__proto__')).toMatchObject([{ result: { content: [{ text: JSON.stringify(args) }] } }]);
    const refused = messagesIn(meeting).filter(({ id }) => typeof id === 'string' && id.includes(' '));
    expect(refused).toHaveLength(28);
    expect(refused.every((message) => typeof codeOf(message) === 'number')).toBe(true);
    await expectHealthy(revision, meeting);
  });

  test.each<[JsonValue, boolean]>([
    [0, true],
    [-0, true],
    [-1, true],
    [Number.MAX_SAFE_INTEGER, true],
    [Number.MIN_SAFE_INTEGER, true],
    ['', true],
    [' ', true],
    ['1', true],
    ['__proto__', true],
    ['\u0000\u2028\ud800', true],
    ['x'.repeat(1_024), true],
    [1.5, false],
    [1e300, false],
    [Number.MAX_SAFE_INTEGER + 1, false],
    [null, false],
    [true, false],
    [{}, false],
    [[1], false],
  ])('the id %j keeps its type, or the request is refused if it is no id (valid: %j)', async (id, isId) => {
    const meeting = await meetReady(revision);
    const before = messagesIn(meeting).length;

    await meeting.send(callIn(revision, id, 'echo', { a: 1 }));

    const [answer] = messagesIn(meeting).slice(before);
    if (isId) expect(answer).toMatchObject({ id: id === 0 ? 0 : id, result: {} });
    else if (answer) {
      // The older revisions' schemas demand an id, and JSON-RPC's for an unreadable one is null.
      if (revision.date < '2025-11-25') expect(answer).toHaveProperty('id', null);
      else expect(answer).not.toHaveProperty('id');
      expect(codeOf(answer)).toBe(-32600);
    }
    await expectHealthy(revision, meeting);
  });

  test('closing a connection during many calls aborts all of them', async () => {
    const meeting = await meetReady(revision);
    const calls = Array.from({ length: 200 }, (_, id) => meeting.send(callIn(revision, id, id % 2 ? 'hold' : 'ask')));

    meeting.close();
    await Promise.all(calls);

    expect(meeting.held.count).toBe(0);
  });

  test('garbage on one connection does not affect another connection to the same server', async () => {
    const meeting = await meetReady(revision);
    const recording = recordOutlet(revision.date);
    const other = openConversation(meeting.engine, recording);

    for (const text of ['', '{', 'null', '[]', '[[]]', '{"jsonrpc":"2.0"}', '\u0000', '"', '1'.repeat(100_000)]) {
      await other.receive(text);
    }
    other.close();

    await expectHealthy(revision, meeting);
  });
});
