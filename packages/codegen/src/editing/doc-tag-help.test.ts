import { describe, expect, test } from 'vitest';
import { docTagHelp, findTagStart } from './doc-tag-help.js';

test('every tag that the build reads has a sentence', () => {
  expect(docTagHelp.length).toBeGreaterThan(25);
  for (const { name, summary } of docTagHelp) expect(summary, name).toMatch(/^[A-Z].*\.$/);
});

describe('findTagStart()', () => {
  test.each([
    ['/** Books a room. @|', 18],
    ['/** @min|', 4],
    ['/**\n * Books.\n * @param nights How many @in|', 40],
    ['/** See {@inh|', 9],
    ['/**@|', 3],
    ['const a = 1; /** a */ /** @t|', 26],
  ])('finds the tag in %j', (text, start) => {
    expect(findTagStart(text.replace('|', ''), text.indexOf('|'))).toBe(start);
  });

  test.each(['@Tool|', '/* @min|', '/** a */ @Tool|', '/** a@b|', '// @min|', '/** @minimum 1|'])(
    'finds none in %j',
    (text) => {
      expect(findTagStart(text.replace('|', ''), text.indexOf('|'))).toBeUndefined();
    },
  );
});
