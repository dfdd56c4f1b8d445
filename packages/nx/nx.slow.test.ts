import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile } from '@nx/devkit';
import { describe, expect, test } from 'vitest';
import { ownRoot } from './generators/workspace.test-support.ts';

interface Generator {
  readonly implementation: string;
  readonly schema: string;
}

/** Runs Nx in this workspace. */
function nx(...args: string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['node_modules/nx/dist/bin/nx.js', ...args], {
    cwd: ownRoot,
    encoding: 'utf8',
    env: { ...process.env, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false', NO_COLOR: '1' },
  });
  if (status !== 0) throw new Error(`nx ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}

function affectedBy(file: string): string[] {
  return JSON.parse(nx('show', 'projects', '--affected', `--files=${file}`, '--json'));
}

describe('affected projects', () => {
  test('are only the plugin itself for a source of a plugin', () => {
    expect(affectedBy('apps/server/plugins/echo/src/echo.ts')).toEqual(['@sigil-plugins/echo']);
  });

  test('include plugins and the CLI, but not core or contracts, for a source of codegen', () => {
    const affected = affectedBy('packages/codegen/src/index.ts');

    expect(affected).toEqual(expect.arrayContaining(['@sigil-plugins/echo', '@sigil-plugins/fixture', '@sigil/cli']));
    expect(affected).not.toContain('@sigil/core');
    expect(affected).not.toContain('@sigil/contracts');
  });
});

test('a dry run prints the files and writes nothing', () => {
  const output = nx('g', '@sigil/nx:plugin', 'never-written', '--template=view', '--dry-run', '--no-interactive');

  for (const file of ['src/never-written.ts', 'views/words.tsx'])
    expect(output).toContain(`CREATE apps/server/plugins/never-written/${file}`);
  expect(existsSync(join(ownRoot, 'apps/server/plugins/never-written'))).toBe(false);
});

test('every generator has an implementation, a documented schema and valid example commands', () => {
  const { generators } = readJsonFile(join(ownRoot, 'packages/nx/generators.json'));

  for (const [name, { implementation, schema }] of Object.entries<Generator>(generators)) {
    const [file = ''] = implementation.split('#');
    expect(existsSync(join(ownRoot, 'packages/nx', file)), name).toBe(true);
    const { properties, examples = [] } = readJsonFile(join(ownRoot, 'packages/nx', schema));
    for (const property of Object.values<{ description?: string }>(properties))
      expect(property.description).toMatch(/\.$/);
    for (const { command } of examples) expect(command).toMatch(new RegExp(`^nx g @sigil/nx:${name}( |$)`));
  }
  expect(nx('g', '@sigil/nx:tool', '--help')).toContain('nx g @sigil/nx:tool forecast');
});
