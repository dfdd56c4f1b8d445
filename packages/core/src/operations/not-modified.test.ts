import { describe, expect, test } from 'vitest';
import { catalogOf, promptOf, resourceOf, templateOf, toolOf } from '../catalog/catalog.test-support.js';
import type { Components } from '../catalog/catalog.js';
import {
  engineOf,
  initializeOf,
  latestLegacy,
  modern,
  requestIn,
  resultIn,
  talkTo,
  type Talk,
} from '../engine/engine.test-support.js';
import type { EngineOptions } from '../engine/engine.js';
import type { JsonObject } from '../model/json.js';
import type { Intercept } from '../interceptors/interceptor.js';
import type { Principal } from '../model/principal.js';
import { metaKeys } from '../revisions/meta-keys.js';
import type { Revision } from '../revisions/revision.js';

const declared: JsonObject = { extensions: { 'dev.sigil/not-modified': {} } };
const offered: Partial<Components> = {
  tools: [toolOf('one'), toolOf('two'), toolOf('three')],
  resources: [resourceOf('note://1')],
  resourceTemplates: [templateOf('note://{id}')],
  prompts: [promptOf('plan')],
};

async function connect(revision: Revision, components = offered, options: Partial<EngineOptions> = {}): Promise<Talk> {
  const talk = talkTo(engineOf(catalogOf(components), options));
  if (revision.era === 'modern') return talk;
  const greeting = initializeOf(revision.date);
  await talk.send({ ...greeting, params: { ...(greeting['params'] as JsonObject), capabilities: declared } });
  await talk.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return talk;
}

/** Requests a list as a client that declares the extension. */
async function list(talk: Talk, revision: Revision, method: string, params: JsonObject = {}): Promise<JsonObject> {
  const { _meta = {}, ...others } = params;
  const meta = { [metaKeys.clientCapabilities]: declared, 'dev.sigil/ifNoneMatch': '', ...(_meta as JsonObject) };
  return resultIn(await talk.request(requestIn(revision, talk.sent.length + 1, [method, { ...others, _meta: meta }])));
}

function validatorIn(result: JsonObject): string {
  return (result['_meta'] as JsonObject)['dev.sigil/validator'] as string;
}

describe.each([latestLegacy, modern])('$date', (revision) => {
  test.each([
    ['tools/list', 'tools'],
    ['prompts/list', 'prompts'],
    ['resources/list', 'resources'],
    ['resources/templates/list', 'resourceTemplates'],
  ])('%s is empty for a client that has the list', async (method, member) => {
    const talk = await connect(revision);

    const first = await list(talk, revision, method);
    const again = await list(talk, revision, method, { _meta: { 'dev.sigil/ifNoneMatch': validatorIn(first) } });

    expect(first[member]).not.toEqual([]);
    expect(first['_meta']).not.toHaveProperty(['dev.sigil/notModified']);
    expect(again).toMatchObject({ [member]: [], _meta: { 'dev.sigil/notModified': true } });
    expect(validatorIn(again)).toBe(validatorIn(first));
  });

  test('another list, with another validator, is sent in full', async () => {
    const before = await list(await connect(revision), revision, 'tools/list');
    const talk = await connect(revision, { ...offered, tools: [toolOf('one')] });

    const after = await list(talk, revision, 'tools/list', { _meta: { 'dev.sigil/ifNoneMatch': validatorIn(before) } });

    expect(after['tools']).toHaveLength(1);
    expect(validatorIn(after)).not.toBe(validatorIn(before));
  });

  test('a list with instances of templates is empty for a client that has it, until the instances change', async () => {
    let names = ['seven', 'eight', 'nine'];
    const listed = async () => names.map((name) => ({ uri: `note://${name}`, name }));
    const resourceTemplates = [{ ...templateOf('note://{id}'), list: listed }];
    const talk = await connect(revision, { ...offered, resourceTemplates }, { limits: { pageSize: 2 } });
    const listAgain = (known: JsonObject) =>
      list(talk, revision, 'resources/list', { _meta: { 'dev.sigil/ifNoneMatch': validatorIn(known) } });

    const first = await list(talk, revision, 'resources/list');
    const same = await listAgain(first);
    const second = await list(talk, revision, 'resources/list', { cursor: first['nextCursor']! });
    names = ['seven', 'eight', 'ten'];
    const changed = await listAgain(first);

    expect(first['resources']).toHaveLength(2);
    expect(same).toMatchObject({ resources: [], _meta: { 'dev.sigil/notModified': true } });
    expect(same).not.toHaveProperty('nextCursor');
    expect(second['_meta'] ?? {}).not.toHaveProperty(['dev.sigil/validator']);
    expect(changed['resources']).toHaveLength(2);
    expect(changed['_meta']).not.toHaveProperty(['dev.sigil/notModified']);
    expect(validatorIn(changed)).not.toBe(validatorIn(first));
  });

  test('the validator is that of the whole list, on its first page', async () => {
    const talk = await connect(revision, offered, { limits: { pageSize: 2 } });
    const whole = await connect(revision);

    const first = await list(talk, revision, 'tools/list');
    const second = await list(talk, revision, 'tools/list', { cursor: first['nextCursor']! });

    expect(validatorIn(first)).toBe(validatorIn(await list(whole, revision, 'tools/list')));
    expect(second['_meta'] ?? {}).not.toHaveProperty(['dev.sigil/validator']);
  });
});

test('a client that does not declare the extension gets no validator, and the list whatever it sends', async () => {
  const talk = talkTo(engineOf(catalogOf(offered)));
  const validator = validatorIn(await list(talk, modern, 'tools/list'));

  const _meta = { 'dev.sigil/ifNoneMatch': validator };
  const result = resultIn(await talk.request(requestIn(modern, 9, ['tools/list', { _meta }])));

  expect(result['tools']).toHaveLength(3);
  expect(result['_meta']).not.toHaveProperty(['dev.sigil/validator']);
});

test('a list that passes through interceptors has no validator', async () => {
  const talk = talkTo(
    engineOf(catalogOf(offered), { interceptors: () => [{ name: 'look', intercept: (_r, next) => next() }] }),
  );

  expect(validatorIn(await list(talk, modern, 'tools/list'))).toBeUndefined();
});

describe('the hints of a list', () => {
  const hintsOf = async (
    components: Partial<Components>,
    options: Partial<EngineOptions> = {},
    principal?: Principal,
  ) => {
    const { engine } = engineOf(catalogOf(components), options);
    const sent: JsonObject[] = [];
    const incoming = engine.read(JSON.stringify(requestIn(modern, 1, ['tools/list'])));
    if (incoming.kind !== 'modern') throw new Error('expected a modern message');
    await engine.serve(incoming, { send: ({ json }) => void sent.push(JSON.parse(json)) }, principal).done;
    const { ttlMs, cacheScope } = resultIn(sent[0]);
    return [ttlMs, cacheScope];
  };
  const ann: Principal = { id: 'ann', issuer: 'x', scopes: ['a'], claims: {} };

  test('let clients share it for a minute', async () => {
    expect(await hintsOf(offered)).toEqual([60_000, 'public']);
  });

  test('keep it private where a caller sees only what it may use, also for a caller that may use everything', async () => {
    const guarded = { ...offered, showsOnlyAllowed: true, tools: [{ ...toolOf('one'), scopes: ['a'] }] };

    expect(await hintsOf(guarded, {}, ann)).toEqual([60_000, 'private']);
    expect(await hintsOf(guarded, {}, { ...ann, scopes: [] })).toEqual([60_000, 'private']);
  });

  test('forbid to keep one that is not complete yet', async () => {
    expect(await hintsOf({ ...offered, isPending: true })).toEqual([0, 'private']);
  });

  test("are the server's own where it has some, and never shared where callers differ", async () => {
    const options = { listHint: { ttlMs: 5, scope: 'public' } } as const;

    expect(await hintsOf(offered, options)).toEqual([5, 'public']);
    expect(await hintsOf(offered, { listHint: { scope: 'private' } })).toEqual([60_000, 'private']);
    expect(await hintsOf({ ...offered, showsOnlyAllowed: true }, options)).toEqual([5, 'private']);
  });

  test('forbid to keep resources whose instances are listed by code', async () => {
    const template = { ...templateOf('note://{id}'), list: async () => [{ uri: 'note://7', name: 'seven' }] };
    const talk = talkTo(engineOf(catalogOf({ resourceTemplates: [template] })));

    const result = await list(talk, modern, 'resources/list');

    expect(result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  });

  test('forbid to share one that passes through interceptors, which may refuse it to some callers', async () => {
    const look = { name: 'look', methods: ['tools/*', 'server/*'], intercept: ((_, next) => next()) as Intercept };
    const options = { interceptors: () => [look] };

    const discovered = await list(talkTo(engineOf(catalogOf(offered), options)), modern, 'server/discover');

    expect(await hintsOf(offered, options)).toEqual([60_000, 'private']);
    expect(discovered).toMatchObject({ ttlMs: 60_000, cacheScope: 'private' });
  });

  test('are those of discovery too', async () => {
    const talk = talkTo(engineOf(catalogOf(offered)));

    const result = await list(talk, modern, 'server/discover');

    expect(result).toMatchObject({ ttlMs: 60_000, cacheScope: 'public' });
    expect(result['capabilities']).toMatchObject(declared);
  });
});
