/** `@instructions`: a text for models in the doc comment of a class. */
import { afterAll, describe, expect, test } from 'vitest';
import { openCases } from './reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const classWith = (comment: string): string =>
  `${comment}\nexport class Shop {\n  /** Buys. */\n  @Tool()\n  buy(): string { return ''; }\n}\n`;

test.each([
  ['a line of its own', '/**\n * Sells.\n * @instructions Search first.\n */', 'Search first.'],
  ['one line', '/** Sells. @instructions Search first. */', 'Search first.'],
  ['several lines', '/**\n * Sells.\n * @instructions Search first,\n * then buy.\n */', 'Search first, then buy.'],
  ['paragraphs', '/**\n * Sells.\n * @instructions One.\n *\n * - two\n * - three\n */', 'One.\n\n- two\n- three'],
  ['lines from one line on', '/** Sells. @instructions Search first,\n * then buy.\n */', 'Search first, then buy.'],
  ['several tags', '/**\n * Sells.\n * @instructions One.\n * @instructions Two.\n */', 'One.\n\nTwo.'],
  ['a tag before another', '/**\n * Sells.\n * @instructions One.\n * @deprecated\n */', 'One.'],
  [
    'an address and code',
    '/**\n * Sells.\n * @instructions Ask a@b.example, not `@me`.\n */',
    'Ask a@b.example, not `@me`.',
  ],
])('are read from %s', (_, comment, instructions) => {
  const { model, found } = cases.read(classWith(comment));

  expect(found).toEqual([]);
  expect(model.classes[0]).toMatchObject({ instructions });
  expect(model.classes[0]?.description).toMatch(/^(Sells\.|Sells\.\n\nDeprecated\.)$/);
});

test('a class without the tag has none', () => {
  expect(cases.read(classWith('/** Sells. Write instructions. */')).model.classes[0]).not.toHaveProperty(
    'instructions',
  );
});

describe('are refused', () => {
  test.each([
    ['without a text', classWith('/**\n * Sells.\n * §@instructions\n */'), 'SIGIL071'],
    [
      'on a method',
      "export class Shop {\n  /** Buys. §@instructions Search. */\n  @Tool()\n  buy(): string { return ''; }\n}",
      'SIGIL070',
    ],
    [
      'on a parameter',
      'export class Shop {\n  /** Buys. */\n  @Tool()\n  buy(/** What. §@instructions Search. */ what: string): string { return what; }\n}',
      'SIGIL070',
    ],
    [
      'on a property',
      'export class Shop {\n  /** Buys. */\n  @Tool()\n  buy(what: What): string { return what.name; }\n}\ninterface What {\n  /** Name. §@instructions Search. */\n  name: string;\n}',
      'SIGIL070',
    ],
    ['when misspelt', classWith('/**\n * Sells.\n * §@instruction Search.\n */'), 'SIGIL072'],
  ])('%s', (_, source, code) => {
    const { found, marks } = cases.read(source);

    expect(found).toEqual([`${code} ${marks[0]}`]);
  });
});
