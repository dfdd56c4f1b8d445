/** `@keywords`: the words by which a search finds a tool, and `always`, which lists it without a search. */
import { afterAll, expect, test } from 'vitest';
import { openCases } from './reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const shopWith = (comment: string, decorator = '@Tool()'): string =>
  `export class Shop {\n  ${comment}\n  ${decorator}\n  buy(): string { return ''; }\n}\n`;

test.each([
  ['one line', '/** Buys. @keywords bill, direct debit */', ['bill', 'direct debit']],
  ['a line of its own', '/**\n * Buys.\n * @keywords bill\n */', ['bill']],
  ['several lines', '/**\n * Buys.\n * @keywords bill, pay,\n *   order\n */', ['bill', 'pay', 'order']],
  ['several tags', '/**\n * Buys.\n * @keywords bill\n * @keywords pay\n * @title Buy\n */', ['bill', 'pay']],
])('keywords are read from %s, and are no part of the description', (_, comment, keywords) => {
  const { model, found } = cases.read(shopWith(comment));

  expect(found).toEqual([]);
  expect(model.classes[0]?.methods[0]).toMatchObject({ keywords, description: 'Buys.' });
});

test.each([
  ['a tool without a word', shopWith('/**\n   * Buys.\n   * §@keywords\n   */'), 'SIGIL071'],
  ['a resource', shopWith('/** Buys. §@keywords bill */', "@Resource('shop://all')"), 'SIGIL070'],
  ['a misspelt tag', shopWith('/** Buys. §@keyword bill */'), 'SIGIL072'],
])('keywords of %s are refused', (_, source, code) => {
  const { found, marks } = cases.read(source);

  expect(found).toEqual([`${code} ${marks[0]}`]);
});

test('a tool is marked as one that is always listed', () => {
  const { model } = cases.read(shopWith('/** Buys. */', '@Tool({ always: true })'));

  expect(model.classes[0]?.methods[0]).toMatchObject({ always: true });
});
