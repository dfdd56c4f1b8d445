import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchContent } from './watch-content.js';

test('a file is reported when its content changes, and not for another time or the same content', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-content-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'config.json');
  writeFileSync(file, '{}');
  let changes = 0;
  const watch = watchContent(file, () => void changes++);
  onTestFinished(() => watch.close());

  utimesSync(file, new Date(), new Date(0));
  writeFileSync(file, '{}');
  writeFileSync(file, '{ "a": 1 }');
  await expect.poll(() => changes).toBe(1);
  rmSync(file);
  await expect.poll(() => changes).toBe(2);
});
