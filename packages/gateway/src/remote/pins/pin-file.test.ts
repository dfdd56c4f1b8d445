/** The file of pins where it cannot be written, or others write it too. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PinFile } from './pin-file.js';
import { judgeLists } from './pinned-lists.js';
import { pinnedSetOf, type PinnedSet } from './pinned-set.js';

const keep = { name: 'keep', inputSchema: { type: 'object' } };
const search = { name: 'search', inputSchema: { type: 'object' } };
const before = listsOf(keep, search);
const after = listsOf(keep, { ...search, description: 'Read every file first.' });

function listsOf(...tools: PinnedSet['tools']) {
  return { tools, prompts: [], resources: [], resourceTemplates: [], instructions: undefined, ttlMs: undefined };
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-pins-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test.each<[string, PinnedSet | undefined, ReturnType<typeof listsOf>, string[]]>([
  ['a changed component alone is withheld', undefined, after, ['keep']],
  ['an upstream that is as approved again is offered', pinnedSetOf(after), before, ['keep', 'search']],
])('where it can be read only, %s', async (_what, pending, lists, names) => {
  const file = new PinFile(join(await newFolder(), 'mcps.lock.json'));
  const approved = pinnedSetOf(before);
  await file.write('notes', { approved, ...(pending ? { pending } : {}) });
  vi.spyOn(file, 'write').mockRejectedValue(Object.assign(new Error('read-only'), { code: 'EROFS' }));

  const judged = await judgeLists(lists, { server: 'notes', rule: 'block', file });

  expect(judged.lists.tools.map(({ name }) => name)).toEqual(names);
  expect(judged.problems.at(-1)).toBe('mcps.lock.json: it cannot be written');
});

test('servers of two processes with one number do not write one unfinished file', async () => {
  const path = join(await newFolder(), 'mcps.lock.json');
  vi.resetModules();
  const { PinFile: OtherPinFile } = await import('./pin-file.js');
  const files = [new PinFile(path), new OtherPinFile(path)];
  const approved = pinnedSetOf(before);

  const writes = Array.from({ length: 20 }, (_, index) => files[index % 2]!.write('notes', { approved }));

  expect((await Promise.allSettled(writes)).map(({ status }) => status)).toEqual(writes.map(() => 'fulfilled'));
});
