import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../run-sigil.test-support.js';

function openServer(registration: string): string {
  const path = mkdtempSync(join(tmpdir(), 'sigil-migrate-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  mkdirSync(join(path, 'old'));
  const head = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
const server = new McpServer({ name: 'old', version: '1.0.0' });
`;
  writeFileSync(join(path, 'old', 'server.ts'), `${head}${registration}\n`);
  return path;
}

const plain = "server.tool('a', async () => ({ content: [] }));";
const loop = `for (const name of process.env.NAMES.split(',')) ${plain}`;

test('a server is written as a plugin, and the summary says what the old server dropped', async () => {
  const cwd = openServer(plain);

  const { exitCode, stderr } = await run(['migrate', 'old', '--out', 'new'], { cwd });

  expect(exitCode).toBe(0);
  expect(stderr).toContain('wrote new: 1 tool');
  expect(stderr).toContain('Arguments that a schema does not name are refused now');
  expect(readdirSync(join(cwd, 'new'))).toContain('package.json');
});

test('findings are JSON for programs, and end the command with 1', async () => {
  const cwd = openServer(loop);

  const { exitCode, stdout } = await run(['migrate', 'old', '--out', 'new', '--format', 'json'], { cwd });

  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    findings: [{ file: 'server.ts', line: 3, construct: 'loop', severity: 'error' }],
  });
});

test('a plugin without a component is said not to build', async () => {
  const cwd = openServer(loop);

  const { stderr } = await run(['migrate', 'old', '--out', 'new'], { cwd });

  expect(stderr).toContain('wrote new: nothing to publish');
  expect(stderr).toContain('A build refuses it until a method has @Tool');
});

test('a folder that cannot be migrated is refused without a stack', async () => {
  const cwd = openServer(plain);

  const { exitCode, stderr } = await run(['migrate', 'gone', '--out', 'new'], { cwd });

  expect(exitCode).toBe(1);
  expect(stderr).toContain('there is no such folder');
  expect(stderr).not.toMatch(/\n +at /);
});
