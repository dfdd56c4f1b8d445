import { describe, expect, test } from 'vitest';
import { catalogOf, resourceOf, templateOf, text, toolOf } from '../catalog/catalog.test-support.js';
import type { LogLevel } from '../model/asking.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { metaKeys } from '../revisions/meta-keys.js';
import { protocolFacts } from '../revisions/protocol-facts.test-support.js';
import { revisions } from '../revisions/choose-revision.js';
import type { Revision } from '../revisions/revision.js';
import {
  callIn,
  codeOf,
  collect,
  engineOf,
  latestLegacy,
  legacyRevisions,
  modern,
  requestIn,
  resultIn,
  settled,
  talkIn,
  talkTo,
  type Talk,
} from './engine.test-support.js';

const levels: LogLevel[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

const logging = toolOf('logs', async (_input, context) => {
  for (const level of levels) await context.log(level, { at: level }, 'tests');
  return text('logged');
});

/** Returns the levels that reach a client which set `level` in the way of its revision. */
async function loggedIn(revision: Revision, level?: JsonValue): Promise<unknown[]> {
  const talk = await talkIn(revision, engineOf(catalogOf({ tools: [logging] })));
  const _meta = level === undefined ? {} : { [metaKeys.logLevel]: level };
  if (revision.era === 'legacy' && level !== undefined)
    await talk.send(requestIn(revision, 'level', ['logging/setLevel', { level }]));
  talk.sent.length = 0;
  await talk.send(callIn(revision, 1, { name: 'logs', ...(revision.era === 'modern' ? { _meta } : {}) }));
  return talk.sent.filter(({ method }) => method === 'notifications/message').map(({ params }) => params);
}

const messagesFrom = (level: LogLevel) =>
  levels.slice(levels.indexOf(level)).map((it) => ({ level: it, logger: 'tests', data: { at: it } }));

describe.each(revisions)('log messages in $date', (revision) => {
  test.each(levels)('are sent from %s upwards when the client sets that level', async (level) => {
    expect(await loggedIn(revision, level)).toEqual(messagesFrom(level));
  });

  test('follow the default of the era when the client sets no level', async () => {
    expect(await loggedIn(revision)).toEqual(
      protocolFacts(revision).logLevel === 'by-session' ? messagesFrom('info') : [],
    );
  });

  test.each(['loud', 'Debug', '', null, 7, 'constructor'])(
    'cannot be requested at the invalid level %j',
    async (level) => {
      const talk = await talkIn(revision, engineOf(catalogOf({ tools: [logging] })));
      const request =
        revision.era === 'legacy'
          ? requestIn(revision, 1, ['logging/setLevel', { level }])
          : callIn(revision, 1, { name: 'logs', _meta: { [metaKeys.logLevel]: level } });

      await talk.send(request);

      expect(talk.sent.map(codeOf)).toEqual([-32602]);
    },
  );

  test('omit the logger when none is given', async () => {
    const tool = toolOf('log', async (_input, context) => {
      await context.log('emergency', [null, 1.5]);
      return text('logged');
    });
    const talk = await talkIn(revision, engineOf(catalogOf({ tools: [tool] })));

    await talk.send(callIn(revision, 1, { name: 'log', _meta: { [metaKeys.logLevel]: 'debug' } }));

    expect(talk.sent[0]).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { level: 'emergency', data: [null, 1.5] },
    });
  });

  test('are sent before the result', async () => {
    const talk = await talkIn(revision, engineOf(catalogOf({ tools: [logging] })));

    await talk.send(callIn(revision, 1, { name: 'logs', _meta: { [metaKeys.logLevel]: 'alert' } }));

    expect(talk.sent.at(-1)).toHaveProperty('result');
    expect(talk.sent.at(-2)).toHaveProperty('method', 'notifications/message');
  });
});

test('a log level applies only to the session that set it', async () => {
  const server = engineOf(catalogOf({ tools: [logging] }));
  const [loud, quiet] = [await talkIn(legacyRevisions[0]!, server), await talkIn(legacyRevisions[0]!, server)];
  await quiet.send(requestIn(legacyRevisions[0]!, 1, ['logging/setLevel', { level: 'emergency' }]));

  for (const talk of [loud, quiet]) await talk.send(callIn(legacyRevisions[0]!, 2, { name: 'logs' }));

  const count = (talk: Talk) => talk.sent.filter(({ method }) => method === 'notifications/message').length;
  expect([count(loud), count(quiet)]).toEqual([7, 1]);
});

test('a rejected log level leaves the earlier one in force', async () => {
  const revision = legacyRevisions[0]!;
  const talk = await talkIn(revision, engineOf(catalogOf({ tools: [logging] })));
  await talk.send(requestIn(revision, 1, ['logging/setLevel', { level: 'alert' }]));
  await talk.send(requestIn(revision, 2, ['logging/setLevel', { level: 'loud' }]));
  talk.sent.length = 0;

  await talk.send(callIn(revision, 3, { name: 'logs' }));

  expect(talk.sent).toHaveLength(3);
});

describe.each(legacyRevisions)('resource subscriptions in $date', (revision) => {
  const components = {
    resources: [resourceOf('x://a'), resourceOf('x://b')],
    resourceTemplates: [templateOf('y://{id}')],
  };
  const updated = (uri: string) => ({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } });

  async function talking(limits: object = {}) {
    const server = engineOf(catalogOf(components), { limits });
    const talk = await talkIn(revision, server);
    let lastId = 0;
    const wish = async (verb: 'subscribe' | 'unsubscribe', uri: unknown) => {
      const params = { uri } as JsonObject;
      const answer = await talk.request(requestIn(revision, ++lastId, [`resources/${verb}`, params]));
      talk.sent.length = 0;
      return answer;
    };
    return { server, talk, wish };
  }

  test('report updates only after subscribing, and only of that resource', async () => {
    const { server, talk, wish } = await talking();

    server.source.update('x://a');
    expect(resultIn(await wish('subscribe', 'x://a'))).toEqual({});
    for (const uri of ['x://a', 'x://b', 'x://a']) server.source.update(uri);

    expect(talk.sent).toEqual([updated('x://a'), updated('x://a')]);
  });

  test('report no updates after unsubscribing', async () => {
    const { server, talk, wish } = await talking();
    await wish('subscribe', 'x://a');
    await wish('subscribe', 'x://a');

    expect(resultIn(await wish('unsubscribe', 'x://a'))).toEqual({});
    server.source.update('x://a');

    expect(talk.sent).toEqual([]);
  });

  test('count every spelling of a URI as one, and report updates under the one that the client wrote first', async () => {
    const { server, talk, wish } = await talking();
    await wish('subscribe', 'Y://caf%c3%a9');
    await wish('subscribe', 'y://café');

    server.source.update('y://caf%C3%A9');
    const heard = [...talk.sent];
    await wish('unsubscribe', 'y://caf%C3%A9');
    server.source.update('Y://caf%c3%a9');

    expect(heard).toEqual([updated('Y://caf%c3%a9')]);
    expect(talk.sent).toEqual([]);
  });

  test('may name a resource of a template', async () => {
    const { server, talk, wish } = await talking();

    expect(resultIn(await wish('subscribe', 'y://7'))).toEqual({});
    server.source.update('y://7');

    expect(talk.sent).toEqual([updated('y://7')]);
  });

  test('reject an unknown resource, although unsubscribing from it succeeds', async () => {
    const { wish } = await talking();

    expect((await wish('subscribe', 'z://a'))!['error']).toMatchObject({ code: -32002, data: { uri: 'z://a' } });
    expect(resultIn(await wish('unsubscribe', 'z://a'))).toEqual({});
  });

  test.each([undefined, null, 7, ['x://a']])('reject the URI %j', async (uri) => {
    const { wish } = await talking();

    expect(codeOf(await wish('subscribe', uri))).toBe(-32602);
    expect(codeOf(await wish('unsubscribe', uri))).toBe(-32602);
  });

  test('are limited by maxSubscriptions, and a repeated URI counts once', async () => {
    const { server, talk, wish } = await talking({ maxSubscriptions: 2 });
    for (const uri of ['x://a', 'x://b', 'x://b']) expect(codeOf(await wish('subscribe', uri))).toBeUndefined();

    const refused = await wish('subscribe', 'y://1');
    expect(refused!['error']).toMatchObject({ message: expect.stringContaining('limit maxSubscriptions') });
    server.source.update('y://1');
    await wish('unsubscribe', 'x://b');

    expect(codeOf(await wish('subscribe', 'y://1'))).toBeUndefined();
    expect(talk.sent).toEqual([]);
  });

  test('are limited by maxSubscribedLength over all URIs', async () => {
    const { wish } = await talking({ maxSubscribedLength: 10 });
    for (const uri of ['x://a', 'x://b', 'x://b']) expect(codeOf(await wish('subscribe', uri))).toBeUndefined();

    const refused = await wish('subscribe', 'y://1');
    expect(refused!['error']).toMatchObject({ message: expect.stringContaining('limit maxSubscribedLength') });
    await wish('unsubscribe', 'x://b');

    expect(codeOf(await wish('subscribe', 'y://1'))).toBeUndefined();
  });

  test('report updates only to the client that subscribed, and hold no catalog', async () => {
    const { server, talk, wish } = await talking();
    const other = await talkIn(revision, server);
    await wish('subscribe', 'x://a');

    server.source.update('x://a');

    expect([talk.sent.length, other.sent.length]).toEqual([1, 0]);
    expect(server.source.held).toBe(0);
  });

  test('end with the session', async () => {
    const { server, talk, wish } = await talking();
    await wish('subscribe', 'x://a');

    talk.close();
    server.source.update('x://a');

    expect(talk.sent).toEqual([]);
    expect(server.source.listeners).toBe(0);
  });
});

test.each(['resources/subscribe', 'resources/unsubscribe'])('%s is unknown without a session', async (method) => {
  const { engine } = engineOf(catalogOf({ resources: [resourceOf('x://a')] }));
  const { outlet, sent } = collect();
  const session = engine.openSession({ send: async () => undefined }, latestLegacy.date);
  const incoming = engine.read(JSON.stringify(requestIn(latestLegacy, 1, [method, { uri: 'x://a' }])));

  if (incoming.kind === 'legacy') await session.receive(incoming, outlet);

  expect(codeOf(sent[0])).toBe(-32601);
});

describe('the modern era', () => {
  test.each(['logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'])('has no %s', async (method) => {
    const talk = talkTo(engineOf());

    expect(codeOf(await talk.request(requestIn(modern, 1, [method, { level: 'info', uri: 'x://a' }])))).toBe(-32601);
  });

  test('notifies a listener of its resources under the subscription id', async () => {
    const server = engineOf(catalogOf({ resources: [resourceOf('x://a')] }));
    const talk = talkTo(server);
    const listen = { notifications: { resourceSubscriptions: ['x://a'] } };

    void talk.send(requestIn(modern, 'sub', ['subscriptions/listen', listen]));
    await settled();
    server.source.update('x://a');
    server.source.update('x://b');
    await settled();

    const _meta = { [metaKeys.subscriptionId]: 'sub' };
    expect(talk.sent.map(({ params }) => params)).toEqual([
      { _meta, notifications: { resourceSubscriptions: ['x://a'] } },
      { _meta, uri: 'x://a' },
    ]);
    talk.close();
  });

  test('sends log messages only for the request that asks for them', async () => {
    const talk = talkTo(engineOf(catalogOf({ tools: [logging] })));

    await talk.send(callIn(modern, 1, { name: 'logs', _meta: { [metaKeys.logLevel]: 'alert' } }));
    await talk.send(callIn(modern, 2, { name: 'logs' }));

    expect(talk.sent.map(({ method }) => method ?? 'result')).toEqual([
      'notifications/message',
      'notifications/message',
      'result',
      'result',
    ]);
  });
});
