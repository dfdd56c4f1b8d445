import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { describe, expect, test } from 'vitest';
import { envelopeOf, key, openPeer, underRule } from './peer.test-support.js';
import { agreeable, callAnswering, questionsIn, stateIn } from './questions.test-support.js';
import { serverOf, toolOf } from './server.test-support.js';
import { takeTour } from './tour.test-support.js';

const label = '[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const metaKey = new RegExp(`^(?:${label}(?:\\.${label})*/)?(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$`);
const prefixed = new RegExp(`^${label}(?:\\.${label})*/`);

/** Collects the keys of every `_meta`, at any depth. */
function metaKeysIn(value: JsonValue | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(metaKeysIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === '_meta' && isJsonObject(inner) ? Object.keys(inner) : []),
    ...metaKeysIn(inner),
  ]);
}

/** Asks for the user's name, and answers with it. */
const greeter = toolOf('greet', async (_input, context) => {
  const answer = await context.elicit('Name?', { type: 'object', properties: { name: { type: 'string' } } });
  return answer.action === 'accept' ? `Hello ${String(answer.content['name'])}` : answer.action;
});

// Rules: 13
test.each(underRule(13))('the `_meta` keys that the server sends in $date are well formed', async (revision) => {
  const { received } = await takeTour(revision);

  const keys = new Set(received.flatMap(metaKeysIn));

  expect(keys.has(key('serverInfo'))).toBe(revision.era === 'modern');
  expect([...keys].filter((name) => !metaKey.test(name))).toEqual([]);
});

describe.each(underRule(14))('$date', (revision) => {
  // Rules: 14
  test.each<[string, JsonValue]>([
    [key('weather'), 7],
    [key('subscriptionId'), { odd: true }],
    [key('serverInfo'), null],
    [key('related-task'), 'no task'],
    ['modelcontextprotocol.io/anything', [1]],
    ['traceparent', 7],
    ['tracestate', {}],
    ['baggage', null],
  ])('a call with the `_meta` entry %j: %j is answered as usual', async (name, value) => {
    const peer = await openPeer(serverOf({ tools: [toolOf('hello')] }).engine, revision);

    const answer = await peer.result('tools/call', { name: 'hello', _meta: { [name]: value } });

    expect(answer).toMatchObject({ content: [{ text: 'hello' }] });
  });
});

// Rules: 15
test.each(underRule(15))(
  'the server sends no trace context in $date, even if the request had one',
  async (revision) => {
    const trace = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', tracestate: 'a=1' };
    const peer = await takeTour(revision);

    await peer.request('tools/call', { name: 'echo', arguments: { text: 'x' }, _meta: trace });

    expect(
      peer.received.flatMap(metaKeysIn).filter((name) => ['traceparent', 'tracestate', 'baggage'].includes(name)),
    ).toEqual([]);
  },
);

// Rules: 16, 17
test.each(underRule(16))('every result in $date has a known result type', async (revision) => {
  const { received } = await takeTour(revision);

  const types = received
    .map(({ result }) => result)
    .filter(isJsonObject)
    .map(({ resultType }) => resultType);

  expect(types.length).toBeGreaterThan(10);
  expect(new Set(types)).toEqual(new Set(['complete', 'input_required']));
});

describe.each(underRule(21))('$date', (revision) => {
  // Rules: 21
  test('capabilities declared by one request do not apply to the next', async () => {
    const peer = await openPeer(serverOf({ tools: [greeter] }).engine, revision);
    const _meta = envelopeOf(revision, { elicitation: {} });

    expect(questionsIn(await peer.request('tools/call', { name: 'greet', _meta }))).toBeDefined();
    expect(await peer.result('tools/call', { name: 'greet' })).toMatchObject({ content: [{ text: 'incapable' }] });
  });

  // Rules: 22
  test('earlier answers come from the state in the request, and are not remembered per connection', async () => {
    const form = { type: 'object', properties: {} } as const;
    const two = toolOf('two', async (_input, context) => {
      const answers = [
        await context.elicit('First?', form, { key: 'first' }),
        await context.elicit('Second?', form, { key: 'second' }),
      ];
      return answers.map(({ action }) => action).join(' ');
    });
    const peer = await openPeer(serverOf({ tools: [two] }).engine, revision, { capabilities: { elicitation: {} } });
    const answered = (name: string) => ({ inputResponses: { [name]: { action: 'decline' } } });

    const first = await peer.request('tools/call', { name: 'two' });
    const second = await peer.request('tools/call', {
      name: 'two',
      requestState: stateIn(first),
      ...answered('first'),
    });
    const without = await peer.request('tools/call', { name: 'two', ...answered('second') });
    const having = await peer.request('tools/call', {
      name: 'two',
      requestState: stateIn(second),
      ...answered('second'),
    });

    expect([first, second, without].map((answer) => [...questionsIn(answer)!.keys()])).toEqual([
      ['first'],
      ['second'],
      ['first'],
    ]);
    expect(having).toMatchObject({ result: { content: [{ text: 'decline decline' }] } });
  });

  // Rules: 23
  test.each<[string, JsonObject]>([
    ['no protocol version', { [key('clientCapabilities')]: {} }],
    ['no capabilities', { [key('protocolVersion')]: revision.date }],
    ['capabilities that are no object', { [key('protocolVersion')]: revision.date, [key('clientCapabilities')]: true }],
    ['a version that is no string', { [key('protocolVersion')]: 7, [key('clientCapabilities')]: {} }],
  ])('`server/discover` with %s is rejected', async (_what, _meta) => {
    const peer = await openPeer(serverOf().engine, revision);

    const answer = await peer.ask({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta } });

    expect(answer).toMatchObject({ id: 1, error: { code: -32602 } });
  });

  // Rules: 23
  test('`server/discover` without `_meta` is rejected', async () => {
    const peer = await openPeer(serverOf().engine, revision);

    expect(await peer.ask({ jsonrpc: '2.0', id: 1, method: 'server/discover' })).toMatchObject({
      error: { code: -32602 },
    });
  });

  // Rules: 24
  test('a call that requires an undeclared capability is rejected, and the error names the capability', async () => {
    const tool = toolOf('pay', async (_input, context) => {
      context.requireClient({ elicitation: { url: {} } });
      return 'paid';
    });
    const peer = await openPeer(serverOf({ tools: [tool] }).engine, revision, {
      capabilities: { elicitation: { form: {} } },
    });

    expect(await peer.error('tools/call', { name: 'pay' })).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { elicitation: { url: {} } } },
    });
  });

  // Rules: 26
  test.each(['2031-01-01', '2025-11-25', '1.0', ''])(
    'the version %j is rejected with the list of supported versions',
    async (requested) => {
      const peer = await openPeer(serverOf().engine, revision);
      const _meta = { ...envelopeOf(revision), [key('protocolVersion')]: requested };

      const answer = await peer.ask({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } });
      const { supportedVersions } = await peer.result('server/discover');

      expect(answer).toMatchObject({ error: { code: -32022, data: { supported: supportedVersions!, requested } } });
    },
  );

  // Rules: 28
  test('every advertised extension has a well-formed name with a prefix', async () => {
    const peer = await openPeer(serverOf().engine, revision);

    const { capabilities } = await peer.result('server/discover');

    const extensions = isJsonObject(capabilities) ? (capabilities['extensions'] ?? {}) : {};
    expect(Object.keys(extensions).filter((name) => !metaKey.test(name) || !prefixed.test(name))).toEqual([]);
  });

  // Rules: 29
  test('an extension that only the client declares is ignored', async () => {
    const capabilities = { extensions: { 'com.example/weather': {} }, elicitation: {} };
    const peer = await openPeer(serverOf({ tools: [greeter] }).engine, revision, { capabilities });

    const { answer } = await callAnswering(peer, { name: 'greet' }, agreeable);

    expect(answer).toMatchObject({ result: { resultType: 'complete' } });
  });
});
