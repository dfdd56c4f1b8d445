import { describe, expect, test } from 'vitest';
import { openNativeConversation } from './native-view.js';
import { callIn, legacyRevisions, modern, resultIn, settled, talkIn } from '../engine/engine.test-support.js';
import type { JsonObject } from '../model/json.js';
import { content, error, log, progress, toolUse } from '../model/yielded-events.js';
import { serverOf, type TestTool } from './streaming.test-support.js';

const revisions = [...legacyRevisions.slice(1), modern];

/** Calls the tool with a progress token; returns the notifications before the result, and the result. */
async function callTool(tool: TestTool, revision = modern, limits = {}) {
  const server = serverOf({ stream: tool }, { limits });
  const talk = await talkIn(revision, server);
  const answer = await talk.request(
    callIn(revision, 1, { name: 'stream', arguments: {}, _meta: { progressToken: 7 } }),
  );
  expect(talk.sent.at(-1)).toBe(answer);
  return { told: talk.sent.slice(0, -1).map(({ params }) => params as JsonObject), result: resultIn(answer), server };
}

test('progress of the oldest revision has numbers and no messages', async () => {
  const method = async function* () {
    yield 'Once ';
    yield progress(10, 20, 'half');
    return 'the end';
  };

  const { told } = await callTool({ method, code: { stream: { isResult: false } } }, legacyRevisions[0]);

  expect(told).toEqual([
    { progressToken: 7, progress: 1 },
    { progressToken: 7, progress: 10, total: 20 },
  ]);
});

describe.each(revisions)('$date', (revision) => {
  test('each yielded value is sent as progress, and the return value is the result', async () => {
    const method = async function* () {
      yield 'Once ';
      yield toolUse('search');
      yield { n: 1 };
      yield progress(10, 20, 'half');
      yield content('more');
      return 'the end';
    };

    const { told, result } = await callTool({ method, code: { stream: { isResult: false } } }, revision);

    expect(told).toMatchObject([
      { progressToken: 7, progress: 1, message: 'Once ' },
      { progress: 2, message: 'Using tool: search' },
      { progress: 3, message: '{"n":1}' },
      { progress: 10, total: 20, message: 'half' },
      { total: 20, message: 'more' },
    ]);
    expect(result).toMatchObject({ content: [{ type: 'text', text: 'the end' }], isError: false });
  });

  test('without a return value the result is all yielded content, without events', async () => {
    const method = async function* () {
      yield 'Once ';
      yield toolUse('search');
      yield content('upon a time');
    };

    const { result } = await callTool({ method }, revision);

    expect(result).toMatchObject({ content: [{ type: 'text', text: 'Once upon a time' }] });
  });

  test('content yielded before the result of a method stays beside it', async () => {
    const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };
    const method = async function* () {
      yield 'looking';
      yield image;
      yield progress(1, 2);
      yield [content(image).content];
      yield { n: 1 };
      return 'the end';
    };
    const code: TestTool['code'] = { stream: { isResult: false, keeps: 'content' }, returns: ['text'] };

    const { result } = await callTool({ method, code }, revision);

    expect(result).toMatchObject({ content: [image, image, { type: 'text', text: 'the end' }], isError: false });
  });

  test('text yielded before data stays beside it, joined, after the text of the data', async () => {
    const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };
    const method = async function* () {
      yield 'Once ';
      yield progress(1, 2);
      yield 'upon a time';
      yield image;
      yield 'the end';
      return { words: 4 };
    };
    const tool: TestTool = {
      method,
      code: { stream: { isResult: false, keeps: 'text-and-content' }, encode: (it) => it as JsonObject },
      outputSchema: { type: 'object' },
    };

    const { result } = await callTool(tool, revision);

    expect(result).toMatchObject({
      content: [
        { type: 'text', text: '{"words":4}' },
        { type: 'text', text: 'Once upon a time' },
        image,
        { type: 'text', text: 'the end' },
      ],
    });
  });

  test.each([
    ['nothing', undefined, 'the result is not what its type says: it must be a string, got nothing'],
    ['a number', 7, 'the result is not what its type says: it must be a string, got a number'],
  ])('a method that must return a text and returns %s fails', async (_what, returned, message) => {
    const method = async function* () {
      yield 'Once ';
      return returned;
    };

    const { result } = await callTool({ method, code: { stream: { isResult: false }, returns: ['text'] } }, revision);

    expect(result).toMatchObject({ content: [{ text: expect.stringContaining(message) }], isError: true });
  });

  test('a method that must yield text and yields something else fails', async () => {
    const method = async function* () {
      yield 'Once ';
      yield { upon: 'a time' };
    };

    const { result } = await callTool({ method, code: { stream: { isText: true, isResult: true } } }, revision);

    expect(result).toMatchObject({
      content: [{ text: expect.stringContaining('a yielded value is not what its type says: it must be a string') }],
      isError: true,
    });
  });

  test.each([
    ['as the result', { isResult: true }, {}],
    ['beside a text', { isResult: false, keeps: 'content' as const }, { returns: ['text' as const] }],
  ])('a method that yields a broken block %s fails before it is sent', async (_where, stream, others) => {
    const method = async function* () {
      yield { type: 'image', data: 'no base64!', mimeType: 'image/png' };
      return 'done';
    };
    const code = { ...others, stream: { ...stream, encode: (value: unknown) => value as never } };

    const { told, result } = await callTool({ method, code }, revision);

    expect(told).toEqual([]);
    expect(result).toMatchObject({
      content: [{ text: expect.stringContaining('a yielded value is not what its type says: "data" must be base64') }],
      isError: true,
    });
  });

  test.each([
    ['undefined', undefined],
    ['undefined as content', content(undefined)],
  ])('a method that yields %s, which its type does not allow, fails', async (_what, value) => {
    const method = async function* () {
      yield 'Once ';
      yield value;
    };
    const stream = { isText: true, isResult: true };

    const { result } = await callTool({ method, code: { stream } }, revision);
    const allowed = await callTool({ method, code: { stream: { ...stream, allowsUndefined: true } } }, revision);

    expect(result).toMatchObject({ content: [{ text: expect.stringContaining('must be a string, got nothing') }] });
    expect(result).toMatchObject({ isError: true });
    expect(allowed.result).toMatchObject({ content: [{ text: 'Once ' }] });
  });

  test('a yielded error becomes the result, and later values are not sent', async () => {
    const method = async function* () {
      yield 'Once ';
      yield error('no more ink');
      yield 'never told';
    };

    const { told, result } = await callTool({ method }, revision);

    expect(told).toHaveLength(1);
    expect(result).toMatchObject({ content: [{ type: 'text', text: 'no more ink' }], isError: true });
  });
});

test('a log event is sent as a log message to a client that requested its level', async () => {
  const method = async function* () {
    yield log('debug', 'too small');
    yield log('error', { code: 7 }, 'me');
  };
  const server = serverOf({ stream: { method } });
  const talk = await talkIn(legacyRevisions.at(-1)!, server);
  await talk.send({ jsonrpc: '2.0', id: 0, method: 'logging/setLevel', params: { level: 'warning' } });

  await talk.request(callIn(legacyRevisions.at(-1)!, 1, { name: 'stream', arguments: {} }));

  expect(talk.sent.filter(({ method: name }) => name === 'notifications/message')).toMatchObject([
    { params: { level: 'error', data: { code: 7 }, logger: 'me' } },
  ]);
});

describe('a result made of yielded values', () => {
  const structured: Partial<TestTool> = {
    outputSchema: { type: 'array' },
    code: {
      encode: (value) => value as never,
      stream: { encode: (value) => (value instanceof Date ? value.toISOString() : 'no Date'), isResult: true },
    },
  };

  test('is encoded once, by the type of the values', async () => {
    const method = async function* () {
      yield new Date(0);
      yield content(new Date(1));
    };

    const { told, result } = await callTool({ method, ...structured });

    expect(told.map(({ message }) => message)).toEqual(['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.001Z']);
    expect(result['structuredContent']).toEqual(['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.001Z']);
  });

  test('is an empty list when nothing was yielded', async () => {
    const method = async function* () {};

    expect((await callTool({ method, ...structured })).result['structuredContent']).toEqual([]);
  });

  test('stops the stream when it exceeds the limit, and becomes an error that names the limit', async () => {
    let yields = 0;
    let isStopped = false;
    const method = async function* () {
      try {
        for (; ; yields++) yield 'x'.repeat(100);
      } finally {
        isStopped = true;
      }
    };

    const { result } = await callTool({ method }, modern, { maxResultLength: 1_000 });

    const [block] = result['content'] as JsonObject[];
    expect(block?.['text']).toMatch(/^x+\n… cut: .* \(limit maxResultLength\)$/);
    expect(result['isError']).toBe(true);
    expect({ yields, isStopped }).toEqual({ yields: 10, isStopped: true });
  });

  test('is not collected when the method returns a value, and does not count towards the limit', async () => {
    const method = async function* () {
      for (let count = 0; count < 100; count++) yield 'x'.repeat(100);
      return 'done';
    };

    const { result } = await callTool({ method, code: { stream: { isResult: false } } }, modern, {
      maxResultLength: 1_000,
    });

    expect(result).toMatchObject({ content: [{ text: 'done' }], isError: false });
  });
});

test('content that exceeds the limit is left out beside a result, which stays', async () => {
  const method = async function* () {
    for (let count = 0; count < 50; count++) yield 'x'.repeat(100);
    return { n: 50 };
  };
  const tool: TestTool = {
    method,
    code: { stream: { isText: true, isResult: false, keeps: 'text-and-content' }, encode: (it) => it as JsonObject },
    outputSchema: { type: 'object' },
  };

  const { result } = await callTool(tool, modern, { maxResultLength: 1000 });

  expect(result).toMatchObject({
    content: [{ text: '{"n":50}' }, { text: expect.stringContaining('left out: over 1000 characters') }],
    structuredContent: { n: 50 },
    isError: false,
  });
});

test('progress over maxProgressPerSecond is cut to the newest and counted, but not in the native view', async () => {
  const tool: TestTool = {
    method: async function* () {
      for (let count = 1; count <= 100; count++) yield count;
    },
    streamSchema: { type: 'number' },
  };
  const limits = { maxProgressPerSecond: 1 };

  const { told, server } = await callTool(tool, modern, limits);
  const events: string[] = [];
  const send = async ({ json }: { readonly json: string }): Promise<void> => void events.push(json);
  await openNativeConversation(server.engine, { send }).receive('{"jsonrpc":"2.0","id":1,"method":"stream"}');

  expect(told.map(({ message }) => message)).toEqual(['1', '100']);
  expect(server.engine.droppedNoticeCount).toBe(98);
  expect(events).toHaveLength(103);
});

test('a stream that never waits yields to the event loop, so that its cancellation arrives', async () => {
  const revision = legacyRevisions.at(-1)!;
  let isStopped = false;
  const endless = async function* () {
    try {
      for (;;) yield 1;
    } finally {
      isStopped = true;
    }
  };
  const talk = await talkIn(revision, serverOf({ stream: { method: endless, code: { stream: { isResult: false } } } }));

  const over = talk.request(callIn(revision, 1, { name: 'stream', arguments: {} }));
  await settled();
  await talk.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
  await over;
  await expect.poll(() => isStopped).toBe(true);

  expect(talk.sent.filter(({ id }) => id === 1)).toEqual([]);
});
