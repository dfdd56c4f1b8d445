/**
 * Tests the Nx plugin in a fresh workspace of `create-nx-workspace`, as a user creates one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { pnpmProgram } from './open-registry.ts';
import type { PackageManager } from './package-managers.ts';
import { type ProgramResult, runProgram } from './run-program.ts';

const nxVersion = '23.2.1';

/** Declares the tests of a workspace with one package manager. */
export function describeNxWorkspace(manager: PackageManager): void {
  const env = environment(manager);
  let folder: string;
  const workspace = (): string => join(folder, manager);
  const nx = (...args: string[]): Promise<ProgramResult> =>
    runProgram([join(workspace(), 'node_modules/.bin/nx'), ...args], workspace(), env);

  beforeAll(async () => {
    folder = await realpath(mkdtempSync(join(tmpdir(), 'sigil-nx-')));
    const flags = ['--preset=ts', `--pm=${manager}`, '--nxCloud=skip', '--no-interactive', '--skipGit'];
    const command = ['npx', '-y', `create-nx-workspace@${nxVersion}`, manager, ...flags];
    expectGreen(await runProgram(command, folder, env));
  });

  // Nx keeps writing into its cache for a moment after the signal to end.
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }));

  test('installs the Nx plugin and generates a plugin, a tool, a resource and a prompt', async () => {
    const added = expectGreen(await nx('add', '@sigil/nx'));
    expect(added).toContain('Plugins need these packages, which are installed now: @sigil/cli');

    expectGreen(await nx('g', '@sigil/nx:plugin', 'weather'));
    expectGreen(await nx('g', '@sigil/nx:tool', 'forecast', '--plugin=weather', '--parameters=city: string, days = 3'));
    expectGreen(await nx('g', '@sigil/nx:resource', 'reading', '--plugin=weather', '--uri=weather://{station}/now'));
    expectGreen(await nx('g', '@sigil/nx:prompt', 'packing', '--plugin=weather', '--parameters=city: string'));

    const manifest = JSON.parse(await readFile(join(workspace(), 'packages/weather/package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: `@${manager}/weather` });
  });

  test('builds, type-checks, lints and tests the generated plugin', async () => {
    const output = expectGreen(
      await nx('run-many', '-t', 'build', 'typecheck', 'lint', 'test', '--output-style=static'),
    );

    expect(output).toContain('Successfully ran targets build, typecheck, lint, test');
    expect(output).toMatch(/Tests\s+9 passed/);
    expectGreen(await nx('sync:check'));
  });

  test('runs nothing again when nothing changed', async () => {
    expect(expectGreen(await nx('run-many', '-t', 'build', 'typecheck', 'lint', 'test'))).toMatch(/4 out of 4|100%/);
  });

  test('serves the generated plugin to the official client', async () => {
    const url = await serve(workspace(), env, `@${manager}/weather`);
    const client = new Client({ name: 'newcomer', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    onTestFinished(() => client.close());

    const answer = await client.callTool({ name: 'forecast', arguments: { city: 'Oslo' } });

    expect(answer.content).toEqual([{ type: 'text', text: '{"city":"Oslo","days":3}' }]);
  });
}

/** Runs the target `serve` until the test ends. @returns the address that it prints */
function serve(cwd: string, env: NodeJS.ProcessEnv, project: string): Promise<string> {
  const program = spawn(join(cwd, 'node_modules/.bin/nx'), ['serve', project, '--port=0'], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => {
    if (program.pid === undefined || program.exitCode !== null) return;
    const ended = once(program, 'exit');
    process.kill(-program.pid);
    await ended;
  });
  let output = '';
  return new Promise((resolve, reject) => {
    for (const stream of [program.stdout, program.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`;
        const [url] = /http:\/\/127\.0\.0\.1:\d+\/mcp\b\S*/.exec(line) ?? [];
        if (url !== undefined) resolve(url);
      });
    }
    program.once('exit', () => reject(new Error(`nx serve ended:\n${output}`)));
  });
}

/**
 * Returns a user's environment: pnpm is on the path of its users, and Nx keeps no background process. Nx loads our plugin in a
 * process of its own, as it does by default, with pnpm only, since that takes half a second each time.
 */
function environment(manager: string): NodeJS.ProcessEnv {
  const env = inject('registryEnv');
  const PATH = manager === 'pnpm' ? `${join(pnpmProgram, '..')}:${env['PATH']}` : env['PATH'];
  const NX_ISOLATE_PLUGINS = String(manager === 'pnpm');
  return { ...env, PATH, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS, NO_COLOR: '1', CI: 'true' };
}

function expectGreen({ exitCode, output }: ProgramResult): string {
  expect(exitCode, output).toBe(0);
  return output;
}
