/**
 * Walks newcomers from an empty folder to a call by the official client, each on a path of their own: a schema of zod, NestJS, Next, Bun
 * and Deno. They type what the documentation shows.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { freePort } from '@sigil/test-support/free-port';
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { workspaceRoot } from '../src/workspace/read-workspace.ts';
import { testedFrameworks } from './package-managers.ts';
import { runProgram } from './run-program.ts';
import { WatchedOutput } from './watched-output.ts';

/** Longest time for a newcomer. */
const patienceMs = 300_000;

const env = inject('registryEnv');
let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sigil-newcomer-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function type(line: string, cwd = home): Promise<string> {
  const { exitCode, output } = await runProgram(line.split(' '), cwd, env);
  expect(exitCode, `$ ${line}\n${output}`).toBe(0);
  return output;
}

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), text);
  }
}

interface Started {
  readonly cwd?: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** In the output of a program that is ready. */
  readonly ready: RegExp;
}

/** Starts a program that runs until the end of the test, and waits until it is ready. */
async function start(line: string, { cwd = home, variables = {}, ready }: Started): Promise<void> {
  const [program = '', ...words] = line.split(' ');
  const child = spawn(program, words, {
    cwd,
    env: { ...env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const output = new WatchedOutput(child.stdout, child.stderr);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  onTestFinished(async () => {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGTERM');
    await ended;
  });
  const early = ended.then(() => {
    throw new Error(`$ ${line} ended:\n${output.text}`);
  });
  await Promise.race([output.has(ready), early]);
}

async function call(url: string, name: string, input: Record<string, unknown>): Promise<unknown> {
  const client = new Client({ name: 'newcomer', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const { content } = await client.callTool({ name, arguments: input });
  await client.close();
  return content;
}

/** Returns the files that a page writes, by their names. */
async function filesOf(page: string): Promise<Record<string, string>> {
  const text = await readFile(join(workspaceRoot, page), 'utf8');
  const fences = [...text.matchAll(/^```\w+ \w+ file=(\S+)[^\n]*\n(.*?)^```$/gms)];
  return Object.fromEntries(fences.map(([, name = '', content = '']) => [name, content]));
}

/** Returns the part of an embedding example that its page shows. */
async function exampleOf(name: string): Promise<string> {
  const text = await readFile(join(workspaceRoot, `tools/docs/embedding/${name}.ts`), 'utf8');
  return text.replace(/^.*#region.*$|^.*#endregion.*$/gm, '');
}

const paths: Readonly<Record<string, () => Promise<void>>> = {
  async zod() {
    await type('npm create @sigil@latest dice');
    const dice = join(home, 'dice');
    await type('npm install', dice);
    await type('npm install zod', dice);
    await write({
      'dice/src/dice.ts': `import { Tool } from '@sigil/core';
import { z } from 'zod';

const Roll = z.object({ sides: z.number().int().min(2).max(100).default(6) });

/** Dice for the undecided. */
export class Dice {
  /** Roll a die. */
  @Tool({ input: Roll })
  roll({ sides }: z.infer<typeof Roll>): string {
    return \`one of \${sides}\`;
  }
}
`,
    });
    await rm(join(dice, 'src/dice.test.ts'));
    await type('npm run build', dice);
    const port = await freePort();
    await start(`npx sigil serve . --port ${port}`, { cwd: dice, ready: /http:\S+/ });

    expect(await call(`http://127.0.0.1:${port}/mcp`, 'roll', { sides: 20 })).toEqual([
      { type: 'text', text: 'one of 20' },
    ]);
  },
  async nestjs() {
    await write(await filesOf('docs/guide/nestjs.md'));
    await type(
      'npm install @sigil/core @sigil/nestjs @nestjs/common@11 @nestjs/core@11 @nestjs/platform-express@11 rxjs',
    );
    await type('npm install --save-dev @sigil/cli typescript@6 @types/node@20');
    await type('npm run build');
    const port = await freePort();
    await start('node dist/main.js', {
      variables: { MCP_PORT: String(port), NODE_ENV: 'production' },
      ready: /listens at/,
    });

    const answer = await call(`http://127.0.0.1:${port}/mcp`, 'order', { dish: 'soup', count: 2 });

    expect(answer).toEqual([{ type: 'text', text: '{"total":8}' }]);
  },
  async next() {
    await writePlugin();
    await write({
      'app/api/mcp/route.ts': await exampleOf('next'),
      'app/layout.tsx':
        'export default ({ children }: { children: unknown }) => <html><body>{children}</body></html>;\n',
      'next.config.mjs': "export default { serverExternalPackages: ['@sigil/server'] };\n",
    });
    await type('npm install next react react-dom');
    await type('npm install --save-dev typescript@6 @types/node@20 @types/react');
    await type('npx next build');
    const port = await freePort();
    await start(`npx next start --port ${port} --hostname 127.0.0.1`, {
      variables: { PLUGIN_FOLDER: 'plugins/echo' },
      ready: /Ready/,
    });

    expect(await call(`http://127.0.0.1:${port}/api/mcp`, 'echo', { text: 'hi ✓' })).toEqual([
      { type: 'text', text: 'hi ✓' },
    ]);
  },
  async bun() {
    await writePlugin();
    await write({ 'server.ts': await exampleOf('runtimes') });
    await type('npm install bun');
    const port = await freePort();
    await start('npx bun run server.ts', {
      variables: { BUN_PORT: String(port), PLUGIN_FOLDER: 'plugins/echo' },
      ready: /Started/,
    });

    expect(await call(`http://127.0.0.1:${port}/`, 'echo', { text: 'hi ✓' })).toEqual([{ type: 'text', text: 'hi ✓' }]);
  },
  async deno() {
    await writePlugin();
    await write({ 'server.ts': await exampleOf('runtimes') });
    await type('npm install deno');
    const port = await freePort();
    await start(`npx deno serve -A --host 127.0.0.1 --port ${port} server.ts`, { ready: /Listening/ });

    expect(await call(`http://127.0.0.1:${port}/`, 'echo', { text: 'hi ✓' })).toEqual([{ type: 'text', text: 'hi ✓' }]);
  },
};

/** Writes and builds a plugin for an application that serves it by its folder. */
async function writePlugin(): Promise<void> {
  await write({
    'package.json': '{ "name": "app", "version": "1.0.0", "private": true, "type": "module" }\n',
    'plugins/echo/package.json': '{ "name": "echo", "version": "1.0.0", "type": "module" }\n',
    'plugins/echo/tsconfig.json':
      '{ "compilerOptions": { "strict": true, "module": "nodenext", "experimentalDecorators": true, "noEmit": true, "types": [] } }\n',
    'plugins/echo/src/echo.ts': `import { Tool } from '@sigil/core';

export class Echo {
  /** Repeat a text. */
  @Tool()
  echo(text: string): string {
    return text;
  }
}
`,
  });
  await type('npm install @sigil/core @sigil/server');
  await type('npm install --save-dev @sigil/cli');
  await type('npx sigil build plugins/echo');
}

test.each(testedFrameworks(Object.keys(paths), ['zod', 'nestjs']))(
  'a newcomer calls a tool on the path of %s within five minutes',
  { timeout: patienceMs },
  (name) => paths[name]!(),
);
