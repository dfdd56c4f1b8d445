import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { DockerfileParser } from 'dockerfile-ast';
import { afterEach, expect, inject, onTestFinished, test } from 'vitest';
import { Containers } from './containers.ts';
import { findMisleading } from './find-misleading.ts';
import { pnpmProgram } from './open-registry.ts';
import { testedManagers, type PackageManager } from './package-managers.ts';
import { runProgram } from './run-program.ts';
import { WatchedOutput } from './watched-output.ts';

const { PATH = '', ...registryEnv } = inject('registryEnv');
const env = { ...registryEnv, PATH: [dirname(pnpmProgram), PATH].join(delimiter) };
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    const ended = once(child, 'close');
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
    else continue;
    await ended;
  }
});

async function run(words: readonly string[], cwd: string): Promise<void> {
  // The machine of the test has pnpm already.
  const command = words.map((word) =>
    word === 'pnpm' ? pnpmProgram : word.replace(/npm install --global \S+ && /, ''),
  );
  const { exitCode, output } = await runProgram(command, cwd, env);
  expect(exitCode, `$ ${words.join(' ')}\n${output}`).toBe(0);
  expect(findMisleading(output), `$ ${words.join(' ')}\n${output}`).toEqual([]);
}

const type = (line: string, cwd: string): Promise<void> => run(line.split(' '), cwd);

function start(program: string, args: readonly string[], cwd: string, more: NodeJS.ProcessEnv = {}): WatchedOutput {
  const child = spawn(program === 'pnpm' ? pnpmProgram : program, args, {
    cwd,
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  children.push(child);
  return new WatchedOutput(child.stdout!, child.stderr!);
}

async function callOnce(url: string, name: string, args: Record<string, unknown>): Promise<unknown> {
  const client = new Client({ name: 'drop-in', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const { content } = await client.callTool({ name, arguments: args });
  await client.close();
  return content[0]?.type === 'text' ? content[0].text : undefined;
}

/** A plugin that needs a package of its own. */
const source = (greeting: string): string => `import { Tool } from '@sigil/core';
import prettyMilliseconds from 'pretty-ms';

/** Weather for people who go outside. */
export class Weather {
  /** Say how long it stays. */
  @Tool({ readOnly: true })
  lasts(hours: number): string {
    return '${greeting} ' + prettyMilliseconds(hours * 3_600_000, { verbose: true });
  }
}
`;

/** The commands as they are typed. */
const managers = {
  npm: {
    server: 'npm create @sigil@latest -- --server',
    plugin: 'npm create @sigil@latest weather -- --directory plugins/weather',
  },
  pnpm: {
    server: 'pnpm create @sigil@latest --server',
    plugin: 'pnpm create @sigil@latest weather --directory plugins/weather',
  },
} as const satisfies Record<PackageManager, object>;

test.each(testedManagers('pnpm'))(
  'a plugin that is dropped in with %s is served, live after a save, and complete in the container',
  async (manager) => {
    const { server, plugin } = managers[manager];
    const home = mkdtempSync(join(tmpdir(), 'sigil-drop-in-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    await type(server, home);
    const folder = join(home, 'mcp-server');
    await type(plugin, folder);
    const weather = join(folder, 'plugins/weather');
    const description = JSON.parse(await readFile(join(weather, 'package.json'), 'utf8')) as { dependencies: object };
    const dependencies = { ...description.dependencies, 'pretty-ms': '9.2.0' };
    await writeFile(join(weather, 'package.json'), JSON.stringify({ ...description, dependencies }));
    await writeFile(join(weather, 'src/weather.ts'), source('It lasts'));
    await rm(join(weather, 'src/weather.mcp.test.ts'));
    await type(`${manager} install`, folder);

    const separator = manager === 'npm' ? ['--'] : [];
    const output = start(manager, ['run', 'dev', ...separator, '--port', '0'], folder);
    const [, url = ''] = await output.has(/serves on (http:\/\/\S+)/);
    await expect
      .poll(() => callOnce(`${url}/mcp/weather`, 'lasts', { hours: 2 }).catch(String), { timeout: 60_000 })
      .toBe('It lasts 2 hours');
    await writeFile(join(weather, 'src/weather.ts'), source('The rain lasts'));
    await expect
      .poll(() => callOnce(`${url}/mcp/weather`, 'lasts', { hours: 2 }), { timeout: 60_000 })
      .toBe('The rain lasts 2 hours');

    const stages = join(home, 'stages');
    await mkdir(stages);
    const containers = new Containers(folder, stages, run);
    const dockerfile = DockerfileParser.parse(readFileSync(join(folder, 'Dockerfile'), 'utf8'));
    for (const instruction of dockerfile.getInstructions()) await containers.take(instruction);
    const { workdir, command } = containers.last;
    const inside = { ...containers.environmentOf(containers.last), MCP_HOST: '127.0.0.1', MCP_PORT: '0' };
    const contained = start(process.execPath, command.slice(1), workdir, inside);
    const [, containedUrl = ''] = await contained.has(/serves on (http:\/\/\S+)/);

    expect(await callOnce(`${containedUrl}/mcp/weather`, 'lasts', { hours: 3 })).toBe('The rain lasts 3 hours');
    expect(await callOnce(`${containedUrl}/mcp/hello`, 'greet', { name: 'Ann' })).toBe('Hello, Ann!');
    expect((await runProgram(['ls', 'node_modules/vitest'], workdir)).exitCode).not.toBe(0);
  },
);
