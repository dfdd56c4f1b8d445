import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describeProblem } from '@sigil/checks/problem';
import { buildProgram, openTerminal } from '@sigil/cli';
import { afterAll, describe, expect, test } from 'vitest';
import { buildFence, isBuilt } from './checking/build-fences.ts';
import { checkCommands } from './checking/check-commands.ts';
import { compileFences } from './checking/compile-fences.ts';
import { openFencePlugins } from './checking/plugin-reader.ts';
import type { Fence } from './fences/mark.ts';
import { readFences } from './fences/read-fences.ts';

const skill = '.agents/skills/sigil-plugin/SKILL.md';
const home = mkdtempSync(join(tmpdir(), 'sigil-scaffolds-'));
const plugins = openFencePlugins();
afterAll(async () => {
  rmSync(home, { recursive: true });
  await plugins.close();
});

/** Creates a folder as the command does. @returns its path */
async function create(folder: string, ...args: readonly string[]): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const { stdin } = process;
  const interrupted = new AbortController().signal;
  const terminal = openTerminal({ stdin, stdout: nowhere, stderr: nowhere, env: {}, cwd: home, interrupted });
  await buildProgram(terminal).parseAsync(['new', ...args, '--directory', folder], { from: 'user' });
  return join(home, folder);
}

const folders = [
  ['plugin', await create('plugin', 'weather')],
  ['server', await create('server', '--server')],
] as const;

describe.each(folders)('the notes for coding agents in a new %s', (_kind, folder) => {
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const notes = ['AGENTS.md', 'CLAUDE.md', skill].map((path) => ({ path, text: read(path) }));
  // Their imports are resolved as those of a page in this folder.
  const documents = notes.map(({ path, text }) => ({ path: `tools/docs/${path}`, text }));
  const { fences, problems } = readFences(documents);

  test('have a mark on every fence that says how it is executed', () => {
    expect(problems.map(describeProblem)).toEqual([]);
    expect(fences.length).toBeGreaterThan(5);
  });

  test('link only to files that are there, and name only files that are there', () => {
    const { text } = notes[0]!;
    const links = [...text.matchAll(/\]\(([^):]+)\)/g)].map(([, path = '']) => path);
    const named = [...text.matchAll(/^\| `([^`*]+[^/])` /gm)].map(([, path = '']) => path);

    expect(links).toEqual([skill]);
    expect(named.length).toBeGreaterThan(0);
    expect([...links, ...named].filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  });

  test('have commands that their programs accept', () => {
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    const commands = fences.filter(({ block }) => block.language === 'sh');

    expect(commands.length).toBeGreaterThan(0);
    expect(commands.flatMap((fence) => checkCommands(fence, scripts)).map(describeProblem)).toEqual([]);
  });

  test('have TypeScript that compiles', () => {
    const isModule = ({ block, mark }: Fence): boolean =>
      block.language === 'ts' && mark.verb === 'check' && !mark.words.includes('fragment');

    expect(compileFences(fences.filter(isModule)).map(describeProblem)).toEqual([]);
  });

  test.each(fences.filter(isBuilt).map((fence) => [fence.block.line, fence] as const))(
    'have a plugin at line %i that builds as its mark says',
    async (_line, fence) => {
      expect((await buildFence(fence, plugins)).map(describeProblem)).toEqual([]);
    },
  );

  test('have a skill with the front matter that agents read', () => {
    const [, description = ''] = /^---\nname: sigil-plugin\ndescription: (.+)\n---\n/.exec(read(skill)) ?? [];

    expect(description.length).toBeGreaterThan(50);
    expect(description.length).toBeLessThanOrEqual(1_024);
    expect(description).not.toContain(': ');
  });
});
