import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { diagnosticCodes } from './diagnostic-codes.js';

const page = readFileSync(new URL('../../../../docs/reference/diagnostics.md', import.meta.url), 'utf8');
const sections = page.split(/^### /m).slice(1);
const headings = sections.map((section) => section.split('\n')[0] ?? '');

describe('docs/reference/diagnostics.md', () => {
  test('has a section with the title of every code, in order, and no other section', () => {
    expect(headings).toEqual(Object.entries(diagnosticCodes).map(([code, { title }]) => `${code}: ${title}`));
  });

  test.each(headings.map((heading, index) => [heading, sections[index] ?? '']))(
    '%s has a faulty example and a fix',
    (_heading, section) => {
      expect(section.match(/^```(tsx?|jsonc|md)\b/gm)).toHaveLength(2);
      expect(section).toContain('\nInstead:\n');
    },
  );
});

test('every code is SIGIL and three digits, in ascending order', () => {
  const codes = Object.keys(diagnosticCodes);

  expect(codes.filter((code) => !/^SIGIL\d{3}$/.test(code))).toEqual([]);
  expect(codes).toEqual([...codes].sort());
});
