import { describe, expect, test } from 'vitest';
import { fillVariables, readVariable, variablesIn } from './fill-variables.js';
import type { JsonValue } from './json.js';

const values: Readonly<Record<string, string>> = { HOST: 'a.example', PORT: '80', NONE: '', ODD: '${HOST}' };

const filled = (value: JsonValue): JsonValue =>
  fillVariables(value, {
    where: 'the.json',
    read(name) {
      if (name === 'BROKEN') throw new Error('BROKEN_FILE is not there');
      return Object.hasOwn(values, name) ? values[name] : undefined;
    },
    fail: (message, cause) => new RangeError(message, { cause }),
  });

test.each<[JsonValue, JsonValue]>([
  ['${HOST}', 'a.example'],
  ['https://${HOST}:${PORT}/', 'https://a.example:80/'],
  [{ a: [{ b: '${PORT}' }, 1, null, true] }, { a: [{ b: '80' }, 1, null, true] }],
  ['$${HOST}', '${HOST}'],
  ['$$${HOST}', '$${HOST}'],
  ['a $${ b', 'a ${ b'],
  ['$HOST $$ {} $', '$HOST $$ {} $'],
  ['${ODD}', '${HOST}'],
  [{ '${HOST}': 'x' }, { '${HOST}': 'x' }],
])('%j becomes %j', (value, expected) => {
  expect(filled(value)).toEqual(expected);
});

test.each<[JsonValue, string]>([
  [{ a: { b: ['x', '${GONE}'] } }, 'the.json: "a.b[1]" names the variable GONE, which is not set'],
  [{ a: '${NONE}' }, 'the.json: "a" names the variable NONE, which is empty'],
  [{ a: '${toString}' }, 'the.json: "a" names the variable toString, which is not set'],
  [{ a: '${BROKEN}' }, 'the.json: "a": BROKEN_FILE is not there'],
  ...['${', '${}', '${HOST', '${HOST:-x}', '${env:HOST}', '${a-b}', '${ HOST }'].map((text): [JsonValue, string] => [
    { a: text },
    'the.json: "a" has "${" without a variable\'s name: write ${NAME}, or $${ for a literal ${',
  ]),
])('%j is refused', (value, message) => {
  const read = (): JsonValue => filled(value);

  expect(read).toThrow(RangeError);
  expect(read).toThrow(message);
});

test('finds the names of variables, but none in an escape', () => {
  expect(variablesIn({ a: ['${ONE} ${TWO}', '$${THREE}'], b: 1, c: null })).toEqual(['ONE', 'TWO']);
});

describe('a variable', () => {
  const read = (environment: Record<string, string>): string | undefined =>
    readVariable('KEY', environment, (file) => {
      if (file === 'gone') throw Object.assign(new Error('x'), { code: 'ENOENT' });
      return `of ${file}\n`;
    });

  test('is read from the environment, or from the file that it names', () => {
    expect([read({}), read({ KEY: 'own' }), read({ KEY: '', KEY_FILE: 'file' })]).toEqual([
      undefined,
      'own',
      'of file',
    ]);
  });

  test.each([
    [{ KEY: 'own', KEY_FILE: 'file' }, 'KEY and KEY_FILE are both set: leave one out'],
    [{ KEY_FILE: 'gone' }, 'KEY_FILE: the file "gone" cannot be read (ENOENT)'],
  ])('of %j is refused', (environment, message) => {
    expect(() => read(environment)).toThrow(message);
  });
});
