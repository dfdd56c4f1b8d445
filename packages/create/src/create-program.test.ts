import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../bin/create-sigil.mjs', import.meta.url));
let cwd: string;

interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built program the way a package manager with this `userAgent` does. */
function create(args: readonly string[], userAgent = 'npm/11.19.1 node/v20.20.2 linux x64'): Promise<Ended> {
  const env = { ...process.env, npm_config_user_agent: userAgent, NO_COLOR: '1' };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd, env }, (error, stdout, stderr) =>
      resolve({ exitCode: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'sigil-create-'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

describe('npm create @sigil', () => {
  test('creates a plugin and prints the next commands', async () => {
    const { exitCode, stdout, stderr } = await create(['dice']);

    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(
      /^Created dice with 13 files: .*\n\nNext:\n {2}cd dice\n {2}npm install\n {2}npm run dev .*\n {2}npm test\n$/,
    );
    expect(readdirSync(join(cwd, 'dice'))).not.toContain('pnpm-workspace.yaml');
  });

  test('prints pnpm commands under pnpm, and disables the install script of esbuild', async () => {
    const { stdout } = await create(['dice'], 'pnpm/12.21.0 npm/? node/v20.20.2 linux x64');

    expect(stdout).toContain('\n  pnpm install\n  pnpm dev ');
    expect(readFileSync(join(cwd, 'dice/pnpm-workspace.yaml'), 'utf8')).toContain('esbuild: false');
  });

  test('makes yarn install into node_modules, where the compiler finds packages', async () => {
    await create(['dice'], 'yarn/4.18.1 npm/? node/v20.20.2 linux x64');

    expect(readFileSync(join(cwd, 'dice/.yarnrc.yml'), 'utf8')).toContain('nodeLinker: node-modules\n');
  });

  test('adds a workflow on request, to a new plugin and to one that is there', async () => {
    await create(['dice', '--ci', 'github']);
    rmSync(join(cwd, 'dice/.github'), { recursive: true });

    const { stdout, stderr } = await create(['--ci', 'github', '--directory', 'dice']);

    expect(stderr).toBe('');
    expect(stdout).toContain('Created dice/.github/workflows/dice.yml');
    expect(readFileSync(join(cwd, 'dice/.github/workflows/dice.yml'), 'utf8')).toContain('npx sigil check --strict');
  });

  test('pins exact versions of what a new plugin and a new server depend on: those that are tested', async () => {
    await create(['dice']);
    await create(['--server']);
    const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
    const tested = read(fileURLToPath(new URL('../../../package.json', import.meta.url))).devDependencies;
    const { version } = read(fileURLToPath(new URL('../package.json', import.meta.url)));

    for (const folder of ['dice', 'mcp-server', 'mcp-server/plugins/hello']) {
      const { dependencies, devDependencies } = read(join(cwd, folder, 'package.json'));
      for (const [name, pinned] of Object.entries({ ...dependencies, ...devDependencies })) {
        expect(`${name} ${String(pinned)}`).toBe(`${name} ${name.startsWith('@sigil/') ? version : tested[name]}`);
      }
    }
  });

  test('gives coding agents notes and a skill, unless the server around the plugin has them', async () => {
    await create(['--server']);
    await create(['dice', '--directory', 'mcp-server/plugins/dice']);
    await create(['dice']);

    const notes = ['AGENTS.md', 'CLAUDE.md', '.agents'];
    expect(readdirSync(join(cwd, 'dice'))).toEqual(expect.arrayContaining(notes));
    expect(readdirSync(join(cwd, 'mcp-server'))).toEqual(expect.arrayContaining(notes));
    for (const note of notes) expect(readdirSync(join(cwd, 'mcp-server/plugins/dice'))).not.toContain(note);
  });

  test.each([
    [['Dice'], 2, '"Dice" cannot name a plugin: expected lower-case letters'],
    [[], 2, 'expected a name for the plugin, such as "weather"'],
    [['dice', '--template', 'big'], 2, 'Allowed choices are tool, full'],
    [['dice', '--directory', '.'], 1, 'is not empty: it has "notes.txt"'],
    [['dice', '--directory', 'dangling'], 1, 'dangling" cannot be written: a part of its path is missing'],
    [['--server', '--directory', 'dangling/team'], 1, 'team" cannot be written: a part of its path is missing'],
  ])('%j exits with %i and a reason', async (args, expected, reason) => {
    if (args.includes('.')) writeFileSync(join(cwd, 'notes.txt'), 'mine');
    else symlinkSync('nowhere', join(cwd, 'dangling'));

    const { exitCode, stdout, stderr } = await create(args);

    expect(stderr).toContain(reason);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect({ exitCode, stdout }).toEqual({ exitCode: expected, stdout: '' });
  });

  test('prints help whose examples can be run as they are', async () => {
    const { exitCode, stdout } = await create(['--help']);
    const examples = [...stdout.matchAll(/^ {2}npm create @sigil@latest (.+?) {2}/gm)].map(([, words = '']) => words);

    expect(exitCode).toBe(0);
    expect(examples).toContain('dice -- --template full');
    for (const example of examples) {
      const args = example.split(' ').filter((word) => word !== '--'); // npm removes its own "--".
      expect(await create(args)).toMatchObject({ exitCode: 0, stderr: '' });
      rmSync(join(cwd, 'dice'), { recursive: true, force: true });
    }
  });
});
