import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { measure, median } from './measure.mjs';

const folder = mkdtempSync(join(tmpdir(), 'sigil-bench-'));
afterAll(() => rmSync(folder, { recursive: true }));

function script(text: string): string {
  const file = join(folder, `${text.length}.mjs`);
  writeFileSync(file, text);
  return file;
}

test('the cost of a subject includes the CPU time of its child processes', async () => {
  const busy = 'const end = process.cpuUsage().user + 200_000; while (process.cpuUsage().user < end);';
  const parent = `
    import { execFileSync } from 'node:child_process';
    execFileSync(process.execPath, ['-e', ${JSON.stringify(busy)}]);
    console.log(JSON.stringify({ schemas: 4, rssMb: 1 }));`;

  const cost = await measure(script(parent), []);

  expect(cost.schemas).toBe(4);
  expect(cost.cpuMs).toBeGreaterThan(200);
});

test('a subject that fails is not measured', async () => {
  await expect(measure(script("throw new Error('no luck')"), [])).rejects.toThrow('no luck');
});

test('the median of an even number of values is the lower middle value', () => {
  expect(median([4, 1, 3, 2])).toBe(2);
  expect(median([9, 1, 5])).toBe(5);
});
