/**
 * Walks newcomers from an empty folder to a call by the official client, each on a path of their own: a schema of zod, NestJS, Next, Bun,
 * Deno and Cloudflare's runtime. They type what the documentation shows.
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

const env = { ...inject('registryEnv'), NEXT_TELEMETRY_DISABLED: '1' };
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
  // Nothing of it is kept, and not every runtime ends at a polite signal.
  onTestFinished(async () => {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL');
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
      'app/layout.tsx': `import type { ReactNode } from 'react';

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html>
      <body>{children}</body>
    </html>
  );
}
`,
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
  async workerd() {
    await writePlugin(streamingEcho);
    const port = await freePort();
    await write({ ...(await filesOf('docs/guide/embedding.md')), 'config.capnp': workerdConfig(port) });
    await type('npm install workerd esbuild');
    await type(
      'npx esbuild worker.mjs --bundle --format=esm --platform=neutral --main-fields=module,main --conditions=workerd --external:node:* --outfile=bundle.mjs',
    );
    await start('npx workerd serve config.capnp --control-fd=1', { ready: /"listen"/ });

    await streamFrom(new URL(`http://127.0.0.1:${port}/mcp`), { pin: '2026-07-28' });
    await streamFrom(new URL(`http://127.0.0.1:${port}/mcp`), 'legacy');
  },
};

/** Calls, follows the progress of a call, and leaves another one. */
async function streamFrom(url: URL, mode: 'legacy' | { readonly pin: string }): Promise<void> {
  const client = new Client({ name: 'newcomer', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url));
  const ask = async (name: string, input: Record<string, unknown> = {}): Promise<unknown> =>
    (await client.callTool({ name, arguments: input })).content;
  const steps: number[] = [];
  const leaving = new AbortController();

  const counted = await client.callTool(
    { name: 'count', arguments: { to: 3 } },
    { onprogress: ({ progress }) => void steps.push(progress) },
  );
  const left = client.callTool(
    { name: 'wait', arguments: {} },
    { signal: leaving.signal, onprogress: () => leaving.abort(new Error('the user left')) },
  );

  await expect(left).rejects.toThrow('the user left');
  expect(await ask('echo', { text: 'hi ✓' })).toEqual([{ type: 'text', text: 'hi ✓' }]);
  expect([steps, counted.content]).toEqual([[1, 2, 3], [{ type: 'text', text: 'counted' }]]);
  // Before 2026-07-28 a disconnection cancels nothing.
  if (mode !== 'legacy') await expect.poll(() => ask('cancelled')).toEqual([{ type: 'text', text: '1' }]);
  await client.close();
}

const workerdConfig = (port: number): string => `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker", esModule = embed "bundle.mjs")],
    compatibilityDate = "2026-11-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
`;

const plainEcho = `import { Tool } from '@sigil/core';

export class Echo {
  /** Repeat a text. */
  @Tool()
  echo(text: string): string {
    return text;
  }
}
`;

const streamingEcho = `import { Tool, type Context } from '@sigil/core';

let cancelled = 0;
const turn = () => new Promise((resolve) => setTimeout(resolve, 10));

export class Echo {
  /** Repeat a text. */
  @Tool()
  echo(text: string): string {
    return text;
  }

  /** Count aloud. */
  @Tool()
  async count(to: number, context: Context): Promise<string> {
    for (let at = 1; at <= to; at++) {
      await context.reportProgress(at, to);
      await turn();
    }
    return 'counted';
  }

  /** Wait until the caller leaves. */
  @Tool()
  async wait(context: Context): Promise<string> {
    context.signal.addEventListener('abort', () => cancelled++);
    for (let at = 1; !context.signal.aborted; at++) {
      await context.reportProgress(at);
      await turn();
    }
    return 'left';
  }

  /** Say how many callers left. */
  @Tool()
  cancelled(): string {
    return String(cancelled);
  }
}
`;

/** Writes and builds a plugin for an application that serves it by its folder. */
async function writePlugin(source = plainEcho): Promise<void> {
  await write({
    'package.json': '{ "name": "app", "version": "1.0.0", "private": true, "type": "module" }\n',
    'plugins/echo/package.json':
      '{ "name": "echo", "version": "1.0.0", "type": "module", "sigil": { "plugin": true } }\n',
    'plugins/echo/tsconfig.json':
      '{ "compilerOptions": { "strict": true, "module": "nodenext", "experimentalDecorators": true, "noEmit": true, "types": [] } }\n',
    'plugins/echo/src/echo.ts': source,
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
