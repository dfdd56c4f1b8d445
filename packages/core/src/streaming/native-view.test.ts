import { describe, expect, test, vi } from 'vitest';
import { Clients } from '../callers/clients.js';
import { catalogOf, toolOf } from '../catalog/catalog.test-support.js';
import { deferred, engineOf, settled } from '../engine/engine.test-support.js';
import { ToolError } from '../errors/tool-error.js';
import { content, error, log, progress, toolUse } from '../model/yielded-events.js';
import { isJsonObject, type JsonValue } from '../model/json.js';
import { eventIn, readFrom, serverOf } from './streaming.test-support.js';

async function* story() {
  yield 'Once ';
  yield 'upon a time';
}

const twoNames = { type: 'object', properties: { first: {}, second: {} } };

describe('a call', () => {
  test('is answered with a subscription, and its events follow under the name of the method', async () => {
    const talk = readFrom(serverOf({ 'tales.story': { method: story, streamSchema: { type: 'string' } } }));

    await talk.send({ jsonrpc: '2.0', id: 'a', method: 'tales.story', params: [] });

    const event = (result: object) => ({ jsonrpc: '2.0', method: 'tales.story', params: { subscription: 1, result } });
    expect(talk.sent).toEqual([
      { jsonrpc: '2.0', id: 'a', result: { subscription: 1 } },
      event({ type: 'start' }),
      event({ type: 'content', content: 'Once ' }),
      event({ type: 'content', content: 'upon a time' }),
      event({ type: 'complete', result: null }),
    ]);
  });

  test('has the content beside the data of a tool as content, and ends with the data', async () => {
    const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };
    const tool = { method: () => [{ n: 1 }, image], code: { hasContent: true }, outputSchema: { type: 'object' } };
    const talk = readFrom(serverOf({ week: tool }));

    const { events } = await talk.call('week');

    expect(events).toEqual([
      { type: 'start' },
      { type: 'content', content: { n: 1 } },
      { type: 'content', content: image },
      { type: 'complete', result: { n: 1 } },
    ]);
  });

  test('ends with what the generator returned', async () => {
    const method = async function* () {
      yield 'Once';
      return { title: 'The end' };
    };
    const outputSchema = { type: 'object' };
    const talk = readFrom(serverOf({ ending: { method, outputSchema, streamSchema: { type: 'string' } } }));

    const { events } = await talk.call('ending');

    expect(events.at(-1)).toEqual({ type: 'complete', result: { title: 'The end' } });
  });

  test('of a tool that does not stream sends its result as content', async () => {
    const { events } = await readFrom(serverOf({ add: { method: () => '3' } })).call('add');

    expect(events).toEqual([{ type: 'start' }, { type: 'content', content: '3' }, { type: 'complete', result: '3' }]);
  });

  test('sends each typed event as its own type', async () => {
    const method = async function* () {
      yield toolUse('search', { query: 'cats' });
      yield progress(1, 2, 'half');
      yield log('info', { found: 3 });
      yield content({ cat: 'Tom' });
    };

    const { events } = await readFrom(serverOf({ cats: { method, streamSchema: {} } })).call('cats');

    expect(events.slice(1, -1)).toEqual([
      { type: 'toolUse', name: 'search', input: { query: 'cats' } },
      { type: 'progress', progress: 1, total: 2, message: 'half' },
      { type: 'log', level: 'info', data: { found: 3 } },
      { type: 'content', content: { cat: 'Tom' } },
    ]);
  });

  test('ends with an error that the generator yields, and the generator is stopped', async () => {
    let hasGoneOn = false;
    let hasCleanedUp = false;
    const method = async function* () {
      try {
        yield error('no more cats', ['ask for dogs']);
        hasGoneOn = true;
      } finally {
        hasCleanedUp = true;
      }
    };

    const { events } = await readFrom(serverOf({ cats: { method } })).call('cats');

    expect(events).toEqual([
      { type: 'start' },
      { type: 'error', error: { code: -32_000, message: 'no more cats\n- ask for dogs' } },
    ]);
    expect({ hasGoneOn, hasCleanedUp }).toEqual({ hasGoneOn: false, hasCleanedUp: true });
  });

  test('takes arguments by name, or by position in the order of their declaration', async () => {
    const method = (input: object) => JSON.stringify(input);
    const talk = readFrom(serverOf({ echo: { method, inputSchema: twoNames } }));

    const named = await talk.call('echo', { second: 2 });
    const placed = await talk.call('echo', ['a', 'b']);

    expect(named.events.at(-1)).toEqual({ type: 'complete', result: '{"second":2}' });
    expect(placed.events.at(-1)).toEqual({ type: 'complete', result: '{"first":"a","second":"b"}' });
  });

  test('finds namespace.method by namespace_method too, but prefers an exact name', async () => {
    const method = (): string => 'by namespace';
    const exact = (): string => 'exact';
    const talk = readFrom(serverOf({ 'my_files.read_all': { method }, 'a.b': { method }, a_b: { method: exact } }));

    const legacy = await talk.call('my_files_read_all');
    const both = await talk.call('a_b');

    expect(legacy.events.at(-1)).toEqual({ type: 'complete', result: 'by namespace' });
    expect(both.events.at(-1)).toEqual({ type: 'complete', result: 'exact' });
  });

  test('cannot ask its reader questions', async () => {
    const answers: unknown[] = [];
    const talk = readFrom(
      serverOf({
        ask: {
          method: async (_input, context) => {
            answers.push(await context.elicit('Really?', { type: 'object', properties: {} }));
            answers.push(await context.sample({ messages: [], maxTokens: 1 }));
          },
        },
      }),
    );

    await talk.call('ask');

    expect(answers).toMatchObject([{ action: 'incapable' }, { action: 'incapable' }]);
  });

  test('holds its catalog until it ends', async () => {
    const gate = deferred();
    const server = serverOf({ wait: { method: () => gate.promise } });
    const talk = readFrom(server);

    const over = talk.call('wait');
    await settled();
    const heldMeanwhile = server.source.held;
    gate.resolve();
    await over;

    expect(heldMeanwhile).toBe(1);
    expect(server.source.held).toBe(0);
  });

  test('fails when the server closes', async () => {
    const server = serverOf({ wait: { method: () => new Promise(() => undefined) } });
    const talk = readFrom(server);

    const over = talk.call('wait');
    await settled();
    server.engine.close();

    expect((await over).events.at(-1)).toMatchObject({ type: 'error', error: { code: -32_000 } });
  });
});

describe('a rejected call', () => {
  const problems = [{ path: 'city', expected: 'a string', received: 'nothing' }];
  const forecast = toolOf('forecast', async () => ({ kind: 'bad-arguments', problems }), { inputSchema: twoNames });
  const server = engineOf(catalogOf({ tools: [forecast] }));

  test.each<[string, string, number, RegExp]>([
    ['arguments that do not fit', '{"jsonrpc":"2.0","id":1,"method":"forecast"}', -32_602, /"city" must be a string/],
    [
      'too many',
      '{"jsonrpc":"2.0","id":1,"method":"forecast","params":[1,2,3]}',
      -32_602,
      /at most 2 arguments, got 3/,
    ],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"forcast"}', -32_601, /"forcast".*forecast/],
    ['no method', '{"jsonrpc":"2.0","id":1}', -32_600, /"method" must be a string/],
    ['params of another kind', '{"jsonrpc":"2.0","id":1,"method":"a","params":1}', -32_600, /"params" must be/],
    ['another id', '{"jsonrpc":"2.0","id":{},"method":"a"}', -32_600, /"id" must be/],
    ['a batch', '[]', -32_600, /one JSON object/],
    ['what is not JSON', '{', -32_700, /not JSON/],
    ['what nests too deep', '['.repeat(65), -32_600, /limit maxJsonDepth/],
    [
      'an id that is too long',
      `{"jsonrpc":"2.0","id":"${'i'.repeat(1_025)}","method":"a"}`,
      -32_600,
      /limit maxIdLength/,
    ],
  ])('gets an error and no subscription for %s', async (_why, text, code, message) => {
    const talk = readFrom(server);

    await talk.send(text);

    expect(talk.sent).toEqual([
      expect.objectContaining({ error: expect.objectContaining({ code, message: expect.stringMatching(message) }) }),
    ]);
    expect(talk.conversation.subscriptionCount).toBe(0);
  });

  test('streams beyond maxNativeStreams are rejected, and running ones are counted until they end', async () => {
    const gate = deferred();
    const clients = new Clients({ maxNativeStreams: 4 });
    const connection = clients.of('192.0.2.1').connect();
    const talk = readFrom(serverOf({ wait: { method: () => gate.promise } }), { connection });

    const running = [1, 2].map((id) => talk.send({ jsonrpc: '2.0', id, method: 'wait', params: [] }));
    await talk.send({ jsonrpc: '2.0', id: 3, method: 'wait', params: [] });
    const during = clients.nativeStreams.inUse;
    gate.resolve();
    await Promise.all(running);

    expect(talk.sent.find(({ id }) => id === 3)).toMatchObject({
      error: { code: -32_603, message: expect.stringContaining('limit maxNativeStreams') },
    });
    expect(during).toBe(2);
    expect(clients.nativeStreams.inUse).toBe(0);
  });

  test('streams beyond maxStreams are rejected', async () => {
    const gate = deferred();
    const talk = readFrom(serverOf({ wait: { method: () => gate.promise } }), { limits: { maxStreams: 1 } });

    const first = talk.call('wait');
    await settled();
    await talk.send({ jsonrpc: '2.0', id: 2, method: 'wait' });
    gate.resolve();
    await first;

    expect(talk.sent).toContainEqual({
      jsonrpc: '2.0',
      id: 2,
      error: { code: -32_603, message: 'more than 1 subscriptions run already (limit maxStreams)' },
    });
  });

  test('calls beyond maxCallsPerSecond are rejected', async () => {
    const talk = readFrom(serverOf({ add: { method: () => '3' } }, { limits: { maxCallsPerSecond: 1 } }));

    await talk.call('add');
    const { answer } = await talk.call('add');

    expect(answer).toMatchObject({ error: { code: -32_603, message: expect.stringContaining('maxCallsPerSecond') } });
  });

  test('a notification gets no answer and calls nothing', async () => {
    const method = vi.fn(() => '3');
    const talk = readFrom(serverOf({ add: { method } }));

    await talk.send({ jsonrpc: '2.0', method: 'add' });
    await settled();

    expect(talk.sent).toEqual([]);
    expect(method).not.toHaveBeenCalled();
  });
});

describe('a reader', () => {
  /** Yields forever; reports its first stop, and how many of its generators run. */
  function endless() {
    const stopped = deferred();
    let running = 0;
    const method = async function* () {
      running++;
      try {
        for (let count = 0; ; count++) yield count;
      } finally {
        running--;
        stopped.resolve();
      }
    };
    const server = serverOf({ count: { method, streamSchema: { type: 'number' } } });
    return { server, stopped: stopped.promise, running: () => running };
  }

  test('that is slow suspends the generator', async () => {
    const gate = deferred();
    let asked = 0;
    const method = async function* () {
      for (; asked < 10; asked++) yield asked;
    };
    const server = serverOf({ count: { method } });
    const talk = readFrom(server, { send: ({ kind }) => (kind === 'response' ? Promise.resolve() : gate.promise) });

    const over = talk.call('count');
    await settled();
    await settled();
    const askedMeanwhile = asked;
    gate.resolve();
    await over;

    expect(askedMeanwhile).toBe(0);
    expect(asked).toBe(10);
  });

  test('that unsubscribes stops the generator and gets no more events', async () => {
    const { server, stopped } = endless();
    const talk = readFrom(server, { send: settled });

    const over = talk.call('count');
    await settled();
    await talk.send({ jsonrpc: '2.0', id: 'end', method: 'unsubscribe', params: [1] });
    await stopped;
    await over;

    const answerAt = talk.sent.findIndex((it) => it['id'] === 'end');
    expect(talk.sent[answerAt]).toEqual({ jsonrpc: '2.0', id: 'end', result: true });
    expect(talk.sent.slice(answerAt + 1)).toEqual([]);
    expect(talk.conversation.subscriptionCount).toBe(0);
  });

  test('that unsubscribes from an unknown subscription gets false or an error', async () => {
    const talk = readFrom(endless().server);

    await talk.send({ jsonrpc: '2.0', id: 1, method: 'unsubscribe', params: { subscription: 7 } });
    await talk.send({ jsonrpc: '2.0', id: 2, method: 'unsubscribe', params: ['7'] });

    expect(talk.sent).toMatchObject([
      { id: 1, result: false },
      { id: 2, error: { code: -32_602 } },
    ]);
  });

  test('that disconnects stops all its generators', async () => {
    const { server, running } = endless();
    const talk = readFrom(server, { send: settled });

    const over = Promise.all([talk.call('count'), talk.call('count')]);
    await vi.waitFor(() => expect(running()).toBe(2), 20_000);
    talk.conversation.close();
    await vi.waitFor(() => expect(running()).toBe(0), 20_000);
    await over;

    expect(server.source.held).toBe(0);
  });
});

test('a tool that throws ends its stream with its message', async () => {
  const method = async function* () {
    yield 'a';
    throw new ToolError('no such city');
  };

  const { events } = await readFrom(serverOf({ forecast: { method } })).call('forecast');

  expect(events.at(-1)).toEqual({ type: 'error', error: { code: -32_000, message: 'no such city' } });
});

function subscriptionOf(value: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(value) ? value['subscription'] : Number.NaN;
}

test('parallel streams lose no events, keep their order and send nothing after their end', async () => {
  const count = 100;
  const method = async function* ({ stream }: { readonly stream?: unknown }) {
    for (let index = 0; index < count; index++) {
      if (index % 17 === 0) await settled();
      yield `${String(stream)}:${index}`;
    }
  };
  const talk = readFrom(serverOf({ count: { method, streamSchema: { type: 'string' } } }));

  const calls = Array.from({ length: 100 }, (_, id) =>
    talk.send({ jsonrpc: '2.0', id, method: 'count', params: { stream: id } }),
  );
  await Promise.all(calls);

  const answers = talk.sent.filter((it) => 'id' in it);
  expect(answers).toHaveLength(100);
  for (const { id, result } of answers) {
    const events = talk.sent.filter((it) => subscriptionOf(it['params']) === subscriptionOf(result)).map(eventIn);
    const contents = Array.from({ length: count }, (_, index) => ({
      type: 'content',
      content: `${String(id)}:${index}`,
    }));
    expect(events).toEqual([{ type: 'start' }, ...contents, { type: 'complete', result: null }]);
  }
});
