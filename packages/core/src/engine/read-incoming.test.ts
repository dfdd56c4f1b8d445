import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../model/json.js';
import { defaultLimits } from '../calls/limits.js';
import { revisions } from '../revisions/choose-revision.js';
import { metaKeys } from '../revisions/meta-keys.js';
import { envelopeOf, latestLegacy, mirrorOf, modern, requestIn } from './engine.test-support.js';
import type { HeaderClaims, RefusedIncoming } from './incoming-message.js';
import { readIncoming } from './read-incoming.js';

function read(message: JsonValue | string, mirror?: HeaderClaims) {
  return readIncoming(typeof message === 'string' ? message : JSON.stringify(message), mirror, defaultLimits);
}

interface WireRefusal {
  readonly id?: JsonValue;
  readonly error: { readonly code: number; readonly message: string; readonly data?: JsonObject };
}

/** Returns the code and message that refuse a text, and the error's id. */
function refusal(message: JsonValue | string, mirror?: HeaderClaims) {
  const incoming = read(message, mirror);
  if (incoming.kind !== 'refused') throw new Error(`expected a refusal, got ${incoming.kind}`);
  const { id, error } = JSON.parse(incoming.response.json) as WireRefusal;
  return { ...error, id, problem: incoming.problem };
}

function listTools(meta: JsonObject, id: JsonValue = 1): JsonObject {
  return { jsonrpc: '2.0', id, method: 'tools/list', params: { _meta: meta } };
}

describe('the era of a message', () => {
  test('a request that claims a modern revision is modern', () => {
    expect(read(listTools(envelopeOf()))).toMatchObject({ kind: 'modern', revision: modern });
  });

  test.each<[string, JsonObject]>([
    ['nothing in its envelope', {}],
    ['a progress token', { progressToken: 1 }],
    ['who the client is', { [metaKeys.clientInfo]: { name: 'c', version: '1' } }],
    ['what the client can do', { [metaKeys.clientCapabilities]: {} }],
  ])('%s does not claim a revision', (_what, meta) => {
    expect(read(listTools(meta)).kind).toBe('legacy');
  });

  test.each<JsonValue>([null, [], 'text', 1])('the _meta %j does not claim a revision', (_meta) => {
    expect(read({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } }).kind).toBe('legacy');
  });

  test('a response is legacy, the era in which servers send requests', () => {
    expect(read({ jsonrpc: '2.0', id: 's1', result: {} }).kind).toBe('legacy');
  });

  test('the handshake is legacy, whatever the header says', () => {
    expect(read({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }, mirrorOf()).kind).toBe('legacy');
  });

  test('a header of an old revision does not make a message modern', () => {
    const mirror = mirrorOf({ protocolVersion: latestLegacy.date });

    expect(read({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, mirror).kind).toBe('legacy');
  });

  test('a notification without a claim is legacy, even with a modern header', () => {
    expect(read({ jsonrpc: '2.0', method: 'notifications/cancelled' }, mirrorOf()).kind).toBe('legacy');
  });
});

describe('an invalid message', () => {
  test.each(['', '{', '{"jsonrpc":"2.0"', 'hello'])('%j is rejected as invalid JSON', (text) => {
    expect(refusal(text)).toMatchObject({ code: -32700, id: undefined });
  });

  test.each<[JsonValue, JsonValue | undefined]>([
    [3, undefined],
    [null, undefined],
    ['{}', undefined],
    [{ id: 7, method: 'ping' }, 7],
    [{ jsonrpc: '2.0', id: 'a' }, 'a'],
    [{ jsonrpc: '2.0', id: null, method: 'ping' }, undefined],
    [{ jsonrpc: '2.0', id: 1.5, method: 'ping' }, undefined],
    [{ jsonrpc: '2.0', id: 7, method: 'ping', params: [] }, 7],
  ])('%j is rejected, and the error repeats the id %j', (message, id) => {
    expect(refusal(JSON.stringify(message))).toMatchObject({ code: -32600, id });
  });

  test('an error without a readable id omits the id instead of sending null', () => {
    const incoming = read('{');

    expect(incoming).toMatchObject({ kind: 'refused' });
    expect(Object.keys(JSON.parse((incoming as RefusedIncoming).response.json))).toEqual(['jsonrpc', 'error']);
  });

  test.each<[JsonValue, boolean]>([
    [{ jsonrpc: '2.0', method: 'notifications/cancelled', params: [] }, true],
    [{ jsonrpc: '2.0', method: 'notifications/cancelled', params: { _meta: { [metaKeys.protocolVersion]: 1 } } }, true],
    [{ jsonrpc: '2.0', id: null, method: 'ping' }, false],
    [{ jsonrpc: '2.0', method: 5 }, false],
    [{ jsonrpc: '2.0', id: 5 }, false],
    [{ jsonrpc: '2.0', error: { code: -32700, message: 'no JSON' } }, true],
    [{ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'no JSON' } }, true],
    [{ jsonrpc: '2.0', id: 5, error: 'no object' }, true],
    [{ jsonrpc: '2.0', id: 1.5, result: {} }, true],
  ])('%j sets wantsNoAnswer to %j', (message, wantsNoAnswer) => {
    expect(read(message)).toMatchObject({ kind: 'refused', wantsNoAnswer });
  });

  test('a message over maxJsonDepth is rejected, and the limit is named', () => {
    const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'['.repeat(5000)}${']'.repeat(5000)}}`;

    expect(refusal(deep)).toMatchObject({ code: -32600, message: expect.stringContaining('maxJsonDepth') });
  });

  const long = 'i'.repeat(defaultLimits.maxIdLength + 1);

  test.each<[string, JsonObject]>([
    ['id', { ...listTools({}), id: long }],
    ['id', { ...listTools(envelopeOf()), id: long }],
    ['params._meta.progressToken', listTools({ progressToken: long })],
    ['params._meta.progressToken', listTools({ ...envelopeOf(), progressToken: long })],
  ])('a request whose %s is too long is rejected under its id, and the limit is named', (what, message) => {
    const why = `"${what}" must be at most 1024 characters long, got 1025 (limit maxIdLength)`;

    expect(refusal(message)).toEqual({ code: -32600, message: why, id: message['id'], problem: 'invalid-request' });
  });

  test('an id that is too long rejects only its own request in a batch', () => {
    const incoming = read([listTools({}, long), listTools({}, 2)]);

    expect(incoming).toMatchObject({ kind: 'batch', items: [{ kind: 'refused' }, { kind: 'legacy' }] });
  });

  test('an id and a progress token of exactly the maximum length are accepted', () => {
    expect(read(listTools({ progressToken: long.slice(1) }, long.slice(1))).kind).toBe('legacy');
  });

  test('the error reveals no internals and nothing of the input', () => {
    expect(refusal('{"password":"secretToken"').message).toBe('the message is not JSON');
  });
});

describe('the envelope of a modern request', () => {
  const { [metaKeys.clientCapabilities]: _, ...withoutCapabilities } = envelopeOf();

  test.each<[string, JsonObject]>([
    ['a version that is no string', { ...envelopeOf(), [metaKeys.protocolVersion]: 20260728 }],
    ['the version null', { ...envelopeOf(), [metaKeys.protocolVersion]: null }],
    ['no capabilities', withoutCapabilities],
    ['capabilities that are a list', { ...envelopeOf(), [metaKeys.clientCapabilities]: [] }],
    ['a client without a version', { ...envelopeOf(), [metaKeys.clientInfo]: { name: 'c' } }],
    ['a client that is text', { ...envelopeOf(), [metaKeys.clientInfo]: 'c' }],
  ])('is rejected as malformed with %s', (_what, meta) => {
    expect(refusal(listTools(meta))).toMatchObject({ code: -32602, id: 1, problem: 'malformed-envelope' });
  });

  test('is rejected with all its faults in one message', () => {
    const { message } = refusal(listTools({ [metaKeys.protocolVersion]: 1, [metaKeys.clientInfo]: 1 }));

    expect(message).toContain(metaKeys.protocolVersion);
    expect(message).toContain(metaKeys.clientCapabilities);
    expect(message).toContain(metaKeys.clientInfo);
  });

  test('need not name the client', () => {
    expect(read(listTools(envelopeOf())).kind).toBe('modern');
  });

  test.each(['server/discover', 'subscriptions/listen'])('is required by %s, which no older revision has', (method) => {
    expect(refusal({ jsonrpc: '2.0', id: 1, method })).toMatchObject({ code: -32602 });
  });

  test('is required when the header names a modern revision', () => {
    expect(refusal({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, mirrorOf())).toMatchObject({
      code: -32602,
      message: expect.stringContaining(metaKeys.protocolVersion),
    });
  });

  test.each(['2031-01-01', 'latest', '', ...revisions.filter(({ era }) => era === 'legacy').map(({ date }) => date)])(
    'cannot claim the version %j, and the error lists the supported versions',
    (requested) => {
      expect(refusal(listTools({ ...envelopeOf(), [metaKeys.protocolVersion]: requested }))).toMatchObject({
        code: -32022,
        data: { supported: [modern.date], requested },
      });
    },
  );
});

describe('headers that mirror the body', () => {
  const call = requestIn(modern, 1, ['tools/call', { name: 'Zürich' }]);
  const right = mirrorOf({ method: 'tools/call', name: '=?base64?WsO8cmljaA==?=' });

  test('are accepted when they match the body', () => {
    expect(read(call, right).kind).toBe('modern');
  });

  test.each<[string, Partial<HeaderClaims>]>([
    ['no version', { protocolVersion: undefined }],
    ['another version', { protocolVersion: latestLegacy.date }],
    ['a version with a space', { protocolVersion: `${modern.date} ` }],
    ['no method', { method: undefined }],
    ['another method', { method: 'tools/list' }],
    ['the method in capitals', { method: 'TOOLS/CALL' }],
    ['no name', { name: undefined }],
    ['another name', { name: 'Bern' }],
    ['the name in bad base64', { name: '=?base64?WsO8cmljaA?=' }],
    ['the name in a form that is taken as it is', { name: '=?BASE64?WsO8cmljaA==?=' }],
    ['two names', { name: '=?base64?WsO8cmljaA==?=, Bern' }],
  ])('are rejected with %s', (_what, change) => {
    expect(refusal(call, { ...right, ...change })).toMatchObject({ code: -32020, id: 1, problem: 'header-mismatch' });
  });

  test.each<[string, JsonObject, string]>([
    ['prompts/get', { name: 'a' }, 'a'],
    ['resources/read', { uri: 'x://a' }, 'x://a'],
  ])('must match the name or URI of %s', (method, params, name) => {
    const request = requestIn(modern, 1, [method, params]);

    expect(read(request, mirrorOf({ method, name })).kind).toBe('modern');
    expect(refusal(request, mirrorOf({ method, name: 'b' }))).toMatchObject({ code: -32020 });
  });

  test('need no name for other methods', () => {
    expect(read(requestIn(modern, 1, ['tools/list']), mirrorOf({ method: 'tools/list' })).kind).toBe('modern');
  });

  test('are optional for a notification, but must match when present', () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { _meta: envelopeOf() } };

    expect(read(notification, mirrorOf({ protocolVersion: undefined })).kind).toBe('modern');
    expect(refusal(notification, mirrorOf({ method: 'notifications/progress' }))).toMatchObject({ code: -32020 });
  });
});

describe('the order of the checks', () => {
  test('a malformed envelope is reported before a header mismatch', () => {
    const meta = { [metaKeys.protocolVersion]: modern.date };

    expect(refusal(listTools(meta), mirrorOf({ protocolVersion: latestLegacy.date }))).toMatchObject({ code: -32602 });
  });

  test('a header mismatch is reported before an unsupported version', () => {
    const message = listTools({ ...envelopeOf(), [metaKeys.protocolVersion]: '2031-01-01' });

    expect(refusal(message, mirrorOf())).toMatchObject({ code: -32020 });
  });

  test('an unsupported version is reported before missing headers', () => {
    const message = listTools({ ...envelopeOf(), [metaKeys.protocolVersion]: '2031-01-01' });

    expect(refusal(message, mirrorOf({ protocolVersion: undefined }))).toMatchObject({ code: -32022 });
  });

  test('a header mismatch is reported before an unknown method', () => {
    expect(refusal(requestIn(modern, 1, ['no/such']), mirrorOf({ method: 'tools/list' }))).toMatchObject({
      code: -32020,
    });
  });
});

describe('an array', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

  test('is a batch whose items are read separately', () => {
    expect(read([ping, 3, { jsonrpc: '2.0', method: 'notifications/initialized' }])).toMatchObject({
      kind: 'batch',
      items: [{ kind: 'legacy' }, { kind: 'refused' }, { kind: 'legacy' }],
    });
  });

  test('is rejected when it is empty', () => {
    expect(refusal('[]')).toMatchObject({ code: -32600 });
  });

  test('is rejected when it is longer than maxBatchLength', () => {
    expect(read(Array.from({ length: 100 }, () => ping)).kind).toBe('batch');
    expect(refusal(Array.from({ length: 101 }, () => ping))).toMatchObject({
      code: -32600,
      message: expect.stringContaining('maxBatchLength'),
    });
  });

  test('is rejected as a whole when it contains a modern message', () => {
    expect(refusal([ping, listTools(envelopeOf(), 2)])).toMatchObject({ code: -32600, id: 1 });
  });
});
