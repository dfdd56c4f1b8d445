import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../run-sigil.test-support.js';

const server = fileURLToPath(new URL('../../../../apps/server', import.meta.url));

test('config show passes its options to the installed server and prints its configuration', async () => {
  const { exitCode, stdout, stderr } = await run(['config', 'show', server, '--json']);

  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({ echo: { state: 'serving', from: 'mcps/configs/echo.json' } });
  expect(exitCode).toBe(0);
});

test.each([
  ['/nowhere/at/all', 'there is no configuration "/nowhere/at/all"'],
  ['http://127.0.0.1:9', 'http://127.0.0.1:9/mcp/meta cannot be reached'],
])('config show fails for %s with the message of the server', async (target, message) => {
  const { exitCode, stderr } = await run(['config', 'show', target]);

  expect(stderr).toBe(`error: ${message}\n`);
  expect(exitCode).toBe(1);
});

test.each([
  [['config', 'frob'], /^error: unknown command 'frob'\n\(there are build, show and diff\)\n$/],
  [['config', 'buidl'], /^error: unknown command 'buidl'\n\(Did you mean build\?\)/],
  [['config', 'build', '--oot', 'x'], /^error: unknown option '--oot'\n\(Did you mean --out\?\)/],
  [['config', 'diff', 'a'], /^error: missing required argument 'after'/],
])('%j ends with 2', async (args, message) => {
  const { exitCode, stderr } = await run(args);

  expect(stderr).toMatch(message);
  expect(exitCode).toBe(2);
});

/** Options of every command of `sigil`. */
const ofEveryCommand: ReadonlySet<string> = new Set(['--help', '--verbose', '--version']);

const flagsIn = (help: string): string[] =>
  [...help.matchAll(/^ {2}(?:-\w, )?(--\w+(?: <\w+>)?) {2}/gm)]
    .map(([, flag]) => flag!)
    .filter((flag) => !ofEveryCommand.has(flag));

test.each(['build', 'show', 'diff'])('config %s has the same options as the command of the server', async (word) => {
  const { runConfig } = await import('@sigil/server/config-command');
  let help = '';
  const write = (text: string): void => void (help += text);
  await runConfig([word, '--help'], { environment: {}, bundledPlugins: '', write, writeError: write });

  const { exitCode, stdout } = await run(['config', word, '--help']);

  expect(stdout).toContain(`Usage: sigil config ${word} `);
  expect(flagsIn(stdout)).toEqual(flagsIn(help));
  expect(flagsIn(stdout)).toContain('--plugins <folder>');
  expect(exitCode).toBe(0);
});

test('config build writes the configuration to the --out folder and names the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const options = ['--plugins', join(server, 'plugins'), '--mcps', join(server, 'mcps.source.json'), '--out', folder];

  const { exitCode, stdout, stderr } = await run(['config', 'build', ...options], { cwd: server });

  expect(stderr).toBe('');
  expect(stdout).toContain(join(folder, 'mcps.json'));
  expect(JSON.parse(readFileSync(join(folder, 'mcps.json'), 'utf8'))).toHaveProperty('echo');
  expect(exitCode).toBe(0);
});
