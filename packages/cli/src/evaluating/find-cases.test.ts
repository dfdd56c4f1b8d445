import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findCases } from './find-cases.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigil-cases-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function find(file: string, text: string) {
  await writeFile(join(folder, file), text);
  return findCases({ places: [folder], cwd: folder, toolNames: ['refund'] });
}

test('JSON may have the line endings and the mark of Windows', async () => {
  const text = '\uFEFF{\r\n  "cases": [{ "words": "money back", "tool": "refund" }]\r\n}\r\n';

  expect(await find('a.eval.json', text)).toEqual([{ words: 'money back', tool: 'refund' }]);
});

test('a mistyped member is refused, since the case would be judged without it', async () => {
  const text = JSON.stringify({ cases: [{ words: 'money back', tool: 'refund', argumnets: { order: 1 } }] });

  await expect(find('a.eval.json', text)).rejects.toThrow(
    'a.eval.json: cases[0]: a case has no member "argumnets". Did you mean "arguments"?',
  );
});

test('a folder whose files have other names is refused, since no case would be judged', async () => {
  await expect(find('cases.json', '{ "cases": [] }')).rejects.toThrow(
    /^no file in ".+" has cases: their names end with/,
  );
});
