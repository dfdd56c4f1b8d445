import { describe, expect, test } from 'vitest';
import { buildInputs, documentOf, importedFrom } from '../import.test-support.js';

interface Call {
  readonly id?: string;
  readonly tag?: string;
  readonly parameters?: readonly object[];
  readonly body?: object;
}

const operation = ({ id, tag, parameters = [], body }: Call): object => ({
  ...(id !== undefined && { operationId: id }),
  ...(tag !== undefined && { tags: [tag] }),
  parameters,
  ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
  responses: { 204: { description: 'ok' } },
});

async function toolsOf(paths: object): Promise<string[]> {
  const folder = await importedFrom(documentOf(paths));
  return folder.record().operations.map(({ tool }) => tool);
}

const get = (call: Call): object => ({ get: operation(call) });
const long = 'listEverythingThatTheAccountOfTheOrganizationHasEverHadIncludingArchived';

describe('a tool', () => {
  test.each<[string, object, string[]]>([
    ['keeps an operation id that is a name', { '/a': get({ id: 'getStations' }) }, ['getStations']],
    ['is written in camel case', { '/a': get({ id: 'repos/list-for_user' }) }, ['reposListForUser']],
    ['is named by method and path without an id', { '/users/{id}/keys': get({}) }, ['getUsersByIdKeys']],
    ['of the root', { '/': get({}) }, ['getRoot']],
    [
      'gets its tag where two have one name',
      { '/a': get({ id: 'list', tag: 'users' }), '/b': get({ id: 'list', tag: 'keys' }) },
      ['list', 'keysList'],
    ],
    [
      'differs from others in more than case',
      { '/a': get({ id: 'getUser' }), '/b': get({ id: 'getuser' }) },
      ['getUser', 'getB'],
    ],
    [
      'never replaces what the host or every object has',
      { '/a': get({ id: 'start' }), '/b': get({ id: 'toString' }), '/c': get({ id: 'constructor' }) },
      ['getA', 'getB', 'constructorOperation'],
    ],
    ['begins with a letter', { '/a': get({ id: '3ds' }) }, ['call3Ds']],
    ['spells out letters that are no accents', { '/a': get({ id: 'größe æøł' }) }, ['grosseAeol']],
    ['has a name although its id has no Latin letter', { '/a': get({ id: '取得' }) }, ['getA']],
    [
      'has at most 64 characters, the number included',
      { '/a': get({ id: long }), '/b': get({ id: `${long}Too`, tag: '取' }) },
      [long.slice(0, 64), 'getB'],
    ],
  ])('%s', async (_what, paths, names) => {
    expect(await toolsOf(paths)).toEqual(names);
  });

  test('of a hundred equal names has a number within the 64 characters', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`/${'x'.repeat(90)}/${'y'.repeat(index + 1)}`, get({ id: long })]),
    );

    const names = await toolsOf(paths);

    expect(new Set(names).size).toBe(30);
    expect(Math.max(...names.map((name) => name.length))).toBe(64);
  });
});

describe('an argument', () => {
  const post = (call: Call, path = '/a/{id}'): object =>
    documentOf({ [path]: { post: operation({ id: 'send', ...call }) } });
  const text = { type: 'string' };
  const at = (place: string, name: string): object => ({ in: place, name, required: place === 'path', schema: text });

  test.each<[string, object, string[]]>([
    ['keeps a name that is one', post({ parameters: [at('path', 'id'), at('query', 'per_page')] }), ['id', 'per_page']],
    [
      'becomes an identifier',
      post({
        parameters: [at('path', 'id'), at('header', 'X-Trace-Id'), at('query', 'filter[name]'), at('query', '$top')],
      }),
      ['id', 'xTraceId', 'filterName', 'top'],
    ],
    [
      'of several places has its place',
      post({ parameters: [at('path', 'id'), at('query', 'id')], body: { type: 'object', properties: { id: text } } }),
      ['idInPath', 'idInQuery', 'idInBody'],
    ],
    [
      'is no word of the language and no name of the method',
      post({ parameters: [at('path', 'id'), at('query', 'in'), at('query', 'signal'), at('query', 'class')] }),
      ['id', 'inInQuery', 'signalInQuery', 'classInQuery'],
    ],
    ['begins with no digit', post({ parameters: [at('path', 'id'), at('query', '1st')] }), ['id', '_1St']],
  ])('%s', async (_what, document, names) => {
    const folder = await importedFrom(document);
    const { errors, inputs } = await buildInputs(folder);

    expect(errors).toEqual([]);
    expect(Object.keys((inputs.send as { properties: object }).properties)).toEqual(names);
  });
});

test('names of schemas that clash with each other, with classes and with the language stay apart, and the sources build', async () => {
  const names = [
    'Station',
    'station',
    'STATION',
    'Promise',
    'Record',
    'Tool',
    'users',
    '2d',
    'class',
    'a-b',
    'a_b',
    '型',
  ];
  const text = { type: 'object', properties: { a: { type: 'string' } } };
  const body = {
    type: 'object',
    properties: Object.fromEntries(
      names.map((name, index) => [`m${index}`, { $ref: `#/components/schemas/${encodeURIComponent(name)}` }]),
    ),
  };
  const schemas = Object.fromEntries(names.map((name) => [name, text]));
  const folder = await importedFrom(
    documentOf({ '/a': { post: operation({ id: 'send', tag: 'users', body }) } }, { components: { schemas } }),
  );

  const { errors, inputs } = await buildInputs(folder);

  expect(errors).toEqual([]);
  expect(Object.keys((inputs.send as { properties: object }).properties)).toHaveLength(names.length);
  const files = folder.files().filter((file) => file.startsWith('src/types/'));
  expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(names.length);
});
