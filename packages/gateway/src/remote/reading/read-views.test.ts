import type { JsonObject } from '@sigil/core';
import { expect, test } from 'vitest';
import type { Ask } from './read-lists.js';
import { signInLists } from '../sign-in/sign-in-tool.js';
import { describeView, isApprovedView, ViewReader } from './read-views.js';

const uri = 'ui://a/page';
const lists = { ...signInLists, resources: [{ uri, name: 'page' }, { uri: 'doc://other' }] };

/** Answers reads with the page that `pages` has now; rejects if it has none. */
function asking(pages: Record<string, JsonObject>): { ask: Ask; asked: unknown[] } {
  const asked: unknown[] = [];
  const ask: Ask = async ({ params }) => {
    asked.push(params['uri']);
    const page = pages[String(params['uri'])];
    if (!page) throw new Error('away');
    const result = { contents: [{ uri, ...page }] };
    return { result, text: JSON.stringify({ result }) };
  };
  return { ask, asked };
}

test('only views are read, and each is described by its page and its metadata', async () => {
  const { ask, asked } = asking({ [uri]: { text: '<p>', _meta: { ui: { domain: 'a' }, other: 1 } } });

  const views = await new ViewReader().read(lists, ask);

  expect(asked).toEqual([uri]);
  expect(views).toEqual([{ uri, digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), ui: { domain: 'a' } }]);
});

test('a view that cannot be read now is described as it was last, and one that never could is left out', async () => {
  const pages: Record<string, JsonObject> = { [uri]: { text: '<p>' } };
  const { ask } = asking(pages);
  const reader = new ViewReader();
  const first = await reader.read(lists, ask);
  delete pages[uri];

  expect(await reader.read(lists, ask)).toEqual(first);
  expect(await new ViewReader().read(lists, ask)).toEqual([]);
});

test('a page is approved by its text, its type and its metadata, under every spelling of its address', () => {
  const page = { uri, mimeType: 'text/html', text: '<p>' };
  const approved = [describeView(uri, [page])];

  expect(isApprovedView(approved, 'UI://a/p%61ge', [{ ...page, uri: 'UI://a/p%61ge' }])).toBe(true);
  expect(isApprovedView(approved, uri, [{ ...page, text: '<b>' }])).toBe(false);
  expect(isApprovedView(approved, uri, [{ ...page, mimeType: 'text/plain' }])).toBe(false);
  expect(isApprovedView(approved, uri, [{ ...page, _meta: { ui: { csp: {} } } }])).toBe(false);
  expect(isApprovedView(approved, 'ui://a/other', [page])).toBe(false);
});
