/** Pages that are too many or too long. */
import type { JsonObject } from '@sigil/core';
import { RelayedError } from '@sigil/core/catalog';
import { expect, test } from 'vitest';
import type { ServerFacts } from '@sigil/client/internal';
import { readLists, type Ask } from './read-lists.js';

const facts = { capabilities: { tools: {} }, instructions: undefined } as unknown as ServerFacts; // nothing else is read

/** Answers each request with the page of its number. */
function pagesOf(page: (number: number) => JsonObject): { ask: Ask; asked: () => number } {
  let asked = 0;
  const ask = async () => ({ result: page(++asked) });
  return { ask: ask as unknown as Ask, asked: () => asked };
}

test('a page with more items than the limit is rejected, however many it has', async () => {
  const { ask } = pagesOf(() => ({ tools: Array.from({ length: 200_000 }, () => ({})) }));

  await expect(readLists(facts, ask, 10_000)).rejects.toThrow('tools/list has more than 10000 (limit maxListItems)');
});

test('a page with exactly as many items as the limit is read', async () => {
  const { ask } = pagesOf(() => ({ tools: Array.from({ length: 200_000 }, () => ({})) }));

  expect((await readLists(facts, ask, 200_000)).tools).toHaveLength(200_000);
});

test('reading stops at maxListItems even when the pages are empty', async () => {
  const { ask, asked } = pagesOf((number) => ({
    tools: [],
    ...(number < 5_000 ? { nextCursor: String(number) } : {}),
  }));

  await expect(readLists(facts, ask, 1_000)).rejects.toThrow('(limit maxListItems)');
  expect(asked()).toBe(1_002);
});

test('a list whose method the upstream does not know is empty, although its capability is declared', async () => {
  const declared = { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: undefined };
  const ask: Ask = async ({ method }) => {
    if (method !== 'tools/list') throw new RelayedError(-32_601, 'Method not found');
    return { result: { tools: [{ name: 'one' }] }, text: '', whole: undefined };
  };

  const lists = await readLists(declared as unknown as ServerFacts, ask, 10); // nothing else is read

  expect(lists).toMatchObject({ tools: [{ name: 'one' }], resources: [], resourceTemplates: [], prompts: [] });
});

test('a list that the upstream answers with another error is not empty', async () => {
  const ask: Ask = async () => Promise.reject(new RelayedError(-32_000, 'later'));

  await expect(readLists(facts, ask, 10)).rejects.toThrow('later');
});
