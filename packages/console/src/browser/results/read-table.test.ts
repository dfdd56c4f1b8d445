import { describe, expect, test } from 'vitest';
import { readMarkdownTable, readTable } from './read-table.js';

describe('the table reader', () => {
  const table = { head: ['day', 'copies (pcs)'], rows: [['Mon', '3'], ['Tue', '']], numeric: [false, true] }; // prettier-ignore

  test.each([
    ['columns and rows', { columns: [{ name: 'day' }, { name: 'copies', unit: 'pcs' }], rows: [['Mon', 3], ['Tue', null]] }], // prettier-ignore
    ['a member of an object', { total: 2, items: [{ day: 'Mon', 'copies (pcs)': 3 }, { day: 'Tue' }] }],
    ['objects that are alike', [{ day: 'Mon', 'copies (pcs)': 3 }, { day: 'Tue' }]],
  ])('finds a table in %s', (_, content) => {
    expect(readTable(content)).toEqual(table);
  });

  test('finds a table in Markdown, with the text below it and escaped bars in cells', () => {
    const text = '| day | copies (pcs) |\n| --- | --- |\n| Mon | 3 |\n| Tue |  |\n\n… and 7 rows more';

    expect(readMarkdownTable(text)).toEqual({ table, after: '… and 7 rows more' });
    expect(readMarkdownTable('| a |\n| --- |\n| b \\| c |')).toMatchObject({ table: { rows: [['b | c']] } });
  });

  test.each([
    ['a text', 'text'],
    ['one object', [{ a: 1 }]],
    ['objects of several kinds', [{ a: 1 }, { b: 1 }]],
    ['nested rows', [{ a: {} }, { a: 1 }]],
    ['a row that is too short', { columns: ['a', 'b'], rows: [[1]] }],
    ['an object with two lists', { a: [{ x: 1 }, { x: 2 }], b: [{ y: 1 }, { y: 2 }] }],
    ['nothing', undefined],
  ])('finds no table in %s', (_, content) => {
    expect(readTable(content)).toBeUndefined();
  });

  test.each(['| a |', '| a |\n| b |', 'text\n| a |\n| --- |', '| a |\n| --- |\n| b | c |'])(
    'finds no Markdown table in %j',
    (text) => {
      expect(readMarkdownTable(text)).toBeUndefined();
    },
  );
});
