/** A file of pins that cannot be written, or that other processes write too. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
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
  return {
    tools,
    prompts: [],
    resources: [],
    resourceTemplates: [],
    skills: [],
    views: [],
    extensions: [],
    instructions: undefined,
    ttlMs: undefined,
  };
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-pins-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test.each<[string, PinnedSet | undefined, ReturnType<typeof listsOf>, string[]]>([
  ['a changed component alone is withheld', undefined, after, ['keep']],
  ['an upstream that is as approved again is offered', pinnedSetOf(after), before, ['keep', 'search']],
])('with a read-only file, %s', async (_what, pending, lists, names) => {
  const file = new PinFile(join(await newFolder(), 'mcps.lock.json'));
  const approved = pinnedSetOf(before);
  await file.write('notes', { approved, ...(pending ? { pending } : {}) });
  vi.spyOn(file, 'change').mockRejectedValue(Object.assign(new Error('read-only'), { code: 'EROFS' }));

  const judged = await judgeLists(lists, { server: 'notes', rule: 'block', file });

  expect(judged.lists.tools.map(({ name }) => name)).toEqual(names);
  expect(judged.problems.at(-1)).toBe('mcps.lock.json: it cannot be written');
});

test('an approval that comes between reading and writing stays', async () => {
  const file = new PinFile(join(await newFolder(), 'mcps.lock.json'));
  const [approved, offered] = [pinnedSetOf(before), pinnedSetOf(after)];
  await file.write('notes', { approved, pending: offered });
  const { change } = file;
  vi.spyOn(file, 'change').mockImplementationOnce(async (...args) => {
    await new PinFile(file.path).write('notes', { approved: offered });
    return change.apply(file, args);
  });

  const other = listsOf(keep, { ...search, description: 'Another one.' });
  await judgeLists(other, { server: 'notes', rule: 'block', file });

  expect((await file.read()).get('notes')).toEqual({ approved: offered });
});

test('when two first contacts write a pin at once, the second is compared with it', async () => {
  const path = join(await newFolder(), 'mcps.lock.json');
  const judge = (lists: ReturnType<typeof listsOf>) =>
    judgeLists(lists, { server: 'notes', rule: 'block', file: new PinFile(path) });

  const judged = await Promise.all([judge(before), judge(after)]);

  const offers = judged.map(({ lists }) => lists.tools.map(({ name }) => name).join());
  expect(offers.toSorted()).toEqual(['keep', 'keep,search']);
  expect(judged.filter(({ isPinned }) => isPinned)).toHaveLength(1);
});

test('concurrent writers lose nothing and leave no other file behind', async () => {
  const folder = await newFolder();
  const files = Array.from({ length: 10 }, () => new PinFile(join(folder, 'mcps.lock.json')));
  const approved = pinnedSetOf(before);

  await Promise.all(files.map((file, index) => file.write(`server-${index}`, { approved })));

  expect((await files[0]!.read()).size).toBe(10);
  expect(await readdir(folder)).toEqual(['mcps.lock.json']);
});
