import { expect, test } from 'vitest';
import { splitWords } from './split-words.js';

test.each([
  ['create_payout', ['create', 'payout']],
  ['create-payout.now', ['create', 'payout', 'now']],
  ['createPayout', ['createpayout', 'create', 'payout']],
  ['HTTPServer', ['httpserver', 'http', 'server']],
  ['ipv4 S3', ['ipv4', 's3']],
])('the name %s is split into words', (name, words) => {
  expect(splitWords(name)).toEqual(words);
});

test.each([
  ['accents are taken away', 'Überweisung café', ['uberweisung', 'cafe']],
  ['other alphabets keep their letters', 'Погода СЕГОДНЯ', ['погода', 'сегодня']],
  ['a script without spaces gives pairs of characters', '天気予報', ['天気', '気予', '予報']],
  ['words with particles give pairs of characters', '날씨를 서울', ['날씨', '씨를', '서울']],
  ['a single character of such a script is a word', '雨', ['雨']],
  ['signs of regular expressions separate words', '(a+)+$ [refund]*', ['a', 'refund']],
])('%s', (_what, text, words) => {
  expect(splitWords(text)).toEqual(words);
});

test('a word that nobody types is cut', () => {
  expect(splitWords('x'.repeat(100_000))).toEqual(['x'.repeat(32)]);
});
