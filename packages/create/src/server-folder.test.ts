import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DockerfileParser, type Copy, type Dockerfile } from 'dockerfile-ast';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { renderServer } from './render-server.js';

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-server-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function filesFor(packageManager: 'npm' | 'pnpm'): ReadonlyMap<string, string> {
  const files = renderServer({ name: 'team-server', description: undefined, version: '^1.0.0', packageManager });
  return new Map(files.map(({ path, text }) => [path, text]));
}

test('every placeholder is filled in, and only pnpm gets a workspace file', () => {
  for (const [path, text] of filesFor('npm')) expect(text, path).not.toMatch(/\{\{|\}\}/);
  expect([...filesFor('npm').keys()]).toEqual([
    ...[
      '.agents/skills/sigil-plugin/SKILL.md',
      '.dockerignore',
      '.gitignore',
      '.vscode/launch.json',
      'AGENTS.md',
      'CLAUDE.md',
      'Dockerfile',
      'README.md',
      'deploy/team-server.service',
      'package.json',
    ],
    ...['plugins/hello/package.json', 'plugins/hello/src/hello.ts', 'plugins/hello/tsconfig.json', 'sigil.config.json'],
  ]);
  expect([...filesFor('pnpm').keys()]).toContain('pnpm-workspace.yaml');
});

test.each([
  ['Dockerfile', 'Dockerfile'],
  ['deploy/sigil.service', 'sigil.service'],
])('the %s of a new server is the same as deploy/%s', async (path, shipped) => {
  const files = renderServer({ name: 'sigil', description: undefined, version: '^1.0.0', packageManager: 'npm' });

  const text = files.find((it) => it.path === path)!.text;

  await expect(text).toMatchFileSnapshot(`../../../deploy/${shipped}`);
});

describe.each(['npm', 'pnpm'] as const)('the Dockerfile for %s', (packageManager) => {
  /** Files that the package manager writes on install. */
  const written = new Set(['package-lock.json', 'pnpm-lock.yaml']);
  const parse = (): Dockerfile => DockerfileParser.parse(filesFor(packageManager).get('Dockerfile')!);
  const wordsOf = (keyword: string): string[] =>
    parse()
      .getInstructions()
      .filter((it) => it.getKeyword() === keyword)
      .map((it) => it.getArgumentsContent() ?? '');

  test('copies only files that exist', () => {
    const files = [...filesFor(packageManager).keys()];
    const sources = parse()
      .getCOPYs()
      .filter((it: Copy) => it.getFlags().every((flag) => flag.getName() !== 'from'))
      .flatMap((it: Copy) => it.getArguments().slice(0, -1));

    expect(sources.length).toBeGreaterThan(3);
    for (const source of sources.map((it) => it.getValue())) {
      expect(written.has(source) || files.some((it) => it === source || it.startsWith(`${source}/`)), source).toBe(
        true,
      );
    }
  });

  test('pins image versions, runs as the user node, and has a health check', () => {
    const images = parse().getFROMs();

    expect(images.length).toBe(2);
    for (const image of images) expect(image.getImageTag()).toMatch(/^\d+\.\d+\.\d+-slim$/);
    expect(wordsOf('USER')).toEqual(['node']);
    expect(parse().getHEALTHCHECKs()).toHaveLength(1);
    expect(wordsOf('STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(JSON.parse(wordsOf('CMD').at(-1)!)[0]).toBe('node');
  });
});

describe.runIf(hasSystemd)('the systemd unit', () => {
  const path = (): string => join(folder, 'team-server.service');
  beforeEach(() => writeFileSync(path(), filesFor('npm').get('deploy/team-server.service')!));

  test('passes systemd-analyze verify', () => {
    // The programs it starts are not at their final paths.
    const unit = readFileSync(path(), 'utf8').replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`);
    writeFileSync(path(), unit);

    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path()], { encoding: 'utf8' });

    expect(stderr.split('\n').filter((line) => line.includes('team-server'))).toEqual([]);
    expect(status).toBe(0);
  });

  test('passes systemd-analyze security', () => {
    const args = ['security', '--offline=yes', '--threshold=20', '--no-pager', path()];
    const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });

    expect(status, stdout).toBe(0);
  });
});
