import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { workspaceRoot } from '../src/workspace/read-workspace.ts';
import { pnpmProgram } from './open-registry.ts';
import { runProgram } from './run-program.ts';

const managers = join(import.meta.dirname, 'managers');
const inManagers = (path: string): string => join(managers, 'node_modules', path);
let home: string;
/** The tarballs by the names of their packages, as dependencies. */
let candidate: Readonly<Record<string, string>>;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'sigil-candidate-'));
  const tarballs = join(home, 'tarballs');
  await expectGreen(['npm', 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], managers);
  await expectGreen([process.execPath, 'tools/workspace/release-dry-run.mjs', '--tarballs', tarballs], workspaceRoot);
  candidate = Object.fromEntries(
    readdirSync(tarballs).map((file) => {
      const [, name = ''] = /^sigil-(.+)-\d+\.\d+\.\d+.*\.tgz$/.exec(file) ?? [];
      return [`@sigil/${name}`, `file:${join(tarballs, file)}`];
    }),
  );
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** The commands of a user, and the files that make its package manager take every package of ours from a tarball. */
interface Manager {
  readonly install: readonly string[];
  readonly exec: readonly string[];
  readonly files: (tarballs: Readonly<Record<string, string>>) => Readonly<Record<string, object | string>>;
}

const yarn = [process.execPath, inManagers('@yarnpkg/cli-dist/bin/yarn.js')];
const yarn1 = [process.execPath, inManagers('yarn/bin/yarn.js')];
const bun = inManagers('.bin/bun');
const direct = ['@sigil/core', '@sigil/cli', '@sigil/testing'];

const users: Readonly<Record<string, Manager>> = {
  npm: {
    ...{ install: ['npm', 'install', '--no-audit', '--no-fund'], exec: ['npx', '--no-install'] },
    // npm refuses an override of a package that is a dependency too.
    files: (tarballs) => ({ 'package.json': { overrides: without(tarballs, direct) } }),
  },
  pnpm: {
    ...{ install: [pnpmProgram, 'install'], exec: [pnpmProgram, 'exec'] },
    files: (tarballs) => ({
      'pnpm-workspace.yaml': JSON.stringify({ overrides: tarballs, allowBuilds: { esbuild: false } }),
    }),
  },
  'yarn 4': {
    ...{ install: [...yarn, 'install', '--no-immutable'], exec: [...yarn, 'exec'] },
    files: (tarballs) => ({
      'package.json': { resolutions: tarballs },
      'yarn.lock': '',
      '.yarnrc.yml': 'nodeLinker: node-modules\nenableTelemetry: false\n',
    }),
  },
  'yarn 1': {
    ...{ install: [...yarn1, 'install'], exec: [...yarn1, '--silent', 'run'] },
    files: (tarballs) => ({ 'package.json': { resolutions: tarballs } }),
  },
  bun: {
    ...{ install: [bun, 'install'], exec: [bun, 'x', '--no-install'] },
    files: (tarballs) => ({ 'package.json': { overrides: tarballs } }),
  },
};

test.each(Object.entries(users))(
  'a candidate that %s installs from tarballs creates, builds and calls a plugin',
  async (name, { install, exec, files }) => {
    const folder = join(home, name.replace(' ', '-'));
    await mkdir(folder);
    const own = files(candidate);
    const manifest = {
      ...base(name === 'npm' ? { vitest: '4.1.12' } : {}),
      ...(own['package.json'] as object | undefined),
    };
    for (const [file, content] of Object.entries({ ...own, 'package.json': manifest }))
      await writeFile(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));

    await expectGreen(install, folder);
    await expectGreen([...exec, 'sigil', 'new', 'weather'], folder);
    await expectGreen([...exec, 'sigil', 'build', 'weather'], folder);
    const call = ['sigil', 'call', 'weather', 'countWords', '--arg', 'text=a tale of two cities'];
    const answer = await expectGreen([...exec, ...call], folder);

    expect(answer).toContain('"words": 5');
  },
);

describe('in a repository with the plugin that npm made', () => {
  const folder = (): string => join(home, 'npm/weather');
  const runScript = (script: string, env: NodeJS.ProcessEnv = {}): Promise<string> =>
    expectGreen(['bash', '-eo', 'pipefail', '-c', script], folder(), { ...process.env, ...env });

  beforeAll(async () => {
    await runScript('git init -q -b main && git add . && git -c user.name=a -c user.email=a@b commit -q -m first');
    await runScript('npx --no-install sigil new --ci github');
  });

  test('every step of the workflow for GitHub passes, and the summary compares the plugin with the main branch', async () => {
    const { jobs } = parse(await readFile(join(folder(), '.github/workflows/weather.yml'), 'utf8')) as Workflow;
    const steps = jobs.plugin.steps.filter(({ name, run }) => run !== undefined && name !== 'Install');
    const summary = join(home, 'summary.md');

    for (const { run } of steps) await runScript(run!, { MAIN: 'main', GITHUB_STEP_SUMMARY: summary });

    expect(steps).toHaveLength(6);
    expect(await readFile(summary, 'utf8')).toContain('weather');
  });

  test('every command of the notes for coding agents passes', async () => {
    const [, commands = ''] = /```sh check\n(.*?)```/s.exec(await readFile(join(folder(), 'AGENTS.md'), 'utf8')) ?? [];
    const lines = commands.trim().split('\n');

    for (const line of lines) await runScript(line);

    expect(lines.length).toBeGreaterThan(4);
  });
});

interface Workflow {
  readonly jobs: { readonly plugin: { readonly steps: readonly { readonly name?: string; readonly run?: string }[] } };
}

/**
 * The package.json of a project with our packages, and the types that a new plugin names.
 *
 * @param further for the tests of the plugin, which run with npm alone
 */
function base(further: object): object {
  const pick = (names: readonly string[]): object => Object.fromEntries(names.map((name) => [name, candidate[name]]));
  return {
    ...{ name: 'rehearsal', version: '1.0.0', private: true, type: 'module' },
    dependencies: pick(['@sigil/core']),
    devDependencies: { ...pick(['@sigil/cli', '@sigil/testing']), '@types/node': '20.19.43', ...further },
  };
}

function without(tarballs: Readonly<Record<string, string>>, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(tarballs).filter(([name]) => !names.includes(name)));
}

async function expectGreen(command: readonly string[], cwd: string, env?: NodeJS.ProcessEnv): Promise<string> {
  const { exitCode, output } = await runProgram([...command], cwd, env);
  expect(exitCode, `$ ${command.join(' ')}\n${output}`).toBe(0);
  return output;
}
