/** `@instructions`: a text for models in the doc comment of a class or of a file. */
import { afterAll, describe, expect, test } from 'vitest';
import { openCases } from './reader-cases.test-support.js';

const cases = openCases();
afterAll(() => cases.close());

const shop = "export class Shop {\n  /** Buys. */\n  @Tool()\n  buy(): string { return ''; }\n}\n";
const core = "import { Tool } from '@sigil/core';\n";

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

test('misspelt ones of a file are refused', () => {
  const { found, marks } = cases.read({ 'src/plugin.ts': `/** Shops.\n * §@instruction Search. */\n${core}${shop}` });

  expect(found).toEqual([`SIGIL072 ${marks[0]}`]);
});

describe('are refused', () => {
  test.each([
    ['of a file, without a text', `/** §@instructions @module */\nimport 'node:fs';\n${classWith('')}`, 'SIGIL071'],
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
    [
      'on a function',
      `/** Helps. §@instructions Search. */\nexport function help(): void {}\n${classWith('')}`,
      'SIGIL070',
    ],
    [
      'on a type that no tool takes',
      `/** §@instructions Search. */\ninterface What { a: 1 }\n${classWith('')}`,
      'SIGIL070',
    ],
    [
      'on a class that publishes nothing',
      `/** Helps.\n * §@instructions Search. */\nclass Helper {}\n${classWith('/** Sells. */')}`,
      'SIGIL070',
    ],
    [
      'on a method that is not published',
      "export class Shop {\n  /** Buys. */\n  @Tool()\n  buy(): string { return ''; }\n  /** §@instructions Search. */\n  help(): void {}\n}",
      'SIGIL070',
    ],
    [
      'in a comment before the comment of a class',
      classWith('/** §@instructions Search. */\n/** Sells. */'),
      'SIGIL070',
    ],
    [
      'with a line comment between',
      `${classWith('')}/** §@instructions Search. */\n// Not exported.\nfunction help(): void {}`,
      'SIGIL070',
    ],
    ['in the middle of a file', `${classWith('')}/** §@instructions Search. */\nexport const limit = 1;`, 'SIGIL070'],
    ['at the end of a file', `${classWith('')}export const limit = 1;\n/** §@instructions Search. */`, 'SIGIL070'],
    [
      'before the closing brace of a class',
      "/** Sells. */\nexport class Shop {\n  /** Buys. */\n  @Tool()\n  buy(): string { return ''; }\n  /** §@instructions Search. */\n}",
      'SIGIL070',
    ],
    [
      'before the closing brace of a method',
      "/** Sells. */\nexport class Shop {\n  /** Buys. */\n  @Tool()\n  buy(): string {\n    return '';\n    /** §@instructions Search. */\n  }\n}",
      'SIGIL070',
    ],
    ['in an empty interface', `interface What {\n  /** §@instructions Search. */\n}\n${classWith('')}`, 'SIGIL070'],
    ['after the last argument', `${classWith('')}[1, 2 /** §@instructions Search. */];`, 'SIGIL070'],
    [
      'after a statement on its line',
      `${classWith('')}export const limit = 1; /** §@instructions Search. */`,
      'SIGIL070',
    ],
    ['when misspelt', classWith('/**\n * Sells.\n * §@instruction Search.\n */'), 'SIGIL072'],
  ])('%s', (_, source, code) => {
    const { found, marks } = cases.read(source);

    expect(found).toEqual([`${code} ${marks[0]}`]);
  });
});

test.each([
  [
    'before the imports',
    `/** Shops. @instructions Search first. @packageDocumentation */\n${core}/** Sells. */\n${shop}`,
    'Search first.',
  ],
  [
    'before the imports, without a mark',
    `/**\n * @instructions Search\n * first.\n */\n${core}${shop}`,
    'Search first.',
  ],
  [
    'after a line of another program and a licence',
    `#!/usr/bin/env node\n/*! MIT */\n/** @license MIT */\n/** @instructions Search. */\n${core}${shop}`,
    'Search.',
  ],
  [
    'after the imports, before the comment of a class',
    `${core}/** @module\n * @instructions Search. */\n/** Sells. */\n${shop}`,
    'Search.',
  ],
  ['with several tags', `/**\n * @instructions One.\n * @instructions Two.\n */\n${core}${shop}`, 'One.\n\nTwo.'],
])('of a file are those of the plugin, %s', (_, source, instructions) => {
  const { model, found } = cases.read({ 'src/plugin.ts': source });

  expect(found).toEqual([]);
  expect(model.instructions).toBe(instructions);
  expect(model.classes[0]).not.toHaveProperty('instructions');
});

test('of several files follow in the order of the files, before those of classes', () => {
  const { model, found } = cases.read({
    'src/b.ts': `/** @instructions Of b. */\n${core}/** Sells. @instructions Of the shop. */\n${shop}`,
    'src/a.ts': '/** @instructions Of a. */',
    'src/c.ts': '/** @instructions Of c. @packageDocumentation */\nexport const limit = 1;',
  });

  expect(found).toEqual([]);
  expect(model.instructions).toBe('Of a.\n\nOf b.\n\nOf c.');
  expect(model.classes[0]).toMatchObject({ instructions: 'Of the shop.' });
});

test('the comment of the first class is not that of the file', () => {
  const { model } = cases.read({ 'src/plugin.ts': `/** Sells. @instructions Search. */\n${shop}\n${core}` });

  expect(model.instructions).toBeUndefined();
  expect(model.classes[0]).toMatchObject({ instructions: 'Search.' });
});

test('a change of the comment of a file is read', () => {
  const read = (text: string): string | undefined =>
    cases.read({ 'src/plugin.ts': `/** @instructions ${text} */\n${core}${shop}` }).model.instructions;

  expect([read('One.'), read('Two.'), read('Two.')]).toEqual(['One.', 'Two.', 'Two.']);
});
