import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { catalogOf, text, toolOf } from '../catalog/catalog.test-support.js';
import type { Context } from '../model/context.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { defaultLimits, type OperationLimits } from '../calls/limits.js';
import { askIn, everyCapability, gaveOf, textOf, toolThat } from './asking.test-support.js';
import {
  batching,
  callIn,
  collect,
  deferred,
  engineOf,
  initializeOf,
  latestLegacy,
  legacyRevisions,
  resultIn,
  settled,
  talkTo,
  type Talk,
} from './engine.test-support.js';

const askRoots = (context: Context) => context.listRoots({ key: 'dirs' });
const roots = { roots: [{ uri: 'file:///a' }] };

/** A ready client that supports every question, and a tool `ask` that runs `run`. */
async function talkAbout(
  run: (context: Context, input: JsonObject) => Promise<unknown>,
  limits: Partial<OperationLimits> = {},
): Promise<Talk> {
  const talk = talkTo(engineOf(catalogOf({ tools: [toolThat(run), toolOf('echo')] }), { limits }));
  const hello = initializeOf(latestLegacy.date);
  const params = { ...(hello['params'] as JsonObject), capabilities: everyCapability };
  await talk.send({ ...hello, params });
  await talk.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  talk.sent.length = 0;
  return talk;
}

const questionsIn = (talk: Talk) => talk.sent.filter(({ id, method }) => id !== undefined && method !== undefined);
const noticesIn = (talk: Talk) => talk.sent.filter(({ id }) => id === undefined);
const answerIn = (talk: Talk, id: JsonValue) => talk.sent.find((it) => it['id'] === id && !it['method']);

describe.each(legacyRevisions)('$date', (revision) => {
  test('the error -1 means that the user declined the question', async () => {
    const call = await askIn(revision, askRoots, { answers: () => new Error('-1') });

    expect(gaveOf(call)).toEqual({ action: 'decline' });
  });

  test('the error -32601 means that the client cannot be asked', async () => {
    const call = await askIn(revision, askRoots, { answers: () => new Error('-32601') });

    expect(gaveOf(call)).toEqual({ action: 'incapable', missing: {} });
  });

  test.each<JsonValue | Error>([new Error('-32603'), new Error('NaN'), null, 7, {}, { roots: 'none' }])(
    'the answer %j is a tool error that names the question',
    async (given) => {
      const { answer } = await askIn(revision, askRoots, { answers: () => given });

      expect(resultIn(answer)).toMatchObject({ isError: true });
      expect(textOf(answer)).toBe('the client gave no usable answer to the question "dirs"');
    },
  );

  test('a client behind an outlet that carries no requests cannot be asked', async () => {
    const { engine } = engineOf(catalogOf({ tools: [toolThat(askRoots)] }));
    const { outlet, sent } = collect();
    const session = engine.openSession(outlet);
    const hello = initializeOf(revision.date);
    const greeting = { ...hello, params: { ...(hello['params'] as JsonObject), capabilities: everyCapability } };
    const receive = (message: JsonObject) =>
      session.receive(engine.read(JSON.stringify(message)) as never, { ...outlet, carriesRequests: false });
    await receive(greeting);

    await receive(callIn(revision, 1, { name: 'ask' }));

    expect(sent.filter(({ method }) => method !== undefined)).toEqual([]);
    expect(JSON.parse(textOf(sent.at(-1)))).toEqual({ action: 'incapable', missing: { roots: {} } });
  });
});

test('a batched call on an outlet that carries no requests cannot ask either', async () => {
  const { engine } = engineOf(catalogOf({ tools: [toolThat(askRoots)] }));
  const { outlet, sent } = collect();
  const session = engine.openSession(outlet);
  const hello = initializeOf(batching.date);
  const greeting = { ...hello, params: { ...(hello['params'] as JsonObject), capabilities: everyCapability } };
  await session.receive(engine.read(JSON.stringify(greeting)) as never, outlet);
  const batch = JSON.stringify([callIn(batching, 1, { name: 'ask' })]);

  await session.receive(engine.read(batch) as never, { ...outlet, carriesRequests: false });

  expect(sent.slice(1)).toMatchObject([[{ id: 1, result: { isError: false } }]]);
});

test('ids of server requests are unique within a session', async () => {
  const talk = await talkAbout((context) => Promise.all([askRoots(context), askRoots(context)]));

  const calls = [1, 2, 3].map((id) => talk.send(callIn(latestLegacy, id, { name: 'ask' })));
  await settled();
  const questions = questionsIn(talk);
  for (const { id } of questions) await talk.send({ jsonrpc: '2.0', id: id!, result: roots });
  await Promise.all(calls);

  expect(questions).toHaveLength(6);
  expect(new Set(questions.map(({ id }) => id)).size).toBe(6);
});

test('calls that ask at the same time each get their own answer', async () => {
  const talk = await talkAbout(async (context, { who }) => [who, await askRoots(context)]);
  const calls = ['a', 'b'].map((who) => talk.send(callIn(latestLegacy, who, { name: 'ask', arguments: { who } })));
  await settled();

  const [first, second] = questionsIn(talk);
  await talk.send({ jsonrpc: '2.0', id: second!['id']!, result: { roots: [{ uri: 'file:///b' }] } });
  await talk.send({ jsonrpc: '2.0', id: first!['id']!, result: { roots: [{ uri: 'file:///a' }] } });
  await Promise.all(calls);

  for (const who of ['a', 'b']) {
    expect(JSON.parse(textOf(answerIn(talk, who)))).toMatchObject([who, { roots: [{ uri: `file:///${who}` }] }]);
  }
});

test('answers with unknown ids are ignored', async () => {
  const talk = await talkAbout(async () => 'fine');

  for (const id of [0, 1, '', 'sigil-1', '__proto__', 'constructor']) {
    await talk.send({ jsonrpc: '2.0', id, result: {} });
    await talk.send({ jsonrpc: '2.0', id, error: { code: -1, message: 'no' } });
  }

  expect(talk.sent).toEqual([]);
  expect(textOf(await talk.request(callIn(latestLegacy, 1, { name: 'ask' })))).toBe('"fine"');
});

test('a second answer to the same question is ignored', async () => {
  const talk = await talkAbout(async (context) => [await askRoots(context), await askRoots(context)]);
  const call = talk.send(callIn(latestLegacy, 1, { name: 'ask' }));
  await settled();

  const [first] = questionsIn(talk);
  await talk.send({ jsonrpc: '2.0', id: first!['id']!, result: roots });
  await talk.send({ jsonrpc: '2.0', id: first!['id']!, result: { roots: [] } });
  await settled();
  const second = questionsIn(talk)[1];
  await talk.send({ jsonrpc: '2.0', id: second!['id']!, result: roots });
  await call;

  expect(JSON.parse(textOf(answerIn(talk, 1)))).toMatchObject([roots, roots]);
});

describe('the end of a call that asks', () => {
  test('by cancellation withdraws the question, and the call is never answered', async () => {
    const reason = deferred<unknown>();
    const talk = await talkAbout((context) =>
      askRoots(context).catch((error: unknown) => {
        reason.resolve(error);
        throw error;
      }),
    );

    const call = talk.send(callIn(latestLegacy, 1, { name: 'ask' }));
    await settled();
    await talk.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await call;

    const [question] = questionsIn(talk);
    expect(noticesIn(talk)).toMatchObject([
      { method: 'notifications/cancelled', params: { requestId: question!['id'] } },
    ]);
    expect(answerIn(talk, 1)).toBeUndefined();
    expect(await reason.promise).toMatchObject({ name: 'CallCancelled' });
  });

  test('by closing the session sends no answer and causes no unhandled rejection', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const talk = await talkAbout(askRoots);

    const call = talk.send(callIn(latestLegacy, 1, { name: 'ask' }));
    await settled();
    talk.close();
    await call;
    await settled();
    process.off('unhandledRejection', unhandled);

    expect(answerIn(talk, 1)).toBeUndefined();
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('by cancellation prevents further questions', async () => {
    const later = deferred<unknown>();
    const talk = await talkAbout(async (context) => {
      await new Promise<void>((resolve) => context.signal.addEventListener('abort', () => resolve()));
      await askRoots(context).catch(later.resolve);
    });

    const call = talk.send(callIn(latestLegacy, 1, { name: 'ask' }));
    await settled();
    await talk.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await call;

    expect(await later.promise).toMatchObject({ name: 'CallCancelled' });
    expect(talk.sent).toEqual([]);
  });

  test('by a result prevents further questions too', async () => {
    const gate = deferred();
    const later = deferred<unknown>();
    const talk = await talkAbout(async (context) => {
      void gate.promise.then(() => askRoots(context)).catch(later.resolve);
      return 'done';
    });

    await talk.send(callIn(latestLegacy, 1, { name: 'ask' }));
    gate.resolve();

    expect(await later.promise).toBeInstanceOf(Error);
    expect(questionsIn(talk)).toEqual([]);
  });
});

describe('timeouts', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  test('a question without an answer is cancelled and becomes a tool error that names the limit', async () => {
    const talk = await talkAbout(askRoots, { askTimeoutMs: 3000 });

    const call = talk.send(callIn(latestLegacy, 1, { name: 'ask' }));
    await vi.advanceTimersByTimeAsync(3000);
    await call;

    const [question] = questionsIn(talk);
    expect(noticesIn(talk)).toMatchObject([
      { method: 'notifications/cancelled', params: { requestId: question!['id'] } },
    ]);
    expect(resultIn(answerIn(talk, 1))).toMatchObject({ isError: true });
    expect(textOf(answerIn(talk, 1))).toContain('3000 ms (limit askTimeoutMs)');
  });

  test('an answer after the timeout is ignored', async () => {
    const talk = await talkAbout(askRoots, { askTimeoutMs: 3000 });
    const call = talk.send(callIn(latestLegacy, 1, { name: 'ask' }));
    await vi.advanceTimersByTimeAsync(3000);
    await call;
    const before = talk.sent.length;

    await talk.send({ jsonrpc: '2.0', id: questionsIn(talk)[0]!['id']!, result: roots });

    expect(talk.sent).toHaveLength(before);
    expect(textOf(await talk.request(callIn(latestLegacy, 2, { name: 'echo' })))).toBe('echo');
  });

  test('waiting for the client does not count towards the call timeout', async () => {
    const work = () => new Promise((resolve) => setTimeout(resolve, 900));
    const talk = await talkAbout(
      async (context) => {
        await work();
        await askRoots(context);
        await work();
        return 'done';
      },
      { callTimeoutMs: 1000 },
    );

    const call = talk.send(callIn(latestLegacy, 1, { name: 'ask' }));
    await vi.advanceTimersByTimeAsync(60_000);
    await talk.send({ jsonrpc: '2.0', id: questionsIn(talk)[0]!['id']!, result: roots });
    await vi.advanceTimersByTimeAsync(900);
    await call;

    expect(textOf(answerIn(talk, 1))).toBe('"done"');
  });

  test('the call timeout stays paused while one of two questions is open', async () => {
    const talk = await talkAbout((context) => Promise.all([askRoots(context), askRoots(context)]), {
      callTimeoutMs: 1000,
    });

    const call = talk.send(callIn(latestLegacy, 1, { name: 'ask' }));
    await vi.advanceTimersByTimeAsync(0);
    const [first, second] = questionsIn(talk);
    await talk.send({ jsonrpc: '2.0', id: first!['id']!, result: roots });
    await vi.advanceTimersByTimeAsync(defaultLimits.askTimeoutMs - 1);
    await talk.send({ jsonrpc: '2.0', id: second!['id']!, result: roots });
    await call;

    expect(resultIn(answerIn(talk, 1))).toMatchObject({ isError: false });
  });

  test('the call timeout resumes after the answer', async () => {
    const talk = await talkAbout(
      async (context) => {
        await askRoots(context);
        await new Promise(() => undefined);
      },
      { callTimeoutMs: 1000 },
    );

    const call = talk.send(callIn(latestLegacy, 1, { name: 'ask' }));
    await vi.advanceTimersByTimeAsync(5000);
    await talk.send({ jsonrpc: '2.0', id: questionsIn(talk)[0]!['id']!, result: roots });
    await vi.advanceTimersByTimeAsync(1000);
    await call;

    expect(textOf(answerIn(talk, 1))).toContain('limit callTimeoutMs');
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('a session that starts after its handshake knows no capabilities and asks nothing', async () => {
  const { engine } = engineOf(catalogOf({ tools: [toolThat(askRoots)] }));
  const { outlet, sent } = collect();
  const session = engine.openSession(outlet, latestLegacy.date);

  await session.receive(engine.read(JSON.stringify(callIn(latestLegacy, 1, { name: 'ask' }))) as never, outlet);

  expect(JSON.parse(textOf(sent[0]))).toMatchObject({ action: 'incapable' });
});

test('a question is sent on the connection of its call, between the progress and the answer', async () => {
  const tool = toolThat(async (context) => {
    await context.reportProgress(1);
    await askRoots(context);
    await context.reportProgress(2);
  });
  const { engine } = engineOf(catalogOf({ tools: [tool] }));
  const [standing, call, other] = [collect(), collect(), collect()];
  const session = engine.openSession(standing.outlet);
  const post = (message: JsonObject, { outlet } = other) =>
    session.receive(engine.read(JSON.stringify(message)) as never, outlet);
  const hello = initializeOf(latestLegacy.date);
  await post({ ...hello, params: { ...(hello['params'] as JsonObject), capabilities: everyCapability } });

  const called = post(callIn(latestLegacy, 1, { name: 'ask', _meta: { progressToken: 't' } }), call);
  await settled();
  await post({ jsonrpc: '2.0', id: call.sent[1]!['id']!, result: roots });
  await called;

  expect(call.sent.map(({ method }) => method ?? 'answer')).toEqual([
    'notifications/progress',
    'roots/list',
    'notifications/progress',
    'answer',
  ]);
  expect(standing.sent).toEqual([]);
  expect(other.sent).toMatchObject([{ id: 'init' }]);
});

test('a call that releases its connection still returns an ordinary result', async () => {
  const run = async (_input: JsonObject, context: Context) => {
    context.releaseConnection();
    return text('went on');
  };
  const { engine } = engineOf(catalogOf({ tools: [toolOf('ask', run)] }));
  const { outlet, sent } = collect();
  const releaseConnection = vi.fn();
  const session = engine.openSession(outlet, latestLegacy.date);

  const call = JSON.stringify(callIn(latestLegacy, 1, { name: 'ask' }));
  await session.receive(engine.read(call) as never, { ...outlet, releaseConnection });
  await session.receive(engine.read(call.replace('"id":1', '"id":2')) as never, outlet);

  expect(releaseConnection).toHaveBeenCalledTimes(1);
  expect(sent.map(textOf)).toEqual(['went on', 'went on']);
});
