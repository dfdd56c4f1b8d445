import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNodesV2 } from './index.mjs';

const [, createNodes] = createNodesV2;
let workspaceRoot: string;

beforeEach(() => {
  workspaceRoot = mkdtempSync(join(tmpdir(), 'nx-plugin-'));
});

afterEach(() => rmSync(workspaceRoot, { recursive: true }));

function addProject(root: string, files: Record<string, string>): void {
  mkdirSync(join(workspaceRoot, root), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(workspaceRoot, root, name), text);
}

test('every package.json becomes one project, keyed by its folder', async () => {
  addProject('packages/one', { 'package.json': '{}', 'tsconfig.lib.json': '{}' });
  addProject('tools/two', { 'package.json': '{}' });

  const nodes = await createNodes(['packages/one/package.json', 'tools/two/package.json'], undefined, context());

  expect(nodes.map(([file, { projects }]) => [file, Object.keys(projects ?? {})])).toEqual([
    ['packages/one/package.json', ['packages/one']],
    ['tools/two/package.json', ['tools/two']],
  ]);
});

test('a package that says it is a plugin is built by the sigil command', async () => {
  addProject('apps/a/plugins/p', { 'package.json': '{ "sigil": { "plugin": true } }' });

  const [node] = await createNodes(['apps/a/plugins/p/package.json'], undefined, context());

  expect(node?.[1].projects?.['apps/a/plugins/p']?.targets?.build?.command).toContain(
    'packages/cli/dist/main.js build',
  );
});

function context(): Parameters<typeof createNodes>[2] {
  return { workspaceRoot, nxJsonConfiguration: {} };
}
