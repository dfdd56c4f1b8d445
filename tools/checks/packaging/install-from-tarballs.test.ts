import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packPackages, publicPackageNames } from './pack-packages.ts';
import { type ProgramResult, runProgram } from './run-program.ts';

/** The files that an author types into an empty folder, besides running `npm install`. */
const project = {
  'package.json': JSON.stringify({ name: 'greeter', version: '1.0.0', private: true, type: 'module' }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: { target: 'ES2022', module: 'NodeNext', strict: true, experimentalDecorators: true },
    include: ['src'],
  }),
  'src/greeter.ts': `import { Tool } from '@sigil/core';

/** Greets people. */
export class Greeter {
  /** Says hello. */
  @Tool({ readOnly: true })
  greet(): string {
    return 'Hello from a stranger';
  }
}
`,
};

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-stranger-'));
  for (const [path, text] of Object.entries(project)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const packed = await packPackages(folder);
  await install(packed.filter(({ name }) => !ofFrameworks.has(name)).map(({ tarball }) => tarball));
});

afterAll(() => rmSync(folder, { recursive: true }));

test('a new project with the tarballs builds a plugin and calls its tool', async () => {
  expectGreen(await sigil(folder, 'build'));
  const answer = await sigil(folder, 'call', '.', 'greet');

  expectGreen(answer);
  expect(answer.stdout).toContain('Hello from a stranger');
});

test('a bundle of the plugin runs without installed packages', async () => {
  expectGreen(await sigil(folder, 'bundle', 'mcpb', '--out', 'greeter.mcpb'));
  const archive = unzipSync(await readFile(join(folder, 'greeter.mcpb')));
  const elsewhere = mkdtempSync(join(tmpdir(), 'sigil-bundle-'));
  for (const [path, bytes] of Object.entries(archive)) {
    await mkdir(dirname(join(elsewhere, path)), { recursive: true });
    await writeFile(join(elsewhere, path), bytes);
  }

  const client = new Client({ name: 'test', version: '1.0.0' });
  const args = [join(elsewhere, 'server/index.mjs')];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: elsewhere }));
  const { content } = await client.callTool({ name: 'greet' });
  await client.close();
  rmSync(elsewhere, { recursive: true });

  expect(content).toEqual([{ type: 'text', text: 'Hello from a stranger' }]);
});

test('an unchanged package from "sigil new" builds, passes its tests and answers a call', async () => {
  expectGreen(await sigil(folder, 'new', 'weather', '--template', 'full'));
  const weather = join(folder, 'weather');
  // Dependencies of our packages are installed already; of the others, only those that the new package.json names.
  const { devDependencies } = JSON.parse(await readFile(join(weather, 'package.json'), 'utf8'));
  await install(['vitest', '@types/node'].map((name) => `${name}@${devDependencies[name]}`));

  expectGreen(await runProgram(['npm', 'run', 'build'], weather));
  expectGreen(await runProgram(['npm', 'test'], weather));
  const answer = await sigil(weather, 'call', '.', 'countWords', '--arg', 'text=a tale of two cities');

  expectGreen(answer);
  expect(JSON.parse(answer.stdout)).toEqual({ words: 5, longest: ['cities', 'tale', 'two'] });
});

test('every exported function has the name of its export', async () => {
  const isPlain = (name: string): boolean => !testOnly.has(name) && !ofFrameworks.has(name);
  const names = [...publicPackageNames().filter(isPlain), ...doors];
  await writeFile(join(folder, 'names.mjs'), listNames);

  const { exitCode, stdout, output } = await runProgram([process.execPath, 'names.mjs', ...names], folder);

  expect(exitCode, output).toBe(0);
  const exported = JSON.parse(stdout) as readonly { readonly as: string; readonly called: string }[];
  expect(exported.map(({ as }) => as)).toEqual(expect.arrayContaining(['McpError', 'createEngine', 'hostPlugin']));
  expect(exported.filter(({ as, called }) => as !== called)).toEqual([]);
});

/** Entries besides the packages' own. */
const doors = ['@sigil/core/building', '@sigil/core/catalog', '@sigil/core/engine', '@sigil/server/plugin-server'];

/** Packages whose presence makes a project an application of a framework; it is then no plugin that `sigil` runs. */
const ofFrameworks = new Set(['@sigil/nestjs']);

/** Packages that load the test runner. */
const testOnly = new Set(['@sigil/testing']);

const listNames = `
const modules = await Promise.all(process.argv.slice(2).map((name) => import(name)));
const functions = modules.flatMap((module) => Object.entries(module)).filter(([, it]) => typeof it === 'function');
console.log(JSON.stringify(functions.map(([as, it]) => ({ as, called: it.name }))));
`;

async function install(packages: readonly string[]): Promise<void> {
  expectGreen(await runProgram(['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], folder));
}

function sigil(cwd: string, ...args: string[]): Promise<ProgramResult> {
  return runProgram(['npx', '--no-install', 'sigil', ...args], cwd);
}

function expectGreen({ exitCode, output }: ProgramResult): void {
  expect(exitCode, output).toBe(0);
}
