import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAudit } from '@sigil/observe';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../run-sigil.test-support.js';

function writeTrail(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-audit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'audit.jsonl');
  const audit = openAudit({ file, mode: 'strict' });
  for (const action of ['reload', 'rollback']) audit.note({ event: 'admin', action });
  audit.close();
  return file;
}

test('audit verify reports an intact trail with its last hash', async () => {
  const { exitCode, stdout } = await run(['audit', 'verify', writeTrail()]);

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^3 lines, whole\. The last hash: [0-9a-f]{64}\n$/);
});

test('audit verify fails and names the first changed line', async () => {
  const file = writeTrail();
  writeFileSync(file, readFileSync(file, 'utf8').replace('reload', 'nothing'));

  const { exitCode, stderr } = await run(['audit', 'verify', file]);

  expect(exitCode).toBe(1);
  expect(stderr).toContain('line 2 of ');
  expect(stderr).toContain('it was changed');
});

test('audit verify fails when the file cannot be read', async () => {
  const { exitCode, stderr } = await run(['audit', 'verify', '/nowhere/at/all']);

  expect(exitCode).toBe(1);
  expect(stderr).toContain('cannot be read');
});

test.each([
  ['verfy', "error: unknown command 'verfy'\n(Did you mean verify?)"],
  ['burn', "error: unknown command 'burn'\n(there is verify)"],
])('"audit %s" is rejected with a hint to the existing subcommand', async (word, message) => {
  const { exitCode, stderr } = await run(['audit', word]);

  expect(stderr).toContain(message);
  expect(exitCode).toBe(2);
});
