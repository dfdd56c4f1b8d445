import { describe, expect, test } from 'vitest';
import { catalogOf } from '../catalog/catalog.test-support.js';
import {
  codeOf,
  deferred,
  engineOf,
  initializeOf,
  latestLegacy,
  legacyRevisions,
  modern,
  requestIn,
  resultIn,
  talkIn,
  talkTo,
  type Talk,
} from '../engine/engine.test-support.js';
import type { EngineOptions } from '../engine/engine.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import { revisions } from '../revisions/choose-revision.js';
import { metaKeys } from '../revisions/meta-keys.js';
import type { Revision } from '../revisions/revision.js';
import type { Extension } from './extension.js';

const id = 'com.example/audit';
const declared: JsonObject = { extensions: { [id]: { detail: 'high' } } };

function auditOf(more: Partial<Extension> = {}): Extension {
  return {
    id,
    capability: { list: true },
    methods: { 'audit/list': { run: ({ limit = 10 }, { principal }) => ({ limit, caller: principal.id ?? null }) } },
    ...more,
  };
}

/** Connects a client that declares these capabilities. */
async function connect(revision: Revision, options: Partial<EngineOptions>, capabilities = declared): Promise<Talk> {
  const talk = talkTo(engineOf(catalogOf(), options));
  if (revision.era === 'modern') return talk;
  const greeting = initializeOf(revision.date);
  await talk.send({ ...greeting, params: { ...(greeting['params'] as JsonObject), capabilities } });
  await talk.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return talk;
}

function asking(revision: Revision, method: string, params: JsonObject = {}, capabilities = declared): JsonObject {
  return requestIn(revision, 1, [method, { ...params, _meta: { [metaKeys.clientCapabilities]: capabilities } }]);
}

describe.each(revisions)('$date', (revision) => {
  test('a client that declares the extension calls its method', async () => {
    const talk = await connect(revision, { extensions: [auditOf()] });

    const answer = await talk.request(asking(revision, 'audit/list', { limit: 3 }));

    expect(resultIn(answer)).toMatchObject({ limit: 3 });
    expect(resultIn(answer)['resultType']).toBe(revision.era === 'modern' ? 'complete' : undefined);
  });

  test('the method is closed to a client that did not declare it', async () => {
    const talk = await connect(revision, { extensions: [auditOf()] }, {});

    const answer = await talk.request(asking(revision, 'audit/list', {}, {}));

    expect(codeOf(answer)).toBe(revision.era === 'modern' ? -32021 : -32601);
  });

  test('a method that no extension has is an unknown method', async () => {
    const talk = await connect(revision, { extensions: [auditOf()] });

    const answer = await talk.request(asking(revision, 'audit/erase'));

    expect(codeOf(answer)).toBe(-32601);
  });

  test('an extension for every client needs no declaration', async () => {
    const talk = await connect(revision, { extensions: [auditOf({ clients: 'all' })] }, {});

    expect(resultIn(await talk.request(asking(revision, 'audit/list', {}, {})))).toMatchObject({ limit: 10 });
  });

  test('params that do not fit the schema do not reach the method', async () => {
    let runs = 0;
    const counted = { params: { type: 'object' }, run: () => ({ runs: ++runs }) };
    const problem = { path: 'limit', expected: 'an integer', received: 'a string' };
    const compileSchema = () => (value: unknown) =>
      isJsonObject(value) && typeof value['limit'] === 'string' ? [problem] : [];
    const extension = auditOf({ methods: { 'audit/list': counted } });
    const talk = await connect(revision, { extensions: [extension], compileSchema });

    const refused = await talk.request(asking(revision, 'audit/list', { limit: 'many' }));
    const served = await talk.request(asking(revision, 'audit/list', { limit: 1 }));

    expect(codeOf(refused)).toBe(-32602);
    expect(JSON.stringify(refused)).toContain('limit');
    expect(resultIn(served)).toMatchObject({ runs: 1 });
  });

  test('a notification of the extension is sent before the answer', async () => {
    const talk = await connect(revision, {
      extensions: [
        auditOf({
          notifications: { 'notifications/audit/read': {} },
          methods: {
            'audit/list': {
              async run(_params, _call, client) {
                await client.notify('notifications/audit/read', { by: client.settings['detail'] ?? null });
                return {};
              },
            },
          },
        }),
      ],
    });
    talk.sent.length = 0;

    await talk.request(asking(revision, 'audit/list'));

    expect(talk.sent[0]).toMatchObject({ method: 'notifications/audit/read', params: { by: 'high' } });
    expect(talk.sent).toHaveLength(2);
  });

  test('a notification that a client sends is received', async () => {
    const heard = deferred<JsonObject>();
    const notifications = { 'notifications/audit/seen': { receive: (params: JsonObject) => heard.resolve(params) } };
    const talk = await connect(revision, { extensions: [auditOf({ notifications })] });
    const { id: _, ...message } = asking(revision, 'notifications/audit/seen', { entry: 7 });

    await talk.send(message);

    expect(await heard.promise).toEqual({ entry: 7 });
  });

  test('a notification of a client that did not declare the extension is dropped', async () => {
    const heard: JsonObject[] = [];
    const notifications = { 'notifications/audit/seen': { receive: (params: JsonObject) => void heard.push(params) } };
    const talk = await connect(revision, { extensions: [auditOf({ notifications })] }, {});
    const { id: _, ...message } = asking(revision, 'notifications/audit/seen', { entry: 7 }, {});

    await talk.send(message);
    await talk.request(requestIn(revision, 2, ['tools/list']));

    expect(heard).toEqual([]);
  });

  test('an error of the method is an incident for the operator, not a text for the client', async () => {
    const run = () => {
      throw new Error('the key is hunter2');
    };
    const server = engineOf(catalogOf(), {
      extensions: [auditOf({ clients: 'all', methods: { 'audit/list': { run } } })],
    });
    const talk = await talkIn(revision, server);

    const answer = await talk.request(requestIn(revision, 1, ['audit/list']));

    expect(codeOf(answer)).toBe(-32603);
    expect(server.faults).toHaveLength(1);
  });

  test('an extension wraps a method of MCP for the clients that declare it', async () => {
    const wrap: Extension['wrap'] = {
      'prompts/list': async (_request, next) => {
        const answer = await next();
        answer.value['audited'] = true;
        return answer;
      },
    };
    const extensions = [auditOf({ wrap })];
    const [knows, knowsNot] = [await connect(revision, { extensions }), await connect(revision, { extensions }, {})];

    const audited = await knows.request(asking(revision, 'prompts/list'));
    const plain = await knowsNot.request(asking(revision, 'prompts/list', {}, {}));

    expect(resultIn(audited)).toMatchObject({ prompts: [], audited: true });
    expect(resultIn(plain)).not.toHaveProperty('audited');
  });

  test('a result that is no object is refused', async () => {
    // The types forbid it; a module in JavaScript may still return it.
    const run = () => [1, 2] as unknown as JsonObject;
    const server = engineOf(catalogOf(), {
      extensions: [auditOf({ clients: 'all', methods: { 'audit/list': { run } } })],
    });
    const talk = await talkIn(revision, server);

    expect(codeOf(await talk.request(requestIn(revision, 1, ['audit/list'])))).toBe(-32603);
  });
});

test('the server declares its extensions in discovery, beside those of the package', async () => {
  const talk = talkTo(engineOf(catalogOf(), { extensions: [auditOf()] }));

  const { capabilities } = resultIn(await talk.request(requestIn(modern, 1, ['server/discover'])));

  expect(capabilities).toMatchObject({ extensions: { [id]: { list: true }, 'io.modelcontextprotocol/tasks': {} } });
});

test.each(legacyRevisions)('the server declares its extensions in the handshake of $date', async ({ date }) => {
  const talk = talkTo(engineOf(catalogOf(), { extensions: [auditOf()] }));

  const { capabilities } = resultIn(await talk.request(initializeOf(date)));

  expect(capabilities).toMatchObject({ extensions: { [id]: { list: true } } });
});

test('an extension for the modern era only does not exist in a session', async () => {
  const talk = await connect(latestLegacy, { extensions: [auditOf({ eras: ['modern'] })] });

  const answer = await talk.request(asking(latestLegacy, 'audit/list'));

  expect(JSON.stringify(talk.sent[0])).not.toContain(id);
  expect(codeOf(answer)).toBe(-32601);
});

test('an extension that the server does not offer now is unknown, and returns with its capability', async () => {
  let isOffered = false;
  const talk = talkTo(
    engineOf(catalogOf(), { extensions: [auditOf({ capability: () => (isOffered ? {} : undefined) })] }),
  );

  const before = await talk.request(asking(modern, 'audit/list'));
  isOffered = true;
  const after = await talk.request({ ...asking(modern, 'audit/list'), id: 2 });

  expect(codeOf(before)).toBe(-32601);
  expect(resultIn(after)).toMatchObject({ limit: 10 });
});

test('a result may have its own type and members for _meta', async () => {
  const run = () => ({ resultType: 'audit', entries: [], _meta: { 'com.example/cost': 2 } });
  const talk = await connect(modern, { extensions: [auditOf({ methods: { 'audit/list': { run } } })] });

  const result = resultIn(await talk.request(asking(modern, 'audit/list')));

  expect(result).toMatchObject({ resultType: 'audit', entries: [], _meta: { 'com.example/cost': 2 } });
  expect(result['_meta']).toHaveProperty([metaKeys.serverInfo]);
});

test.each<[string, Partial<Extension>, RegExp]>([
  ['an id without a prefix', { id: 'audit' }, /prefix and a name/],
  ['a method of MCP', { methods: { 'tools/call': { run: () => ({}) } } }, /is a method of MCP/],
  ['a notification of MCP', { notifications: { 'notifications/progress': {} } }, /is a notification of MCP/],
  ['a notification without its prefix', { notifications: { 'audit/seen': {} } }, /must begin with/],
  ['a notification among the methods', { methods: { 'notifications/x': { run: () => ({}) } } }, /put it into/],
  ['a schema without a compiler', { methods: { 'audit/list': { params: {}, run: () => ({}) } } }, /compileSchema/],
  ['to wrap a ping', { wrap: { ping: (_request, next) => next() } }, /cannot have "ping"/],
  ['no era', { eras: [] }, /at least one era/],
])('refuses %s', (_name, more, message) => {
  expect(() => engineOf(catalogOf(), { extensions: [auditOf(more)] })).toThrow(message);
});

test('an extension for one server does not exist on others', async () => {
  const [here, elsewhere] = [['s*'], ['sea']].map((servers) =>
    talkTo(engineOf(catalogOf(), { extensions: [auditOf({ servers })] })),
  );

  expect(resultIn(await here?.request(asking(modern, 'audit/list')))).toMatchObject({ limit: 10 });
  expect(codeOf(await elsewhere?.request(asking(modern, 'audit/list')))).toBe(-32601);
});

test('refuses two extensions with one method', () => {
  const other = auditOf({ id: 'com.example/other' });

  expect(() => engineOf(catalogOf(), { extensions: [auditOf(), other] })).toThrow(/both have "audit\/list"/);
});
