import { describe, expect, test, vi } from 'vitest';
import { catalogOf, resourceOf, templateOf } from '../catalog/catalog.test-support.js';
import type { PublishedResource } from '../catalog/catalog.js';
import { McpError } from '../errors/mcp-error.js';
import { ToolError } from '../errors/tool-error.js';
import { engineOf, modern, requestIn, resultIn, talkTo } from '../engine/engine.test-support.js';
import type { EngineOptions } from '../engine/engine.js';
import type { Intercept } from '../interceptors/interceptor.js';
import { revisions } from '../revisions/choose-revision.js';
import { callWith, resultOf } from './operation.test-support.js';
import { resourcesRead } from './resources-read.js';

function reading(read: PublishedResource['read'], limits = {}) {
  return callWith({ params: { uri: 'x://a' }, catalog: catalogOf({ resources: [resourceOf('x://a', read)] }), limits });
}

test('a resource is read', async () => {
  const call = callWith({ params: { uri: 'x://a' }, catalog: catalogOf({ resources: [resourceOf('x://a')] }) });

  expect(await resultOf(resourcesRead, call)).toMatchObject({ contents: [{ uri: 'x://a', text: 'x://a' }] });
});

test('a template is read with its variables', async () => {
  const catalog = catalogOf({ resourceTemplates: [templateOf('x://{name}')] });

  const result = await resultOf(resourcesRead, callWith({ params: { uri: 'x://b%20c' }, catalog }));

  expect(result).toMatchObject({ contents: [{ uri: 'x://b%20c', text: '{"name":"b c"}' }] });
});

test.each(revisions)('$date has cache hints in a read only if the revision knows them', async (revision) => {
  const call = callWith({
    revision,
    params: { uri: 'x://a' },
    catalog: catalogOf({ resources: [resourceOf('x://a')] }),
  });

  const result = await resultOf(resourcesRead, call);

  expect('ttlMs' in result).toBe(revision.era === 'modern');
  expect('cacheScope' in result).toBe(revision.era === 'modern');
});

describe('an unknown resource', () => {
  test.each(['x://b', '__proto__', 'constructor', ''])('%j is not found, and the error repeats it', async (uri) => {
    await expect(resourcesRead(callWith({ params: { uri } }))).rejects.toMatchObject({
      kind: 'resource-not-found',
      data: { uri },
    });
  });

  test.each([
    ['weather://nowr', 'resource not found. Did you mean "weather://now"?'],
    ['observatory://north/y', 'resource not found. Did you mean "observatory://{dome}/x"?'],
    ['other://'.padEnd(60, 'x'), 'resource not found'],
  ])('%s gets suggestions of the nearest URIs and templates', async (uri, message) => {
    const catalog = catalogOf({
      resources: [resourceOf('weather://now')],
      resourceTemplates: [templateOf('observatory://{dome}/x')],
    });

    await expect(resourcesRead(callWith({ params: { uri }, catalog }))).rejects.toMatchObject({ message });
  });

  test.each([
    ['x://find?q=a&limt=3', 'resource not found: "x://find{?q,limit}" has no query parameter "limt"'],
    ['x://find?q=a&q=b', 'resource not found: "x://find{?q,limit}" takes the query parameter "q" only once'],
    ['x://find?limit=%zz', 'resource not found'],
  ])('%s is told which parameter of its query is wrong', async (uri, message) => {
    const catalog = catalogOf({ resourceTemplates: [templateOf('x://find{?q,limit}')] });

    const error: unknown = await resourcesRead(callWith({ params: { uri }, catalog })).catch((it: unknown) => it);

    expect(error).toMatchObject({ kind: 'resource-not-found', data: { uri } });
    expect((error as Error).message).toContain(message);
  });

  test('invalid template variables are answered with resource-not-found and the reason', async () => {
    const problems = [{ path: 'id', expected: 'an integer', received: 'text' }];
    const template = templateOf('x://{id}', async () => ({ kind: 'bad-arguments', problems }));
    const call = callWith({ params: { uri: 'x://b' }, catalog: catalogOf({ resourceTemplates: [template] }) });

    await expect(resourcesRead(call)).rejects.toMatchObject({
      kind: 'resource-not-found',
      message: 'resource not found: argument "id" must be an integer, got text',
    });
  });

  test.each([{}, { uri: 1 }, { uri: null }])('%j is rejected as invalid params', async (params) => {
    await expect(resourcesRead(callWith({ params }))).rejects.toMatchObject({ kind: 'invalid-params' });
  });
});

describe('a resource that its author reports as missing', () => {
  test.each([
    ['no data', undefined, {}],
    ['data', { error: 'gone', suggestions: ['x://b'] }, { error: 'gone', suggestions: ['x://b'] }],
    ['another URI in its data', { uri: 'file:///secret' }, {}],
    ['data that is no object', 7, {}],
  ])('is not found, with the URI that was asked for: %s', async (_what, data, kept) => {
    const call = reading(async () => {
      throw new McpError('resource-not-found', 'no such station', data);
    });

    const error: unknown = await resourcesRead(call).catch((it: unknown) => it);

    expect(error).toMatchObject({ kind: 'resource-not-found', message: 'no such station' });
    expect((error as McpError).data).toEqual({ ...kept, uri: call.params['uri'] });
    expect(call.faults).toEqual([]);
  });

  test('keeps other errors of the protocol as they are', async () => {
    const call = reading(async () => {
      throw new McpError('invalid-params', 'not so', { a: 1 });
    });

    await expect(resourcesRead(call)).rejects.toMatchObject({ kind: 'invalid-params', data: { a: 1 } });
  });
});

describe('an error thrown by a read', () => {
  test('becomes a protocol error with its message and an incident id', async () => {
    const call = reading(async () => {
      throw new Error('the station is closed');
    });

    await expect(resourcesRead(call)).rejects.toMatchObject({
      kind: 'internal-error',
      message: expect.stringMatching(/^the station is closed \(incident [0-9a-f]{8}\)$/),
    });
    expect(call.faults).toHaveLength(1);
  });

  test('hides its message when it is a TypeError', async () => {
    const call = reading(async () => {
      throw new TypeError('secretToken is not a function');
    });

    const error = (await resourcesRead(call).catch((it: unknown) => it)) as Error;

    expect(error).toMatchObject({ kind: 'internal-error' });
    expect(error.message).not.toContain('secretToken');
  });

  test('is a fault like any other when it is a ToolError that says nothing', async () => {
    const call = reading(async () => {
      throw new ToolError('');
    });

    await expect(resourcesRead(call)).rejects.toMatchObject({
      kind: 'internal-error',
      message: expect.stringMatching(/failed because of an internal error \(incident [0-9a-f]{8}\)$/),
    });
    expect(call.faults).toHaveLength(1);
  });

  test('keeps its message and suggestions when it is a ToolError', async () => {
    const call = reading(async () => {
      throw new ToolError('no such station', { suggestions: ['list the stations', 'try "north"'] });
    });

    await expect(resourcesRead(call)).rejects.toMatchObject({
      kind: 'internal-error',
      message: 'no such station\n- list the stations\n- try "north"',
    });
    expect(call.faults).toEqual([]);
  });
});

test('contents over maxResultLength are rejected, and the limit is named', async () => {
  const call = reading(async () => ({ kind: 'result', contents: [{ uri: 'x://a', text: 'x'.repeat(1000) }] }), {
    maxResultLength: 1000,
  });

  await expect(resourcesRead(call)).rejects.toMatchObject({
    kind: 'internal-error',
    message: expect.stringContaining('longer than 1000 characters (limit maxResultLength)'),
  });
});

test('a read that takes too long is stopped at the deadline', async () => {
  vi.useFakeTimers();
  const call = reading(() => new Promise(() => undefined), { callTimeoutMs: 5000 });

  const refused = expect(resourcesRead(call)).rejects.toMatchObject({
    message: expect.stringContaining('callTimeoutMs'),
  });
  await vi.advanceTimersByTimeAsync(5000);
  vi.useRealTimers();

  await refused;
});

describe('long content', () => {
  test.each([
    ['text', { uri: 'x://a', text: 'ä'.repeat(6) }],
    ['bytes', { uri: 'x://a', blob: Buffer.alloc(11).toString('base64') }],
  ])('of %s over maxResourceBytes is rejected, and the limit is named', async (_what, contents) => {
    const call = reading(async () => ({ kind: 'result', contents: [contents] }), { maxResourceBytes: 10 });

    await expect(resourcesRead(call)).rejects.toMatchObject({
      kind: 'internal-error',
      message: expect.stringContaining('longer than 10 bytes (limit maxResourceBytes)'),
    });
  });

  test('that exactly fits the limit is read', async () => {
    const blob = Buffer.alloc(10).toString('base64');
    const call = reading(async () => ({ kind: 'result', contents: [{ uri: 'x://a', blob }] }), {
      maxResourceBytes: 10,
    });

    expect(await resultOf(resourcesRead, call)).toMatchObject({ contents: [{ uri: 'x://a', blob }] });
  });
});

test('a blob that is not base64 is still sent as valid JSON', async () => {
  const blob = '"},{"';
  const call = reading(async () => ({ kind: 'result', contents: [{ uri: 'x://a', blob }] }));

  expect(await resultOf(resourcesRead, call)).toMatchObject({ contents: [{ uri: 'x://a', blob }] });
});

test('an unknown URI gets the nearest ones, in the message and as data', async () => {
  const uri = 'w://staton';
  const call = callWith({ params: { uri }, catalog: catalogOf({ resources: [resourceOf('w://station')] }) });

  await expect(resourcesRead(call)).rejects.toMatchObject({
    message: 'resource not found. Did you mean "w://station"?',
    data: { uri, error: 'resource not found', suggestions: ['w://station'] },
  });
});

describe('the hint of a read', () => {
  const uri = 'x://a';
  const open = resourceOf(uri);
  const cached: PublishedResource = {
    ...open,
    definition: { ...open.definition, cache: { ttlMs: 5_000, scope: 'public' } },
  };
  const hintOf = async (resource: PublishedResource, options: Partial<EngineOptions> = {}) => {
    const talk = talkTo(engineOf(catalogOf({ resources: [resource] }), options));
    const { ttlMs, cacheScope } = resultIn(await talk.request(requestIn(modern, 1, ['resources/read', { uri }])));
    return [ttlMs, cacheScope];
  };

  test('is that of the resource', async () => {
    expect(await hintOf(cached)).toEqual([5_000, 'public']);
    expect(await hintOf(open)).toEqual([0, 'private']);
  });

  test.each<[string, Partial<PublishedResource>]>([
    ['scopes', { scopes: ['notes:read'] }],
    ['a rule of the operator', { permits: () => true }],
  ])('forbids to share contents that %s keep from some callers', async (_what, guard) => {
    expect(await hintOf({ ...cached, ...guard })).toEqual([5_000, 'private']);
  });

  test('forbids to share contents that interceptors may refuse to some callers', async () => {
    const look = { name: 'look', methods: ['resources/read'], intercept: ((_, next) => next()) as Intercept };

    expect(await hintOf(cached, { interceptors: () => [look] })).toEqual([5_000, 'private']);
  });

  test.each([
    [{ ttlMs: 7, scope: 'public' }, 'public'],
    [{ ttlMs: 7, scope: 'private' }, 'private'],
  ] as const)('of another server, %j, comes before that of the resource', async (cache, scope) => {
    const read: PublishedResource['read'] = async () => ({ kind: 'result', contents: [{ uri, text: '' }], cache });

    expect(await hintOf({ ...cached, read })).toEqual([7, scope]);
    expect(await hintOf({ ...cached, read, permits: () => true })).toEqual([7, 'private']);
  });
});
