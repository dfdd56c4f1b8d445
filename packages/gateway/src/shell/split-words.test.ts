import { expect, test } from 'vitest';
import { splitWords } from './split-words.js';

test.each([
  ['', []],
  ['  \t\n ', []],
  ['a b  c', ['a', 'b', 'c']],
  ['a\nb', ['a', 'b']],
  [`'a b' "c d"`, ['a b', 'c d']],
  [`a'b c'd"e"`, ['ab cde']],
  [`'' ""`, ['', '']],
  ['a\\ b', ['a b']],
  [`"a\\"b\\\\c"`, ['a"b\\c']],
  [`"a\\nb"`, ['a\\nb']],
  [`'a\\'`, ['a\\']],
  ["it\\'s", ["it's"]],
  ['$(id) `id` ; rm -rf / | cat && x > y', ['$(id)', '`id`', ';', 'rm', '-rf', '/', '|', 'cat', '&&', 'x', '>', 'y']],
  ['*.ts ~ {a,b} #no', ['*.ts', '~', '{a,b}', '#no']],
  ['é 😀', ['é', '😀']],
])('%j is split into the words %j', (text, words) => {
  expect(splitWords(text)).toEqual({ words });
});

test.each([
  [`a 'b`, "a text with a ' that is not closed"],
  [`a "b\\"`, 'a text with a " that is not closed'],
  ['a\\', 'a text that ends with a backslash'],
])('%j is rejected', (text, problem) => {
  expect(splitWords(text)).toEqual({ problem });
});
