import { expect, test } from 'vitest';
import { NearWords } from './near-words.js';

const words = new NearWords(['invoice', 'invoices', 'refund', 'weather', 'forecast', 'xylophone']);

test.each([
  ['a letter left out', 'invoce', 'invoice'],
  ['a letter added', 'refuund', 'refund'],
  ['a letter replaced', 'refind', 'refund'],
  ['two letters swapped', 'forceast', 'forecast'],
  ['the first letter replaced', 'veather', 'weather'],
  ['the first letter left out', 'ylophone', 'xylophone'],
  ['the first letters swapped', 'ewather', 'weather'],
  ['the last letter left out', 'refun', 'refund'],
])('a word with %s is near', (_what, typed, meant) => {
  expect(words.find(typed)).toContain(meant);
});

test.each(['refnud5', 'ref', 'envoises', 'wheater2'])(
  '%s, with more than one typo or too short, is near nothing',
  (typed) => {
    expect([...words.find(typed)]).toEqual([]);
  },
);
