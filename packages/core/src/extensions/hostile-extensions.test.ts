/** Extensions whose code is wrong, slow or hostile. */
import { describe, expect, test } from 'vitest';
import { catalogOf, toolOf, text } from '../catalog/catalog.test-support.js';
import { codeOf, engineOf, initializeOf, modern, requestIn, resultIn, talkTo } from '../engine/engine.test-support.js';
import type { EngineOptions } from '../engine/engine.js';
import type { JsonObject } from '../model/json.js';
import { revisions } from '../revisions/choose-revision.js';
import { metaKeys } from '../revisions/meta-keys.js';
import type { Revision } from '../revisions/revision.js';
import { defineExtension } from './define-extension.js';
import type { Extension } from './extension.js';

const id = 'com.example/audit';
const declared: JsonObject = { extensions: { [id]: {} } };

async function connect(revision: Revision, options: Partial<EngineOptions>) {
  const faults: unknown[] = [];
  const server = engineOf(catalogOf({ tools: [toolOf('echo', async () => text('hello'))] }), {
    onFault: (fault) => void faults.push(fault),
    ...options,
  });
  const talk = talkTo(server);
  let initialized: JsonObject | undefined;
  if (revision.era === 'legacy') {
    initialized = await talk.request(initializeOf(revision.date, 'init', declared));
    await talk.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }
  const ask = (method: string, params: JsonObject = {}) =>
    talk.request(requestIn(revision, 1, [method, { ...params, _meta: { [metaKeys.clientCapabilities]: declared } }]));
  return { talk, faults, ask, initialized };
}

const boom = (): never => {
  throw new Error('boom at /home/secret');
};

describe.each(revisions)('$date', (revision) => {
  test.each([
    ['throws', boom],
    ['returns a promise', () => Promise.resolve({}) as never],
    ['returns a text', () => 'yes' as never],
    ['returns a list', () => [] as never],
    ['returns null', () => null as never],
    ['returns what JSON cannot say', () => ({ big: 1n, self: undefined }) as never],
  ])('a capability that %s leaves the extension out, and the server answers', async (_what, capability) => {
    const { ask, initialized, faults } = await connect(revision, {
      extensions: [{ id, capability, methods: { 'a/b': { run: () => ({}) } } }],
    });

    const greeting = revision.era === 'modern' ? await ask('server/discover') : initialized;

    expect(greeting).toHaveProperty('result');
    expect(JSON.stringify(greeting)).not.toContain(id);
    expect(resultIn(await ask('tools/list'))['tools']).toHaveLength(1);
    expect(codeOf(await ask('a/b'))).toBe(-32601);
    expect(faults.length).toBeGreaterThan(0);
    expect(JSON.stringify([greeting, await ask('a/b')])).not.toContain('secret');
  });

  test.each([
    ['undefined', () => undefined as never],
    ['a list', () => [] as never],
    ['a text', () => 'x' as never],
    [
      'a circle',
      () => {
        const a: Record<string, unknown> = {};
        a['a'] = a;
        return a as never;
      },
    ],
    ['a big integer', () => ({ a: 1n }) as never],
    [
      'a getter that throws',
      () =>
        ({
          get a() {
            return boom();
          },
        }) as never,
    ],
    ['toJSON that throws', () => ({ toJSON: boom }) as never],
    [
      'thrown null',
      () => {
        throw null;
      },
    ],
    [
      'thrown undefined',
      () => {
        throw undefined;
      },
    ],
    [
      'a thrown proxy',
      () => {
        throw new Proxy({}, { get: boom, getPrototypeOf: boom });
      },
    ],
    ['a rejected promise', () => Promise.reject(new Error('boom at /home/secret'))],
  ])('a method that answers with %s is an internal error', async (_what, run) => {
    const { ask } = await connect(revision, { extensions: [{ id, methods: { 'a/b': { run } } }] });

    const answer = await ask('a/b');

    expect(codeOf(answer)).toBe(-32603);
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(resultIn(await ask('tools/list'))['tools']).toHaveLength(1);
  });

  test.each([
    ['throws', boom],
    ['never settles', () => new Promise<never>(() => undefined)],
    [
      'throws undefined',
      () => {
        throw undefined;
      },
    ],
    [
      'calls next twice',
      async (_request: unknown, next: () => Promise<unknown>) => {
        await next();
        return (await next()) as never;
      },
    ],
    ['returns nothing', async () => undefined as never],
  ])('a function around calls that %s stops the call', async (_what, wrap) => {
    const { ask } = await connect(revision, {
      limits: { interceptorTimeoutMs: 20 },
      extensions: [{ id, wrap: { 'tools/call': wrap as never } }],
    });

    const answer = await ask('tools/call', { name: 'echo', arguments: {} });

    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(JSON.stringify(answer)).not.toContain('hello');
    expect(resultIn(await ask('tools/list'))['tools']).toHaveLength(1);
  });
});

test.each([
  ['no methods', { methods: null }],
  ['a method that is null', { methods: { 'a/b': null } }],
  ['a method that is a function', { methods: { 'a/b': () => ({}) } }],
  ['a notification that is null', { notifications: { 'notifications/a': null } }],
  ['wrap null', { wrap: null }],
  ['eras of a text', { eras: 'modern' }],
  ['an unknown era', { eras: ['ancient'] }],
  ['servers of a text', { servers: 'a' }],
  ['unknown clients', { clients: 'some' }],
  ['a capability of null', { capability: null }],
  ['a core method', { methods: { 'tools/call': { run: boom } } }],
  ['a core method of another revision', { methods: { 'resources/subscribe': { run: boom } } }],
  ['a receiver that is no function', { notifications: { 'notifications/a': { receive: 1 } } }],
])('a definition with %s is refused with its id', (_what, more) => {
  expect(() => defineExtension({ id, ...more } as unknown as Extension)).toThrow(/extension "com\.example\/audit"/);
});

test.each([null, undefined, 1, 'x'])('%j is no definition', (given) => {
  expect(() => defineExtension(given as unknown as Extension)).toThrow(TypeError);
});

test.each([
  'io.modelcontextprotocol/skills',
  'io.modelcontextprotocol/ui',
  'io.modelcontextprotocol/tasks',
  'dev.sigil/not-modified',
])('the id %s of this server itself is refused', (taken) => {
  expect(() => engineOf(catalogOf(), { extensions: [{ id: taken }] })).toThrow(taken);
});

test('a notification whose receiver fails or hangs stops nothing', async () => {
  const notifications = {
    'notifications/a': { receive: boom },
    'notifications/b': { receive: () => Promise.reject(new Error('late')) },
    'notifications/c': { receive: () => new Promise<void>(() => undefined) },
  };
  const { talk, ask, faults } = await connect(modern, { extensions: [{ id, notifications }] });

  for (const method of Object.keys(notifications)) {
    const _meta = { [metaKeys.protocolVersion]: modern.date, [metaKeys.clientCapabilities]: declared };
    await talk.send({ jsonrpc: '2.0', method, params: { _meta } });
  }

  expect(resultIn(await ask('tools/list'))['tools']).toHaveLength(1);
  expect(faults).toHaveLength(2);
});
