import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { openTerminal, runSigil } from '@sigil/cli';
import { buildPlugin } from '@sigil/codegen';
import { check, resolveConfig } from 'prettier';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generatePrompt, generateResource, generateTool } from './component/generate-component.mjs';
import { generatePlugin } from './plugin/generate-plugin.mjs';
import { makeWorkspace, type DiskWorkspace } from './workspace.test-support.ts';

const root = 'packages/word-count';
let workspace: DiskWorkspace;
let folder: string;

/** Runs a script of the workspace's own packages. */
function runScript(script: string, args: string[], cwd = workspace.path): { exitCode: number | null; output: string } {
  const path = join(workspace.path, 'node_modules', script);
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], { cwd, encoding: 'utf8' });
  return { exitCode: status, output: stdout + stderr };
}

/** Runs a command line of `sigil` in this process. */
async function sigil(...args: string[]): Promise<string> {
  let text = '';
  const collect = (): Writable =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        text += chunk.toString();
        done();
      },
    });
  const interrupted = new AbortController().signal;
  const streams = { stdin: new PassThrough(), stdout: collect(), stderr: collect() };
  await runSigil(args, openTerminal({ ...streams, env: {}, cwd: workspace.path, interrupted }));
  return text;
}

beforeAll(async () => {
  workspace = makeWorkspace();
  folder = join(workspace.path, root);
  const plugin = 'word-count';
  const parameters = `text: string, limit = 10, order?: 'first' | 'last'`;
  await workspace.generate((tree) => generatePlugin(tree, { name: plugin, description: 'Counts and compares.' }));
  await workspace.generate((tree) => generateTool(tree, { name: 'compare', plugin, parameters }));
  await workspace.generate((tree) =>
    generateResource(tree, { name: 'entry', plugin, uri: 'word-count://{word}/entry' }),
  );
  await workspace.generate((tree) => generateResource(tree, { name: 'all-entries', plugin }));
  await workspace.generate((tree) =>
    generatePrompt(tree, { name: 'rhyme', plugin, parameters: `word: string, lines = 4` }),
  );
});
afterAll(() => workspace.remove());

test('the generated plugin builds without diagnostics', async () => {
  const { diagnostics, manifest } = await buildPlugin(folder);

  expect(diagnostics).toEqual([]);
  expect(manifest?.tools.map(({ name }) => name)).toEqual(['countWords', 'compare']);
  expect(manifest?.resources.map(({ uri }) => uri)).toEqual(['word-count://rules', 'word-count://all-entries']);
  expect(manifest?.resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['word-count://{word}/entry']);
  expect(manifest?.prompts.map(({ name }) => name)).toEqual(['shorten', 'rhyme']);
});

test('the generated plugin answers a call', async () => {
  expect(await sigil('call', root, 'compare', '--arg', 'text=hello', '--arg', 'order=last')).toContain(
    '{"text":"hello","limit":10,"order":"last"}',
  );
});

test('the linter reports nothing', () => {
  expect(runScript('oxlint/bin/oxlint', ['--deny-warnings', root])).toMatchObject({ exitCode: 0 });
});

test('the formatter changes nothing', async () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?!dist).*\.(ts|json|md)$/.test(file),
  );
  for (const file of files) {
    const filepath = join(folder, file);
    const options = { ...(await resolveConfig(filepath)), filepath };
    expect(await check(readFileSync(filepath, 'utf8'), options), file).toBe(true);
  }
  expect(files).toHaveLength(8);
});

test('the compiler reports nothing', () => {
  expect(runScript('@typescript/native/bin/tsc', ['-p', root])).toEqual({ exitCode: 0, output: '' });
});

test('the generated tests pass', () => {
  const { exitCode, output } = runScript('vitest/vitest.mjs', ['run'], folder);

  expect(output).toContain('10 passed');
  expect(exitCode).toBe(0);
});

test('a generated plugin with a view builds, and linter, formatter and compiler report nothing', async () => {
  await workspace.generate((tree) => generatePlugin(tree, { name: 'dice', template: 'view' }));
  const views = join(workspace.path, 'packages/dice/views');
  const written = readdirSync(views);

  const { diagnostics, manifest } = await buildPlugin(join(workspace.path, 'packages/dice'));

  expect(diagnostics).toEqual([]);
  expect(manifest?.views?.entries).toMatchObject([{ uri: 'ui://dice/words' }]);
  expect(runScript('oxlint/bin/oxlint', ['--deny-warnings', 'packages/dice'])).toMatchObject({ exitCode: 0 });
  expect(runScript('@typescript/native/bin/tsc', ['-p', 'packages/dice/views'])).toEqual({ exitCode: 0, output: '' });
  for (const filepath of written.map((file) => join(views, file)))
    expect(await check(readFileSync(filepath, 'utf8'), { ...(await resolveConfig(filepath)), filepath })).toBe(true);
});

test('adding a constructor with a configuration requires one change in each test file', async () => {
  const place = (file: string): string => join(workspace.path, 'packages/shop/src', file);
  const change = (file: string, from: string, to: string): void =>
    writeFileSync(place(file), readFileSync(place(file), 'utf8').replace(from, to));
  await workspace.generate((tree) => generatePlugin(tree, { name: 'shop' }));
  change(
    'shop.ts',
    'export class Shop {',
    `export class Shop {
  readonly #host: string;

  constructor(readonly settings: { apiUrl: URL }) {
    this.#host = settings.apiUrl.host;
  }

  host(): string {
    return this.#host;
  }
`,
  );
  change('shop.test.ts', 'new Shop()', `new Shop({ apiUrl: new URL('https://shop.test') })`);
  change('shop.mcp.test.ts', '= {}', `= { configuration: { apiUrl: 'https://shop.test' } }`);
  await workspace.generate((tree) => generateTool(tree, { name: 'compare', plugin: 'shop' }));

  expect(runScript('@typescript/native/bin/tsc', ['-p', 'packages/shop'])).toEqual({ exitCode: 0, output: '' });
  expect(runScript('oxlint/bin/oxlint', ['--deny-warnings', 'packages/shop'])).toMatchObject({ exitCode: 0 });
  expect(runScript('vitest/vitest.mjs', ['run'], join(workspace.path, 'packages/shop')).output).toContain('7 passed');
});
