import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { catalogOf, promptOf, toolOf, text, type Run } from '../catalog/catalog.test-support.js';
import type { Context } from '../model/context.js';
import { systemClock, type Clock } from '../model/clock.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { metaKeys } from '../revisions/meta-keys.js';
import { everyCapability, textOf, toolThat } from './asking.test-support.js';
import { codeOf, engineOf, modern, requestIn, resultIn, talkTo, type TestEngine } from './engine.test-support.js';
import type { EngineOptions } from './engine.js';
import type { ModernIncoming } from './incoming-message.js';
import type { Outgoing } from '../calls/outlet.js';

const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;
const named = (name: string) => ({ action: 'accept', content: { name } });
const roots = { roots: [{ uri: 'file:///a' }] };
const requestStateKeys = [new Uint8Array(32).fill(1)];

interface Round {
  readonly id?: JsonValue;
  readonly name?: string;
  readonly method?: string;
  readonly arguments?: JsonObject;
  readonly inputResponses?: unknown;
  readonly requestState?: unknown;
}

/** Makes one round of a call. */
function roundOf({ id = 1, method = 'tools/call', name = 'ask', ...params }: Round): JsonObject {
  const _meta = { [metaKeys.clientCapabilities]: everyCapability };
  return requestIn(modern, id, [method, { name, ...params, _meta } as JsonObject]);
}

const sendTo = (server: TestEngine, round: Round) => talkTo(server).request(roundOf(round));

/** A server whose tool `ask` counts its runs. */
function serverOf(
  run: (context: Context, input: JsonObject) => Promise<unknown>,
  options: Partial<EngineOptions> = {},
) {
  const ran = vi.fn(run);
  const tools = [toolThat(ran), { ...toolThat(ran), definition: { name: 'other', inputSchema: { type: 'object' } } }];
  const prompts = [promptOf('ask')];
  return { server: engineOf(catalogOf({ tools, prompts }), options), ran };
}

const askName = (context: Context) => context.elicit('Who?', form, { key: 'name' });
const requestsOf = (answer: JsonObject | undefined) => resultIn(answer)['inputRequests'] as Record<string, JsonObject>;
const stateOf = (answer: JsonObject | undefined) => resultIn(answer)['requestState'] as string;

describe('an input_required result', () => {
  test('holds the question under its key, and a state', async () => {
    const { server } = serverOf(askName);

    expect(resultIn(await sendTo(server, {}))).toEqual({
      resultType: 'input_required',
      inputRequests: {
        name: { method: 'elicitation/create', params: { mode: 'form', message: 'Who?', requestedSchema: form } },
      },
      requestState: expect.stringMatching(/^v2\./),
      _meta: { [metaKeys.serverInfo]: { name: 'sky', version: '1.0.0' } },
    });
  });

  test('holds all parallel questions, numbered where they have no key', async () => {
    const { server } = serverOf((context) =>
      Promise.all([context.listRoots(), askName(context), context.sample({ messages: [], maxTokens: 1 })]),
    );

    const requests = requestsOf(await sendTo(server, {}));

    expect(Object.entries(requests).map(([key, { method }]) => [key, method])).toEqual([
      ['question-1', 'roots/list'],
      ['name', 'elicitation/create'],
      ['question-2', 'sampling/createMessage'],
    ]);
  });

  test('holds only unanswered questions, and each round has its own state', async () => {
    const { server, ran } = serverOf(async (context) => [
      await askName(context),
      await context.listRoots({ key: 'dirs' }),
    ]);

    const first = await sendTo(server, { id: 1 });
    const second = await sendTo(server, {
      id: 2,
      inputResponses: { name: named('Ann') },
      requestState: stateOf(first),
    });
    const third = await sendTo(server, { id: 3, inputResponses: { dirs: roots }, requestState: stateOf(second) });

    expect(Object.keys(requestsOf(second))).toEqual(['dirs']);
    expect(stateOf(second)).not.toBe(stateOf(first));
    expect(JSON.parse(textOf(third))).toMatchObject([named('Ann'), roots]);
    expect(ran).toHaveBeenCalledTimes(3);
  });

  test('is not sent to a client that cannot answer the question', async () => {
    const { server } = serverOf(askName);
    const request = requestIn(modern, 1, ['tools/call', { name: 'ask' }]);

    const answer = await talkTo(server).request(request);

    expect(JSON.parse(textOf(answer))).toEqual({ action: 'incapable', missing: { elicitation: { form: {} } } });
  });
});

describe('answers', () => {
  const asked = async (inputResponses: unknown, run = askName as (context: Context) => Promise<unknown>) => {
    const { server, ran } = serverOf(run);
    const first = await sendTo(server, { id: 1 });
    const second = await sendTo(server, { id: 2, inputResponses, requestState: stateOf(first) });
    return { server, first, second, ran };
  };

  test.each<[string, unknown]>([
    ['left out', undefined],
    ['empty', {}],
    ['under another key', { user: named('Ann') }],
    ['null', { name: null }],
    ['a text', { name: 'Ann' }],
    ['an array', { name: [named('Ann')] }],
    ['not fitting the form', { name: { action: 'accept', content: { name: 7 } } }],
    ['wrapped', { name: { result: named('Ann') } }],
  ])('that are %s are asked for again', async (_what, inputResponses) => {
    const { second } = await asked(inputResponses);

    expect(Object.keys(requestsOf(second))).toEqual(['name']);
  });

  test('to questions that were not asked are ignored', async () => {
    const { second } = await asked({ name: named('Ann'), more: roots, ['__proto__']: named('Eve'), constructor: null });

    expect(JSON.parse(textOf(second))).toEqual(named('Ann'));
  });

  test('to later questions are not accepted in advance', async () => {
    const { second } = await asked({ name: named('Ann'), dirs: roots }, async (context) => [
      await askName(context),
      await context.listRoots({ key: 'dirs' }),
    ]);

    expect(Object.keys(requestsOf(second))).toEqual(['dirs']);
  });

  test('of an earlier round are not changed by a later one', async () => {
    const { server, second } = await asked({ name: named('Ann') }, async (context) => [
      await askName(context),
      await context.listRoots({ key: 'dirs' }),
    ]);

    const inputResponses = { dirs: roots, name: named('Eve') };
    const third = await sendTo(server, { id: 3, inputResponses, requestState: stateOf(second) });

    expect(JSON.parse(textOf(third))).toMatchObject([named('Ann'), roots]);
  });

  test.each([{ action: 'decline' }, { action: 'cancel' }])('may be %j', async (answer) => {
    const { second } = await asked({ name: answer });

    expect(JSON.parse(textOf(second))).toEqual(answer);
  });

  test.each([null, [], 'name', 7, true])(
    'are rejected before the method runs when inputResponses is %j',
    async (responses) => {
      const { second, ran } = await asked(responses);

      expect(codeOf(second)).toBe(-32602);
      expect(ran).toHaveBeenCalledTimes(1);
    },
  );

  test('without a state are accepted, and checked against the questions', async () => {
    const { server } = serverOf(askName);

    const right = await sendTo(server, { inputResponses: { name: named('Ann'), other: named('Bob') } });
    const wrong = await sendTo(server, { id: 2, inputResponses: { name: { action: 'accept', content: {} } } });

    expect(resultIn(right)).toMatchObject({ resultType: 'complete' });
    expect(Object.keys(requestsOf(wrong))).toEqual(['name']);
  });

  test('without a state apply only to the first question under their key', async () => {
    const { server } = serverOf(async (context) => [
      await askName(context),
      await context.elicit('And who else?', form, { key: 'name' }),
    ]);

    const first = await sendTo(server, { inputResponses: { name: named('Ann') } });
    const inputResponses = { name: named('Bob') };
    const second = await sendTo(server, { id: 2, inputResponses, requestState: stateOf(first) });

    expect(requestsOf(first)).toMatchObject({ name: { params: { message: 'And who else?' } } });
    expect(JSON.parse(textOf(second))).toEqual([named('Ann'), named('Bob')]);
  });
});

describe('a requestState', () => {
  const refusal = { code: -32602, message: '"requestState" is not valid for this request, or no longer' };

  async function refused(later: (state: string) => Round) {
    const { server, ran } = serverOf(askName);
    const first = await sendTo(server, { arguments: { order: 'A-1' } });
    ran.mockClear();
    const inputResponses = { name: named('Ann') };
    const round = { id: 2, arguments: { order: 'A-1' }, inputResponses, ...later(stateOf(first)) };
    return { answer: await sendTo(server, round), ran };
  }

  test.each<[string, (state: string) => Round]>([
    ['with characters appended', (state) => ({ requestState: `${state}x` })],
    ['that is empty', () => ({ requestState: '' })],
    ['that is made up', () => ({ requestState: 'v2.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAA' })],
    ['of other arguments', (state) => ({ requestState: state, arguments: { order: 'A-2' } })],
    ['of no arguments', (state) => ({ requestState: state, arguments: {} })],
    ['of another tool', (state) => ({ requestState: state, name: 'other' })],
    ['of another method', (state) => ({ requestState: state, method: 'prompts/get' })],
  ])('%s is rejected before the method runs', async (_what, later) => {
    const { answer, ran } = await refused(later);

    expect(answer!['error']).toEqual(refusal);
    expect(ran).not.toHaveBeenCalled();
  });

  test.each([null, 7, {}, ['v1'], true])('that is %j is rejected before the method runs', async (requestState) => {
    const { answer, ran } = await refused(() => ({ requestState }));

    expect(codeOf(answer)).toBe(-32602);
    expect(ran).not.toHaveBeenCalled();
  });

  test('may be sent twice, in case the client missed the answer', async () => {
    const { server } = serverOf(askName);
    const requestState = stateOf(await sendTo(server, {}));
    const round = { inputResponses: { name: named('Ann') }, requestState };

    const answers = [await sendTo(server, { ...round, id: 2 }), await sendTo(server, { ...round, id: 3 })];

    expect(answers.map((answer) => JSON.parse(textOf(answer)))).toEqual([named('Ann'), named('Ann')]);
  });

  test('is ignored by a request that asks nothing, such as a list', async () => {
    const { server } = serverOf(askName);

    const answer = await talkTo(server).request(requestIn(modern, 1, ['tools/list', { requestState: 'made up' }]));

    expect(codeOf(answer)).toBeUndefined();
  });
});

describe('replicas', () => {
  async function secondRoundOn(first: TestEngine, second: TestEngine) {
    const requestState = stateOf(await sendTo(first, {}));
    return sendTo(second, { id: 2, inputResponses: { name: named('Ann') }, requestState });
  }

  test("that share a key accept each other's rounds", async () => {
    const [a, b] = [serverOf(askName, { requestStateKeys }), serverOf(askName, { requestStateKeys })];

    expect(JSON.parse(textOf(await secondRoundOn(a.server, b.server)))).toEqual(named('Ann'));
  });

  test('with different keys reject each other’s rounds', async () => {
    const [a, b] = [serverOf(askName), serverOf(askName)];

    expect(codeOf(await secondRoundOn(a.server, b.server))).toBe(-32602);
    expect(b.ran).not.toHaveBeenCalled();
  });

  test('a server with another name rejects the rounds of the first, even with the same key and tool', async () => {
    const info = { name: 'sea', version: '1.0.0' };
    const [a, b] = [serverOf(askName, { requestStateKeys }), serverOf(askName, { requestStateKeys, info })];

    expect(codeOf(await secondRoundOn(a.server, b.server))).toBe(-32602);
    expect(b.ran).not.toHaveBeenCalled();
  });

  test('do not repeat a step that another replica has run', async () => {
    const charge = vi.fn(async () => ({ receipt: 7 }));
    const run = async (context: Context) => [await context.step('charge', charge), await askName(context)];
    const [a, b] = [serverOf(run, { requestStateKeys }), serverOf(run, { requestStateKeys })];

    const answer = await secondRoundOn(a.server, b.server);

    expect(JSON.parse(textOf(answer))).toEqual([{ receipt: 7 }, named('Ann')]);
    expect(charge).toHaveBeenCalledTimes(1);
  });
});

describe('a call that asked', () => {
  test('holds its catalog until its state expires', async () => {
    let expire = (): void => undefined;
    const after: Clock['after'] = (ms, run) =>
      ms === 1_000 ? ((expire = run), () => undefined) : systemClock.after(ms, run);
    const { server } = serverOf(askName, {
      clock: { ...systemClock, after },
      limits: { requestStateLifetimeMs: 1_000 },
    });
    await sendTo(server, {});
    const whileValid = server.source.held;

    expire();

    expect([whileValid, server.source.held]).toEqual([1, 0]);
  });

  test('gives its catalog up when more than maxParkedCalls calls wait, and the oldest goes first', async () => {
    const { server } = serverOf(askName, { limits: { maxParkedCalls: 2 } });

    for (let count = 0; count < 3; count++) await sendTo(server, {});

    expect(server.source.releases).toEqual([1, 0, 0]);
  });

  test('gives its catalog up when its server closes', async () => {
    const { server } = serverOf(askName);
    await sendTo(server, {});

    server.engine.close();
    await sendTo(server, {});

    expect(server.source.releases).toEqual([1, 1]);
  });

  test('waits for its answers before a slow reader has taken the question', async () => {
    const { server } = serverOf(askName);
    const sent: string[] = [];
    const slow = (message: Outgoing) => (sent.push(message.json), new Promise<void>(() => undefined));
    const incoming = server.engine.read(JSON.stringify(roundOf({}))) as ModernIncoming;
    server.engine.serve(incoming, { send: slow });
    await vi.waitUntil(() => sent.length > 0);

    // Gives up only the catalogs of calls that wait.
    server.engine.close();

    expect(server.source.releases).toEqual([1]);
  });

  test('keeps its catalog when the client breaks off a later round, which it may repeat', async () => {
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const { server } = serverOf(async (context) => {
      const answer = await askName(context);
      if (answer.action === 'accept' && answer.content['name'] === 'slow') await new Promise(begin);
      return answer;
    });
    const requestState = stateOf(await sendTo(server, {}));
    const slow = roundOf({ id: 2, inputResponses: { name: named('slow') }, requestState });
    const exchange = server.engine.serve(server.engine.read(JSON.stringify(slow)) as ModernIncoming, {
      send: () => undefined,
    });

    await begun;
    exchange.cancel();
    await exchange.done;
    const whenBroken = server.source.held;
    const repeated = await sendTo(server, { id: 3, inputResponses: { name: named('Ann') }, requestState });

    expect([whenBroken, server.source.held]).toEqual([1, 0]);
    expect(JSON.parse(textOf(repeated))).toEqual(named('Ann'));
  });

  test('sends nothing after its result', async () => {
    const { server } = serverOf(async (context) => {
      context.signal.addEventListener('abort', () => {
        void context.reportProgress(2);
        void context.log('error', 'too late');
      });
      await context.reportProgress(1);
      return askName(context);
    });
    const talk = talkTo(server);
    const _meta = { progressToken: 't', [metaKeys.clientCapabilities]: everyCapability, [metaKeys.logLevel]: 'debug' };

    await talk.send(requestIn(modern, 1, ['tools/call', { name: 'ask', _meta }]));
    await new Promise((resolve) => setTimeout(resolve, 5));

    expect(talk.sent.map(({ method }) => method ?? 'result')).toEqual(['notifications/progress', 'result']);
  });

  test('gives the reason when it is stopped while it asks', async () => {
    const { server } = serverOf(async (context) => {
      const asked = askName(context);
      server.engine.close();
      return asked;
    });

    const answer = await sendTo(server, {});

    expect(textOf(answer)).toContain('the server is closing');
  });

  test('fails with a message when its state is too large for a client to carry', async () => {
    const { server } = serverOf(async (context) => {
      await context.step('big', () => 'x'.repeat(400_000));
      return askName(context);
    });

    const answer = await sendTo(server, {});

    expect(resultIn(answer)).toMatchObject({ isError: true });
    expect(textOf(answer)).toContain('more than');
  });

  test('may return without waiting for the answer', async () => {
    const run: Run = async (_input, context) => {
      void context.listRoots();
      return text('did not wait');
    };
    const server = engineOf(catalogOf({ tools: [toolOf('ask', run)] }));

    expect(textOf(await sendTo(server, {}))).toBe('did not wait');
  });
});

describe('timeouts', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  const soon = async (answer: Promise<JsonObject | undefined>) => {
    // Sealing takes real time beside the fake clock.
    while ((await Promise.race([answer, Promise.resolve('open')])) === 'open') {
      await vi.advanceTimersByTimeAsync(0);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return answer;
  };

  test.each([
    [60_000, undefined],
    [60_001, -32602],
  ])('a state after %i of 60000 ms is answered with %j', async (waitedMs, code) => {
    const { server } = serverOf(askName, { limits: { requestStateLifetimeMs: 60_000 } });
    const requestState = stateOf(await soon(sendTo(server, {})));

    vi.setSystemTime(Date.now() + waitedMs);
    const answer = await soon(sendTo(server, { id: 2, inputResponses: { name: named('Ann') }, requestState }));

    expect(codeOf(answer)).toBe(code);
  });

  test('a step that hangs in parallel with a question hits the call timeout', async () => {
    const { server } = serverOf(
      (context) => Promise.all([askName(context), context.step('hang', () => new Promise<null>(() => undefined))]),
      { limits: { callTimeoutMs: 1000 } },
    );

    const call = sendTo(server, {});
    await vi.advanceTimersByTimeAsync(1000);

    expect(textOf(await call)).toContain('limit callTimeoutMs');
  });
});

test('capabilities are those of this request, not of an earlier one', async () => {
  const { server } = serverOf(askName);
  const talk = talkTo(server);
  await talk.send(roundOf({ id: 1 }));

  const answer = await talk.request(requestIn(modern, 2, ['tools/call', { name: 'ask' }]));

  expect(JSON.parse(textOf(answer))).toMatchObject({ action: 'incapable' });
});
