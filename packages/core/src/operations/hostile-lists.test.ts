/** Cursors and validators that are wrong, or that belong to another list, caller or server. */
import { describe, expect, test } from 'vitest';
import { catalogOf, promptOf, resourceOf, toolOf } from '../catalog/catalog.test-support.js';
import type { Catalog } from '../catalog/catalog.js';
import { codeOf, collect, engineOf, modern, requestIn, resultIn, talkIn } from '../engine/engine.test-support.js';
import { openConversation } from '../engine/conversation.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { metaKeys } from '../revisions/meta-keys.js';
import { revisions } from '../revisions/choose-revision.js';

const notModified = { extensions: { 'dev.sigil/not-modified': {} } };
const many = (prefix: string, count = 5) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);

function catalog(more: Partial<Catalog> = {}): Catalog {
  return catalogOf({
    tools: many('t').map((name) => toolOf(name)),
    prompts: many('p').map((name) => promptOf(name)),
    resources: many('r://').map((uri) => resourceOf(uri)),
    ...more,
  });
}

async function open(offered = catalog(), revision = modern) {
  const talk = await talkIn(revision, engineOf(offered, { limits: { pageSize: 2 } }));
  return async (method: string, params: JsonObject = {}, meta: JsonObject = {}) =>
    talk.request(
      requestIn(revision, 1, [method, { ...params, _meta: { [metaKeys.clientCapabilities]: notModified, ...meta } }]),
    );
}

describe.each(revisions)('$date', (revision) => {
  test.each<JsonValue>([
    '',
    '=',
    'x',
    'MTIz',
    7,
    0,
    true,
    [],
    {},
    ['x'],
    '\u0000',
    'a'.repeat(100_000),
    btoa('1.2'),
    btoa('.0'),
    btoa('-1'),
    '\ud800',
  ])('the cursor %j is refused', async (cursor) => {
    const ask = await open(catalog(), revision);

    for (const method of ['tools/list', 'resources/list', 'prompts/list', 'resources/templates/list'])
      expect(codeOf(await ask(method, { cursor }))).toBe(-32602);
  });

  test('a cursor of another list, or of a changed one, is refused', async () => {
    const ask = await open(catalog(), revision);
    const { nextCursor } = resultIn(await ask('tools/list'));
    const changed = await open(catalog({ tools: many('u').map((name) => toolOf(name)) }), revision);

    expect(codeOf(await ask('prompts/list', { cursor: nextCursor! }))).toBe(-32602);
    expect(codeOf(await changed('tools/list', { cursor: nextCursor! }))).toBe(-32602);
    expect(resultIn(await ask('tools/list', { cursor: nextCursor! }))['tools']).toHaveLength(2);
  });
});

const key = 'dev.sigil/ifNoneMatch';
const validatorIn = (answer: JsonObject | undefined): string =>
  String((resultIn(answer)['_meta'] as JsonObject)['dev.sigil/validator']);

test.each<JsonValue>([7, null, [], {}, ['*'], true])('the validator %j is ignored', async (validator) => {
  const ask = await open();

  const result = resultIn(await ask('tools/list', {}, { [key]: validator }));

  expect(result['tools']).toHaveLength(2);
  expect(result['_meta']).not.toHaveProperty(['dev.sigil/validator']);
});

test.each(['*', '"*"', 'W/"x"', 'x'.repeat(100_000), '__proto__'])(
  'the validator %j matches nothing',
  async (validator) => {
    const ask = await open();

    expect(resultIn(await ask('tools/list', {}, { [key]: validator }))['tools']).toHaveLength(2);
  },
);

test('a validator of another list with the same items matches nothing', async () => {
  const ask = await open(catalogOf({}));
  const tools = validatorIn(await ask('tools/list', {}, { [key]: '' }));

  const prompts = await ask('prompts/list', {}, { [key]: tools });

  expect(resultIn(prompts)['_meta']).not.toHaveProperty(['dev.sigil/notModified']);
});

test('a caller that may see less gets no word of the list of another', async () => {
  const secret = { ...toolOf('secret'), scopes: ['admin'] };
  const offered = catalogOf({ tools: [toolOf('open'), secret], showsOnlyAllowed: true });
  const { engine } = engineOf(offered);
  const askAs = async (scopes: readonly string[], validator: string, cursor?: JsonValue) => {
    const { outlet, sent } = collect();
    const conversation = openConversation(engine, outlet, {
      principal: { id: 'ann', issuer: 'here', scopes, claims: {} },
    });
    const _meta = { [metaKeys.clientCapabilities]: notModified, [key]: validator };
    const params = cursor === undefined ? { _meta } : { _meta, cursor };
    await conversation.receive(JSON.stringify(requestIn(modern, 1, ['tools/list', params])));
    return sent.find(({ id }) => id === 1);
  };

  const whole = validatorIn(await askAs(['admin'], ''));
  const part = await askAs([], whole);

  expect(resultIn(part)).toMatchObject({ tools: [{ name: 'open' }], cacheScope: 'private' });
  expect(JSON.stringify(part)).not.toContain('secret');
  expect(validatorIn(part)).not.toBe(whole);
});
