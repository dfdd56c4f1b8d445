import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../model/json.js';
import { openStateSealer, type StateBinding } from './seal-state.js';
import { systemClock } from '../model/clock.js';

const key = new Uint8Array(32).fill(7);
const lifetimeMs = 60_000;
const binding: StateBinding = {
  server: 'shop',
  principal: 'ann',
  method: 'tools/call',
  params: { name: 'refund', arguments: { order: 'A-1', lines: [1, { deep: null }] } },
};
const content: JsonObject = { asked: ['a'], answers: { __proto__x: 'ü' }, steps: { charge: 12.5 } };
const refused = { kind: 'invalid-params', message: '"requestState" is not valid for this request, or no longer' };

const withParams = (params: JsonObject): StateBinding => ({ ...binding, params });

test('the same key opens a sealed state', async () => {
  const sealed = await openStateSealer([key], lifetimeMs, systemClock).seal(content, binding);

  await expect(openStateSealer([Uint8Array.from(key)], lifetimeMs, systemClock).open(sealed, binding)).resolves.toEqual(
    content,
  );
});

test('sealing the same content twice gives different texts', async () => {
  const sealer = openStateSealer([key], lifetimeMs, systemClock);

  expect(await sealer.seal(content, binding)).not.toBe(await sealer.seal(content, binding));
});

test('a sealed text does not reveal the content or the binding', async () => {
  const sealed = await openStateSealer([key], lifetimeMs, systemClock).seal({ secret: 'order A-1' }, binding);

  const bytes = sealed.split('.').map((part) => atob(part.replace(/-/g, '+').replace(/_/g, '/')));
  expect(bytes.join()).not.toMatch(/secret|order|A-1|refund|ann/);
});

test('a sealed text contains only URL-safe characters', async () => {
  expect(await openStateSealer([key], lifetimeMs, systemClock).seal(content, binding)).toMatch(/^v2\.[\w-]+\.[\w-]+$/);
});

test('the order of the arguments does not matter', async () => {
  const sealer = openStateSealer([key], lifetimeMs, systemClock);
  const sealed = await sealer.seal(content, binding);
  const turned = withParams({ arguments: { lines: [1, { deep: null }], order: 'A-1' }, name: 'refund' });

  await expect(sealer.open(sealed, turned)).resolves.toEqual(content);
});

test('empty arguments equal missing ones; inputResponses, requestState and _meta are ignored', async () => {
  const sealer = openStateSealer([key], lifetimeMs, systemClock);
  const sealed = await sealer.seal(content, withParams({ name: 'refund' }));
  const later = withParams({ name: 'refund', arguments: {}, inputResponses: {}, requestState: 'x', _meta: { a: 1 } });

  await expect(sealer.open(sealed, later)).resolves.toEqual(content);
});

test.each<[string, StateBinding]>([
  ['another server', { ...binding, server: 'bank' }],
  ['another principal', { ...binding, principal: 'bob' }],
  ['another method', { ...binding, method: 'prompts/get' }],
  ['another tool', withParams({ ...binding.params, name: 'pay' })],
  ['a URI', withParams({ ...binding.params, uri: 'x://a' })],
  ['other arguments', withParams({ name: 'refund', arguments: { order: 'A-2', lines: [1, { deep: null }] } })],
  ['another number', withParams({ name: 'refund', arguments: { order: 'A-1', lines: [2, { deep: null }] } })],
  ['an array for an object', withParams({ name: 'refund', arguments: { order: 'A-1', lines: [1, [['deep', null]]] } })],
  ['no arguments', withParams({ name: 'refund' })],
])('a state is refused for %s', async (_what, other) => {
  const sealer = openStateSealer([key], lifetimeMs, systemClock);
  const sealed = await sealer.seal(content, binding);

  await expect(sealer.open(sealed, other)).rejects.toMatchObject(refused);
});

const deep = (text: string): JsonObject => JSON.parse(text) as JsonObject;

test.each<[string, string, string]>([
  ['-0 and 0', '{"a":-0}', '{"a":0}'],
  ['what is too large for a number and null', '{"a":1e400}', '{"a":null}'],
  ['what is too large and what is too small', '{"a":1e400}', '{"a":-1e400}'],
  ['a lone surrogate and the character that stands for it', '{"a":"\\ud800"}', '{"a":"\ufffd"}'],
  ['two lone surrogates', '{"a":"\\ud800"}', '{"a":"\\udfff"}'],
  ['a surrogate and its escape', '{"a":"\\ud800"}', '{"a":"\\\\ud800"}'],
  ['a number and its text', '{"a":1}', '{"a":"1"}'],
  ['null and its text', '{"a":null}', '{"a":"null"}'],
  ['null and nothing', '{"a":null}', '{}'],
  ['false and nothing', '{"a":false}', '{}'],
  ['a composed and a decomposed letter', '{"a":"\u00e9"}', '{"a":"e\u0301"}'],
  ['a name with quotes and two members', '{"a\\":1,\\"b":2}', '{"a":1,"b":2}'],
])('%s are different arguments', async (_what, sealedFor, openedFor) => {
  const sealer = openStateSealer([key], lifetimeMs, systemClock);
  const sealed = await sealer.seal(content, withParams({ name: 'a', arguments: deep(sealedFor) }));
  const other = withParams({ name: 'a', arguments: deep(openedFor) });

  await expect(sealer.open(sealed, other)).rejects.toMatchObject(refused);
});

test('a null name differs from a missing name', async () => {
  const sealer = openStateSealer([key], lifetimeMs, systemClock);
  const sealed = await sealer.seal(content, withParams({ name: null }));

  await expect(sealer.open(sealed, withParams({}))).rejects.toMatchObject(refused);
});

test('an empty object differs from an empty array', async () => {
  const sealer = openStateSealer([key], lifetimeMs, systemClock);
  const sealed = await sealer.seal(content, withParams({ name: 'a', arguments: { b: {} } }));

  await expect(sealer.open(sealed, withParams({ name: 'a', arguments: { b: [] } }))).rejects.toMatchObject(refused);
});

describe('a changed or foreign state', () => {
  const sealing = openStateSealer([key], lifetimeMs, systemClock).seal(content, binding);

  test.each<[string, (sealed: string) => string]>([
    ['characters appended', (sealed) => `${sealed}AAAA`],
    ['one character appended', (sealed) => `${sealed}x`],
    ['a dot appended', (sealed) => `${sealed}.`],
    ['the last character cut', (sealed) => sealed.slice(0, -4)],
    ['a character changed', (sealed) => sealed.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['another version', (sealed) => sealed.replace('v2', 'v1')],
    ['no version', (sealed) => sealed.replace('v2.', '')],
    ['another start', (sealed) => sealed.replace(/\.(.)/, (_, first: string) => (first === 'A' ? '.B' : '.A'))],
    ['the parts turned round', (sealed) => sealed.split('.').reverse().join('.')],
    ['nothing', () => ''],
    ['dots', () => '..'],
    ['no base64', () => 'v2.%%%.!!!'],
    ['a short seal', () => 'v2.AAAA.AAAA'],
    ['a very long text', () => `v2.AAAA.${'A'.repeat(300_000)}`],
    ['JSON', () => '{"content":{},"expiresAt":9999999999999}'],
  ])('is rejected with the same message: %s', async (_what, change) => {
    const changed = change(await sealing);

    await expect(openStateSealer([key], lifetimeMs, systemClock).open(changed, binding)).rejects.toMatchObject(refused);
  });

  test.each([0, 1, 2])(
    'is rejected for every other last character, with %i more characters of content',
    async (length) => {
      const sealer = openStateSealer([key], lifetimeMs, systemClock);
      const sealed = await sealer.seal({ more: 'x'.repeat(length) }, binding);
      const others = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].filter(
        (last) => !sealed.endsWith(last),
      );

      const opened = await Promise.allSettled(others.map((last) => sealer.open(sealed.slice(0, -1) + last, binding)));

      expect(opened.map(({ status }) => status)).toEqual(others.map(() => 'rejected'));
    },
  );

  test('is rejected when another key sealed it', async () => {
    const other = openStateSealer([new Uint8Array(32).fill(8)], lifetimeMs, systemClock);

    await expect(other.open(await sealing, binding)).rejects.toMatchObject(refused);
  });
});

describe('expiry', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  test('a state can be used until its lifetime is over, and not after', async () => {
    const sealer = openStateSealer([key], lifetimeMs, systemClock);
    const sealed = await sealer.seal(content, binding);

    vi.setSystemTime(Date.now() + lifetimeMs);
    await expect(sealer.open(sealed, binding)).resolves.toEqual(content);
    vi.setSystemTime(Date.now() + 1);
    await expect(sealer.open(sealed, binding)).rejects.toMatchObject(refused);
  });
});

/** A state sealed when questions were identified by their keys alone; binding and key are those of this file. */
const formerState =
  'v1.ttCWZLuaCDQMEGav.VlQMiaAFsW4cd6IYcHxpf1R3Jw1Fw4taTROc8wdPRJDkPxt_KTDlSd3TPGiJNmThi7OnM1CARpxlS7j2ydBvsgSPwwEjgAbosDUuh23_qXM2k7NeeoNeRtTfO5JceIOeyO0FJQIygxK2-laYlw';

test.each([
  ['as it is', formerState],
  ['under the present version', formerState.replace('v1', 'v2')],
])('a state of the former format is refused %s', async (_what, sealed) => {
  // The former state never expires, so that nothing else refuses it.
  await expect(openStateSealer([key], lifetimeMs, systemClock).open(sealed, binding)).rejects.toMatchObject(refused);
});

test.each([0, 16, 31, 33, 64])('a key of %i bytes is refused, and the length is named', (length) => {
  expect(() => openStateSealer([new Uint8Array(length)], lifetimeMs, systemClock)).toThrow(`32 bytes, got ${length}`);
});

test('sealing fails when the sealed text would be too long to open again', async () => {
  const sealer = openStateSealer([key], lifetimeMs, systemClock);

  await expect(sealer.seal({ note: 'x'.repeat(300_000) }, binding)).rejects.toThrow(/characters/);
});

test('changing the key array later does not affect the sealer', async () => {
  const own = Uint8Array.from(key);
  const sealer = openStateSealer([own], lifetimeMs, systemClock);
  own.fill(0);

  const sealed = await sealer.seal(content, binding);

  await expect(openStateSealer([key], lifetimeMs, systemClock).open(sealed, binding)).resolves.toEqual(content);
});

test('the first of several keys seals, and all of them open', async () => {
  const old = new Uint8Array(32).fill(8);
  const sealed = await openStateSealer([key, old], lifetimeMs, systemClock).seal(content, binding);

  await expect(openStateSealer([key], lifetimeMs, systemClock).open(sealed, binding)).resolves.toEqual(content);
  await expect(openStateSealer([old, key], lifetimeMs, systemClock).open(sealed, binding)).resolves.toEqual(content);
  await expect(openStateSealer([old], lifetimeMs, systemClock).open(sealed, binding)).rejects.toMatchObject(refused);
});

test('a sealer needs a key', () => {
  expect(() => openStateSealer([], lifetimeMs, systemClock)).toThrow('a key is needed');
});
