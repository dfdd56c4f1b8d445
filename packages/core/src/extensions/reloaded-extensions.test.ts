import { describe, expect, test } from 'vitest';
import { catalogOf } from '../catalog/catalog.test-support.js';
import {
  codeOf,
  deferred,
  engineOf,
  latestLegacy,
  modern,
  requestIn,
  resultIn,
  talkIn,
} from '../engine/engine.test-support.js';
import type { Extension } from './extension.js';

const id = 'com.example/notes';

function saying(text: string, more: Partial<Extension> = {}): Extension {
  return { id, clients: 'all', methods: { 'notes/say': { run: () => ({ text }) } }, ...more };
}

describe.each([modern, latestLegacy])('$date', (revision) => {
  test('a later list takes the place of the one before, for clients that are connected already', async () => {
    let extensions = [saying('first')];
    const talk = await talkIn(revision, engineOf(catalogOf(), { extensions: () => extensions }));
    const first = await talk.request(requestIn(revision, 1, ['notes/say']));

    extensions = [saying('second', { methods: { 'notes/tell': { run: () => ({ text: 'second' }) } } })];
    const gone = await talk.request(requestIn(revision, 2, ['notes/say']));
    const second = await talk.request(requestIn(revision, 3, ['notes/tell']));

    expect([resultIn(first)['text'], codeOf(gone), resultIn(second)['text']]).toEqual(['first', -32601, 'second']);
  });

  test('functions around methods of MCP come and go with their list', async () => {
    let extensions = [saying('plain')];
    const wrap: Extension['wrap'] = { 'tools/list': (request) => request.refuse('closed') };
    const talk = await talkIn(revision, engineOf(catalogOf(), { extensions: () => extensions }));
    const list = (number: number) => talk.request(requestIn(revision, number, ['tools/list']));
    const before = await list(1);

    extensions = [saying('wrapping', { wrap })];
    const refused = await list(2);
    extensions = [saying('plain')];
    const after = await list(3);

    expect([resultIn(before)['tools'], codeOf(refused), resultIn(after)['tools']]).toEqual([[], -32602, []]);
  });

  test('a call ends with the version that it began with', async () => {
    const { promise, resolve } = deferred<undefined>();
    const run = () => promise.then(() => ({ text: 'first' }));
    let extensions = [saying('', { methods: { 'notes/say': { run } } })];
    const talk = await talkIn(revision, engineOf(catalogOf(), { extensions: () => extensions }));
    const answer = talk.request(requestIn(revision, 1, ['notes/say']));

    extensions = [saying('second')];
    resolve(undefined);

    expect(resultIn(await answer)['text']).toBe('first');
  });
});

test('a later list that does not fit together is reported once, and changes nothing', async () => {
  let extensions = [saying('first')];
  const engine = engineOf(catalogOf(), { extensions: () => extensions });
  const talk = await talkIn(modern, engine);

  extensions = [saying('second'), saying('third')];
  const answers = [
    await talk.request(requestIn(modern, 1, ['notes/say'])),
    await talk.request(requestIn(modern, 2, ['notes/say'])),
  ];

  expect(answers.map((answer) => resultIn(answer)['text'])).toEqual(['first', 'first']);
  expect(engine.faults.map(({ error }) => String(error))).toEqual([`TypeError: two extensions have the id "${id}"`]);
});

test('a first list that does not fit together is a TypeError', () => {
  expect(() => engineOf(catalogOf(), { extensions: () => [saying('a'), saying('b')] })).toThrow('two extensions');
});

test('a faulty "servers" is named', () => {
  const extension = { ...saying('a'), servers: 'all' as unknown as string[] };

  expect(() => engineOf(catalogOf(), { extensions: [extension] })).toThrow('"servers" must be a list of names');
});
