import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { findMisleading } from './find-misleading.ts';
import { pnpmProgram } from './open-registry.ts';
import { testedManagers, type PackageManager } from './package-managers.ts';
import { runProgram } from './run-program.ts';
import { WatchedOutput } from './watched-output.ts';

/** Longest time for a newcomer, from an empty folder to a client that called the tool. */
const patienceMs = 180_000;

const env = inject('registryEnv');
let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sigil-newcomer-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** The commands as they are typed; the first word is the program. */
const managers = {
  npm: { program: 'npm', create: 'npm create @sigil@latest dice', run: 'npm run', exec: 'npx' },
  pnpm: { program: pnpmProgram, create: 'pnpm create @sigil@latest dice', run: 'pnpm', exec: 'pnpm exec' },
} as const satisfies Record<PackageManager, object>;

/** Types one line and expects it to work, with no misleading output. */
async function type(line: string, cwd: string, manager: PackageManager): Promise<string> {
  const words = line.split(' ').map((word) => (word === manager ? managers[manager].program : word));
  const { exitCode, output } = await runProgram(words, cwd, env);
  expect(exitCode, `$ ${line}\n${output}`).toBe(0);
  expect(findMisleading(output), `$ ${line}\n${output}`).toEqual([]);
  return output;
}

test.each(testedManagers('npm'))(
  'a new project can be created, edited, tested, built, called and installed with %s',
  { timeout: patienceMs },
  async (manager) => {
    const { create, run, exec } = managers[manager];
    const created = await type(create, home, manager);
    // On npm the bare name is another package.
    expect(created).not.toContain('npx sigil');
    const dice = join(home, 'dice');
    const next = nextSteps(created);
    expect(next).toEqual(['cd dice', `${manager} install`, `${run} dev`, `${manager} test`]);

    await type(next[1]!, dice, manager);
    await editWhileItIsServed(dice, manager);
    await type(next[3]!, dice, manager);
    await type(`${run} build`, dice, manager);
    const called = await type(`${exec} sigil call . roll --arg sides=1`, dice, manager);
    expect(called).toContain('"total": 1');

    // Writes the entry into a client's file, and starts the server from it.
    await type(`${exec} sigil install . --client cursor --scope project`, dice, manager);
    const { command: installed, args: words } = await readClientFile(join(dice, '.cursor/mcp.json'));
    expect(
      await callRoll(new StdioClientTransport({ command: installed, args: words, cwd: dice, stderr: 'pipe' })),
    ).toEqual({
      total: 1,
    });

    // The configuration that the README shows, started as a client does: from another folder.
    const { command, args } = await readConfiguration(dice);
    const transport = new StdioClientTransport({ command, args, cwd: home, stderr: 'pipe' });
    expect(await callRoll(transport)).toEqual({ total: 1 });
  },
);

/** Returns the lines under "Next:", without their comments. */
function nextSteps(output: string): string[] {
  const [, steps = ''] = output.split('\nNext:\n');
  return steps
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .map((line) => line.replace(/ +#.*/, '').trim());
}

/** Starts the author's server, adds a tool, and calls it as soon as the server announces it. */
async function editWhileItIsServed(dice: string, manager: PackageManager): Promise<void> {
  const { program, run } = managers[manager];
  const [, ...words] = run.split(' ');
  const separator = manager === 'npm' ? ['--'] : [];
  const child = spawn(program, [...words, 'dev', ...separator, '--port', '0'], {
    cwd: dice,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const output = new WatchedOutput(child.stdout, child.stderr);
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    const [, url = ''] = await output.has(/serves 1 tool at (http:\S+)/);
    await writeFile(join(dice, 'src/dice.ts'), withRoll(await readFile(join(dice, 'src/dice.ts'), 'utf8')));
    await output.has(/rebuilt in \d+ ms: tools \+roll/);
    expect(await callRoll(new StreamableHTTPClientTransport(new URL(url)))).toEqual({ total: 1 });
    expect(findMisleading(output.text), output.text).toEqual([]);
  } finally {
    process.kill(-child.pid!, 'SIGINT');
    await ended;
  }
}

function withRoll(source: string): string {
  const end = source.lastIndexOf('}');
  return `${source.slice(0, end)}
  /**
   * Roll a die.
   *
   * @param sides How many sides it has @minimum 1 @maximum 100
   * @returns What it shows
   */
  @Tool({ readOnly: true })
  roll(sides = 6): { /** The number on top. */ total: number } {
    return { total: 1 + Math.floor(Math.random() * sides) };
  }
}
`;
}

interface ClientCommand {
  readonly command: string;
  readonly args: string[];
}

async function readClientFile(path: string): Promise<ClientCommand> {
  return JSON.parse(await readFile(path, 'utf8')).mcpServers.dice;
}

async function readConfiguration(dice: string): Promise<ClientCommand> {
  const readme = await readFile(join(dice, 'README.md'), 'utf8');
  const [, json = ''] = /```json\n(.*?)```/s.exec(readme) ?? [];
  return JSON.parse(json.replaceAll('/path/to/dice', dice)).mcpServers.dice;
}

async function callRoll(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<unknown> {
  const client = new Client({ name: 'newcomer', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  const { structuredContent } = await client.callTool({ name: 'roll', arguments: { sides: 1 } });
  await client.close();
  return structuredContent;
}
