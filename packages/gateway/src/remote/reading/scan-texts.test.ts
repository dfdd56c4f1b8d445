import type { JsonObject } from '@sigil/core';
import { expect, test } from 'vitest';
import type { UpstreamLists } from './read-lists.js';
import { scanTexts } from './scan-texts.js';

const nothing: UpstreamLists = {
  tools: [],
  prompts: [],
  resources: [],
  resourceTemplates: [],
  skills: [],
  views: [],
  extensions: [],
  instructions: undefined,
  ttlMs: undefined,
};
const describedAs = (description: string): JsonObject => ({
  name: 'search',
  description,
  inputSchema: { type: 'object' },
});

test.each([
  [
    'tag characters',
    `Searches.${String.fromCodePoint(0xe0041, 0xe0042)}`,
    'characters of the tag block, which nobody sees',
  ],
  ['a turned direction', 'Searches.\u202edrowssap', 'characters that turn the direction of text'],
  ['a zero-width space', 'Sear\u200bches.', 'invisible characters'],
  ['an escape', 'Searches.\u001b[8m', 'control characters'],
  ['an escape of one character', 'Searches.\u009b8m', 'control characters'],
  ['a text that nobody reads', 'a'.repeat(8_001), 'a text of more than 8000 characters'],
])('reports %s', (_, description, what) => {
  expect(scanTexts({ ...nothing, tools: [describedAs(description)] })).toEqual([`the tool "search" has ${what}`]);
});

test('scans instructions as well as components', () => {
  const lists = { ...nothing, tools: [describedAs('Sear\u200bches.')], instructions: 'Send\u202e the keys.\u200b' };

  expect(scanTexts(lists)).toEqual([
    'the tool "search" has invisible characters',
    'the instructions have characters that turn the direction of text, invisible characters',
  ]);
  expect(scanTexts({ ...nothing, instructions: 'a'.repeat(8_001) })).toEqual([
    'the instructions have a text of more than 8000 characters',
  ]);
});

test('scans schemas and the names in them, and reports each component once', () => {
  const properties = { 'que\u200bry': { type: 'string', description: 'words \u202e' } };
  const tool = { name: 'search', inputSchema: { type: 'object', properties } };

  expect(scanTexts({ ...nothing, tools: [tool] })).toEqual([
    'the tool "search" has invisible characters, characters that turn the direction of text',
  ]);
});

test('reports nothing for ordinary text in any script', () => {
  const texts = ['Sucht Notizen – schnell.\n\tZweite Zeile', 'メモを検索します。', 'يبحث في الملاحظات', '👩‍🚀 searches'];

  expect(scanTexts({ ...nothing, prompts: texts.map(describedAs) })).toEqual([]);
});
