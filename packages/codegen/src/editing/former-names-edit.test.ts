import { expect, test } from 'vitest';
import { formerNamesEdit, type Renaming } from './former-names-edit.js';

const toolRenaming: Renaming = { of: 'tool', before: 'reserve', after: 'book' };

/** The decorator of a method after a renaming. */
function change(decorator: string, renaming: Renaming = toolRenaming): string | undefined {
  const text = `class Inn {\n  ${decorator}\n  reserve() {}\n}`;
  const edit = formerNamesEdit('inn.ts', text, { nameStart: text.indexOf('reserve() {}'), renaming });
  if (!edit || edit === 'unneeded') return edit;
  return `${text.slice(0, edit.start)}${edit.text}${text.slice(edit.end)}`.split('\n')[1]?.trim();
}

test.each([
  ['@Tool()', "@Tool({ formerly: { names: ['reserve'] } })"],
  ['@Tool({})', "@Tool({ formerly: { names: ['reserve'] } })"],
  ["@Tool({ title: 'Book' })", "@Tool({ title: 'Book', formerly: { names: ['reserve'] } })"],
  ['@mcp.Tool({ readOnly: true, })', "@mcp.Tool({ readOnly: true, formerly: { names: ['reserve'] }, })"],
  ["@Tool({ formerly: { names: ['hold'] } })", "@Tool({ formerly: { names: ['hold', 'reserve'] } })"],
  ["@Tool({ formerly: { names: ['reserve'] } })", "@Tool({ formerly: { names: ['reserve'] } })"],
  ["@Tool({ formerly: { names: ['book'] } })", "@Tool({ formerly: { names: ['reserve'] } })"],
  [
    "@Tool({ formerly: { arguments: { n: 'nights' } } })",
    "@Tool({ formerly: { names: ['reserve'], arguments: { n: 'nights' } } })",
  ],
])('%s gets the old name of a tool', (before, after) => {
  expect(change(before)).toBe(after);
});

test('an argument that is renamed again keeps its older names', () => {
  const renaming: Renaming = { of: 'argument', before: 'nights', after: 'stay' };

  expect(change("@Tool({ formerly: { arguments: { n: 'nights' } } })", renaming)).toBe(
    "@Tool({ formerly: { arguments: { n: 'stay', nights: 'stay' } } })",
  );
  expect(change('@Tool()', { of: 'argument', before: 'x-y', after: 'y' })).toBe(
    "@Tool({ formerly: { arguments: { 'x-y': 'y' } } })",
  );
});

test('options that are not written out in the decorator are left alone', () => {
  expect(change('@Tool(options)')).toBeUndefined();
  expect(change('@Tool({ formerly: old })')).toBeUndefined();
  expect(change('@Tool({ formerly: { names: [...old] } })')).toBeUndefined();
  expect(change('@Resource("a://b")')).toBeUndefined();
});

test('a tool with a name of its own needs no other', () => {
  expect(change("@Tool({ name: 'reserve' })")).toBe('unneeded');
});

test('the decorator may be imported under another name', () => {
  const text = "import { Tool as Published } from '@sigil/core';\nclass Inn {\n  @Published() reserve() {}\n}";
  const edit = formerNamesEdit('inn.ts', text, { nameStart: text.indexOf('reserve() {}'), renaming: toolRenaming });

  expect(edit).toMatchObject({ text: "{ formerly: { names: ['reserve'] } }" });
});
