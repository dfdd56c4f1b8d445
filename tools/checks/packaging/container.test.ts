import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { DockerfileParser, type Copy, type Instruction } from 'dockerfile-ast';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
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

/** One stage of a Dockerfile, as a folder instead of a file system. */
interface Stage {
  readonly root: string;
  workdir: string;
  env: Record<string, string>;
  command: readonly string[];
  check: readonly string[];
}

/**
 * Runs the steps of a Dockerfile without Docker. Absolute paths are relative to the stage's folder, and the user stays the same.
 */
class Containers {
  readonly stages = new Map<string, Stage>();
  #stage: Stage | undefined;

  constructor(private readonly context: string) {}

  get last(): Stage {
    return this.#stage!;
  }

  async take(instruction: Instruction): Promise<void> {
    const text = instruction.getArgumentsContent() ?? '';
    switch (instruction.getKeyword()) {
      case 'FROM':
        this.#begin(/ AS (\w+)$/.exec(text)?.[1] ?? 'last');
        return;
      case 'WORKDIR':
        this.last.workdir = this.#place(text);
        mkdirSync(this.last.workdir, { recursive: true });
        return;
      case 'ENV':
        for (const [, name, value] of text.matchAll(/(\w+)=(\S+)/g)) this.last.env[name!] = value!;
        return;
      case 'COPY':
        this.#copy(instruction as Copy);
        return;
      case 'RUN':
        // Only root may change the owner of files.
        await run(['sh', '-ec', this.#within(text.replace(/ && chown .*$/, ''))], this.last.workdir);
        return;
      case 'CMD':
        this.last.command = JSON.parse(text) as string[];
        return;
      case 'HEALTHCHECK':
        this.last.check = JSON.parse(/CMD (\[.*\])/s.exec(text)![1]!) as string[];
        return;
    }
  }

  /** Replaces the paths in the stage's variables by those in its folder. */
  environmentOf({ env }: Stage): Record<string, string> {
    return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, this.#within(value)]));
  }

  #begin(name: string): void {
    const root = join(home, `stage-${this.stages.size}`);
    mkdirSync(root);
    this.#stage = { root, workdir: root, env: {}, command: [], check: [] };
    this.stages.set(name, this.#stage);
  }

  #place(path: string, { root, workdir } = this.last): string {
    return path.startsWith('/') ? join(root, path) : join(workdir, path);
  }

  #within(text: string): string {
    return text.replace(
      /(^|\s)\/(\w+)/g,
      (_, before: string, name: string) => `${before}${join(this.last.root, name)}`,
    );
  }

  #copy(instruction: Copy): void {
    const from = instruction.getFromFlag()?.getValue() ?? undefined;
    const words = instruction.getArguments().map((it) => it.getValue());
    const target = words.pop()!;
    for (const source of words) {
      const path = from === undefined ? join(this.context, source) : this.#place(source, this.stages.get(from));
      const to = this.#place(target);
      cpSync(path, target.endsWith('/') ? join(to, basename(path)) : to, { recursive: true });
    }
  }
}

test('the steps of deploy/Dockerfile make a server that answers, is healthy and exits on STOPSIGNAL', async () => {
  await run(['npm', 'create', '@sigil@latest', '--', '--server'], home);
  const context = join(home, 'mcp-server');
  await run(['npm', 'install', '--package-lock-only'], context);
  const containers = new Containers(context);
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
