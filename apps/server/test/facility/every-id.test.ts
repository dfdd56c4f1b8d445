import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** The number of tests in each of the plan's tables, T1 to T14. */
const planned = [9, 5, 4, 6, 8, 6, 5, 5, 11, 5, 6, 6, 8, 5];
const plannedIds = planned.flatMap((count, index) =>
  Array.from({ length: count }, (_, at) => `T${index + 1}.${at + 1}`),
);

const skipped = new Set(['node_modules', 'dist', 'out-tsc', 'coverage', '.tmp']);

async function testFilesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : testFilesIn(path);
      return entry.name.endsWith('.test.ts') ? [path] : [];
    }),
  );
  return found.flat();
}

/** Returns by file, relative to the root, the ids in the names of its tests. */
async function idsByFile(): Promise<Map<string, Set<string>>> {
  const folders = ['apps', 'packages', 'tools'].map((name) => testFilesIn(join(root, name)));
  const files = (await Promise.all(folders)).flat();
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const found = files.map((file, index) => [relative(root, file), idsIn(texts[index]!)] as const);
  return new Map(
    found.filter(([file, ids]) => ids.size > 0 && file !== relative(root, fileURLToPath(import.meta.url))),
  );
}

/** Finds ids in names only: the first text after `test(`, `describe(` or the `)(` of a table. */
function idsIn(source: string): Set<string> {
  const names = [...source.matchAll(/(?:\b(?:test|describe)\(|\)\()\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)];
  return new Set(names.flatMap(([, , name]) => name!.match(/\bT\d{1,2}\.\d{1,2}\b/g) ?? []));
}

/** Returns by id the files that its row links. */
async function documentedRows(): Promise<Map<string, string[]>> {
  const text = await readFile(join(root, 'docs/inside/facility-plan.md'), 'utf8');
  const rows = [...text.matchAll(/^\| (T\d+\.\d+) +\|.*$/gm)];
  const ids = rows.map(([, id]) => id!);
  expect(ids, 'each id has one row').toEqual([...new Set(ids)]);
  return new Map(
    rows.map(([row, id]) => [id!, [...row.matchAll(/\]\(\.\.\/\.\.\/([^)]+\.test\.ts)\)/g)].map(([, file]) => file!)]),
  );
}

test('the document has exactly one row for each id of the plan', async () => {
  expect([...(await documentedRows()).keys()]).toEqual(plannedIds);
});

test('each id names a test in exactly the files that its row links', async () => {
  const byFile = await idsByFile();
  const files = (id: string): string[] => [...byFile].filter(([, ids]) => ids.has(id)).map(([file]) => file);

  const documented = await documentedRows();

  expect(Object.fromEntries(plannedIds.map((id) => [id, files(id).sort()]))).toEqual(
    Object.fromEntries([...documented].map(([id, linked]) => [id, linked.toSorted()])),
  );
  for (const id of plannedIds) expect(files(id), `${id} is tested`).not.toEqual([]);
});

test('no test has an id that is not in the plan', async () => {
  const named = new Set([...(await idsByFile()).values()].flatMap((ids) => [...ids]));

  expect([...named].filter((id) => !plannedIds.includes(id))).toEqual([]);
});
