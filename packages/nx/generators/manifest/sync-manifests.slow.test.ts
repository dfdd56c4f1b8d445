import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPlugin } from '@sigil/codegen';
import { FsTree } from 'nx/src/generators/tree.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generatePlugin } from '../plugin/generate-plugin.mjs';
import { makeWorkspace, ownRoot, type DiskWorkspace } from '../workspace.test-support.ts';
import { syncManifests } from './sync-manifests.mjs';

const root = 'packages/weather';
let workspace: DiskWorkspace;

/** Runs Nx in the workspace. */
function nx(...args: string[]): { exitCode: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['node_modules/nx/dist/bin/nx.js', ...args], {
    cwd: workspace.path,
    encoding: 'utf8',
    env: { ...process.env, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false', CI: 'true', NO_COLOR: '1' },
  });
  return { exitCode: status, output: stdout + stderr };
}

function inPlugin(file: string): string {
  return join(workspace.path, root, file);
}

beforeAll(async () => {
  workspace = makeWorkspace();
  const compiler = join(ownRoot, 'node_modules/@typescript/native/bin/tsc');
  spawnSync(process.execPath, [compiler, '--build', join(ownRoot, 'packages/cli/tsconfig.lib.json')]);
  workspace.write(
    'nx.json',
    JSON.stringify({
      analytics: false,
      neverConnectToCloud: true,
      plugins: ['@sigil/nx'],
      namedInputs: { default: ['{projectRoot}/**/*'], production: ['default'] },
      sync: { globalGenerators: ['@sigil/nx:manifest'] },
    }),
  );
  await workspace.generate((tree) => generatePlugin(tree, { name: 'weather', template: 'tool' }));
  const manifest = JSON.parse(readFileSync(inPlugin('package.json'), 'utf8'));
  manifest.sigil.commitManifest = true;
  workspace.write(`${root}/package.json`, JSON.stringify(manifest));
});
afterAll(() => workspace.remove());

test('nx sync:check reports a stale manifest, and nx sync writes the one that a build would', async () => {
  workspace.write(`${root}/manifest.json`, JSON.stringify({ tools: [] }));

  const stale = nx('sync:check');
  const synced = nx('sync');

  expect(stale.output).toContain(`${root}/manifest.json is stale: run "npx nx sync"`);
  expect(stale.exitCode).toBe(1);
  expect(synced).toMatchObject({ exitCode: 0 });
  const { manifest } = await readPlugin(inPlugin('.'));
  expect(JSON.parse(readFileSync(inPlugin('manifest.json'), 'utf8'))).toEqual(manifest);
  expect(await syncManifests(new FsTree(workspace.path, false))).toEqual({});
});
