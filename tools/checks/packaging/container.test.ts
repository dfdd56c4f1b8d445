import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { DockerfileParser } from 'dockerfile-ast';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { Containers } from './containers.ts';
import { workspaceRoot } from '../src/workspace/read-workspace.ts';
import { runProgram } from './run-program.ts';
import { WatchedOutput } from './watched-output.ts';

const registryEnv = inject('registryEnv');
let home: string;
let child: ChildProcess | undefined;
let ended: Promise<unknown> | undefined;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'sigil-container-'));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await ended;
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

async function run(words: readonly string[], cwd: string): Promise<void> {
  const { exitCode, output } = await runProgram([...words], cwd, registryEnv);
  expect(exitCode, `$ ${words.join(' ')}\n${output}`).toBe(0);
}

test('the steps of deploy/Dockerfile make a server that answers, is healthy and exits on STOPSIGNAL', async () => {
  await run(['npm', 'create', '@sigil@latest', '--', '--server'], home);
  const context = join(home, 'mcp-server');
  await run(['npm', 'install', '--package-lock-only'], context);
  const containers = new Containers(context, home, run);
  const dockerfile = DockerfileParser.parse(readFileSync(join(workspaceRoot, 'deploy/Dockerfile'), 'utf8'));

  for (const instruction of dockerfile.getInstructions()) await containers.take(instruction);

  const { workdir, command, check } = containers.last;
  const env = { ...registryEnv, ...containers.environmentOf(containers.last), MCP_HOST: '127.0.0.1', MCP_PORT: '0' };
  child = spawn(process.execPath, command.slice(1), { cwd: workdir, env, stdio: ['ignore', 'pipe', 'pipe'] });
  ended = once(child, 'exit');
  const [, url = ''] = await new WatchedOutput(child.stdout!, child.stderr!).has(/serves on (http:\/\/\S+)/);
  const client = new Client({ name: 'container', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp/hello`)));
  const { content } = await client.callTool({ name: 'greet', arguments: { name: 'Ann' } });
  await client.close();

  expect(content).toEqual([{ type: 'text', text: 'Hello, Ann!' }]);
  const healthy = check.map((word) => word.replace('http://127.0.0.1:3000', url));
  await run([process.execPath, ...healthy.slice(1)], workdir);
  child.kill(
    dockerfile
      .getInstructions()
      .find((it) => it.getKeyword() === 'STOPSIGNAL')!
      .getArgumentsContent() as NodeJS.Signals,
  );
  expect(await ended).toEqual([0, null]);
});
