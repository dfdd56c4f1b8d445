import { describe, expect, test } from 'vitest';
import { longestQuery, ToolIndex } from './tool-index.js';
import { readToolTerms } from './tool-terms.js';

const tools = [
  ['create_invoice', 'Creates a draft invoice for a customer.'],
  ['cancel_subscription', 'Cancels a subscription at the end of its period.'],
  ['refund_payment', 'Refunds a payment, in full or in part.'],
  ['declare_customs', 'Files a customs declaration.'],
  ['searchRepository', 'Searches repositories by topic.'],
  ['天気予報', '今日の天気を調べる。'],
  ['listHolidays', 'Lists the public holidays of a country.'],
  ['rechnungErstellen', 'Erstellt eine Rechnung für einen Kunden.'],
  ['погода', 'Показывает погоду в городе.'],
  ['weather_ko', '날씨를 알려 줍니다.'],
] as const;

function indexOf(described: readonly (readonly [name: string, description: string])[]): ToolIndex {
  const inputSchema = { type: 'object' };
  return new ToolIndex(
    described.map(([name, description]) => ({ name, terms: readToolTerms({ description, inputSchema }) })),
  );
}

const index = indexOf(tools);
const find = (query: string, limit = 5): string[] => index.search(query, limit).map((found) => tools[found.index]![0]);

test.each([
  ['words of its name', 'create invoice', 'create_invoice'],
  ['parts of a name in camel case', 'repository', 'searchRepository'],
  ['other forms of its words', 'cancelling subscriptions', 'cancel_subscription'],
  ['a synonym', 'reimburse a payment', 'refund_payment'],
  ['a phrase with another meaning than its words', 'call off the membership', 'cancel_subscription'],
  ['a typo', 'refnd', 'refund_payment'],
  ['a typo in the singular of its words', 'holday', 'listHolidays'],
  ['the beginning of a word', 'repo', 'searchRepository'],
  ['another script', '天気', '天気予報'],
  ['another form of a word of another language', 'Rechnungen schreiben', 'rechnungErstellen'],
  ['another form of a word of another alphabet', 'погодой', 'погода'],
  ['a word without its particle', '날씨', 'weather_ko'],
  ['capitals and accents', 'INVÒICE', 'create_invoice'],
])('a tool is found by %s', (_what, query, name) => {
  expect(find(query)[0]).toBe(name);
});

test('words with another meaning are not found by their stem', () => {
  expect(find('customs')[0]).toBe('declare_customs');
  expect(find('customers')[0]).toBe('create_invoice');
});

test('words without a meaning of their own find nothing if there are others', () => {
  expect(find('what is the unknownword for a')).toEqual([]);
});

test('the best tools are returned, as many as asked for', () => {
  const scores = index.search('invoice subscription payment', 2).map(({ score }) => score);

  expect(scores).toHaveLength(2);
  expect(scores[0]).toBeGreaterThanOrEqual(scores[1]!);
});

test('tools with equal scores are in the order of the list, and each search gives the same', () => {
  const same = indexOf(['b', 'a', 'c'].map((name) => [`send_${name}`, 'Sends a letter.'] as const));

  expect(same.search('letter', 5).map(({ index: at }) => at)).toEqual([0, 1, 2]);
  expect(same.search('letter', 5)).toEqual(same.search('letter', 5));
});

test('an index of no tools finds nothing', () => {
  expect(indexOf([]).search('invoice', 5)).toEqual([]);
});

describe('a hostile question', () => {
  test.each([
    ['empty', ''],
    ['signs', '(a+)+$ .*[^]\\'],
    ['halves of characters', '\0\ud800'.repeat(50_000)],
    ['one long word', 'a'.repeat(100_000)],
    ['stacked accents', `q${'\u0301'.repeat(99_999)}`],
  ])('of %s finds nothing', (_what, query) => {
    expect(find(query)).toEqual([]);
  });

  test('is read up to a length', () => {
    const padding = '. '.repeat(longestQuery / 2);

    expect(find(`invoice${padding} refund`)).toEqual(['create_invoice']);
    expect(find(`${padding}refund`)).toEqual([]);
  });
});
