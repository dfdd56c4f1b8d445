import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ProjectConfiguration } from '@nx/devkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNodesV2 } from './index.mjs';

const [, createNodes] = createNodesV2;
const decorated = `import { Tool, type Context } from '@sigil/core';\n`;

let workspaceRoot: string;

/** Returns every project that the plugin finds in the folder, by its root. */
async function infer(...packageFiles: string[]): Promise<Record<string, Partial<ProjectConfiguration>>> {
  const nodes = await createNodes(packageFiles, undefined, { workspaceRoot, nxJsonConfiguration: {} });
  return Object.assign({}, ...nodes.map(([, { projects }]) => projects));
}

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspaceRoot, path)), { recursive: true });
    writeFileSync(join(workspaceRoot, path), text);
  }
}

// Nx reads a workspace once, so all files exist before the first test.
beforeAll(() => {
  workspaceRoot = mkdtempSync(join(tmpdir(), 'nx-plugin-'));
  write({
    'package.json': '{}',
    'packages/cli/package.json': '{ "name": "@sigil/cli" }',
    'packages/one/package.json': '{}',
    'packages/one/tsconfig.json': '{}',
    'packages/one/tsconfig.lib.json': '{}',
    'packages/one/src/one.ts': decorated,
    'apps/a/plugins/said/package.json': '{ "sigil": { "plugin": true } }',
    'teams/sky/plain/package.json': '{ "name": "plain" }',
    'teams/sky/plain/tsconfig.json': '{}',
    'teams/sky/plain/src/plain.ts': `import type { Tool } from '@sigil/core';\n`,
    'teams/sky/plain/src/plain.test.ts': decorated,
    'teams/sky/weather/package.json': '{ "name": "@sky/weather" }',
    'teams/sky/weather/tsconfig.json': '{}',
    'teams/sky/weather/src/deep/weather.ts': decorated,
    'teams/sky/refused/package.json': '{ "sigil": { "plugin": false } }',
    'teams/sky/refused/tsconfig.json': '{}',
    'teams/sky/refused/src/refused.ts': decorated,
    'teams/sky/__data__/broken/package.json': '{ "name": ',
    'teams/sky/__data__/none/package.json': 'null',
    'teams/sky/marked/package.json': '\uFEFF{ "name": "marked", "sigil": { "plugin": true } }',
    'teams/sky/fixtures/weather/package.json': '{ "sigil": { "plugin": true } }',
  });
});

afterAll(() => rmSync(workspaceRoot, { recursive: true }));

describe('a plugin', () => {
  test('is a package that declares itself one, and is built by sigil build', async () => {
    const projects = await infer('apps/a/plugins/said/package.json');

    expect(projects['apps/a/plugins/said']?.targets?.build?.command).toBe('sigil build .');
  });

  test('is a package that imports the decorators in any folder, under its own name', async () => {
    const projects = await infer('teams/sky/weather/package.json');

    expect(projects['teams/sky/weather']).toMatchObject({
      name: '@sky/weather',
      targets: { build: { outputs: ['{projectRoot}/dist', '{projectRoot}/views/tools.generated.ts'], cache: true } },
    });
  });

  test('depends on the CLI project if the workspace contains it', async () => {
    const projects = await infer('packages/cli/package.json', 'teams/sky/weather/package.json');

    expect(projects['teams/sky/weather']?.implicitDependencies).toEqual(['@sigil/cli']);
  });
});

describe('a package that is not a plugin', () => {
  test.each([
    ['what only imports types of them, or only in tests', 'teams/sky/plain'],
    ['what says that it is none', 'teams/sky/refused'],
    ['what stands among fixtures', 'teams/sky/fixtures/weather'],
    ['a library that is compiled', 'packages/one'],
  ])('is ignored: %s', async (_what, root) => {
    expect(await infer(`${root}/package.json`)).toEqual({});
  });
});

test('a package.json that cannot be read is ignored without affecting other plugins', async () => {
  const broken = ['teams/sky/__data__/broken/package.json', 'teams/sky/__data__/none/package.json'];

  expect(Object.keys(await infer(...broken, 'teams/sky/marked/package.json'))).toEqual(['teams/sky/marked']);
});
