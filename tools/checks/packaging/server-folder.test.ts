import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { findMisleading } from './find-misleading.ts';
import { pnpmProgram } from './open-registry.ts';
import { testedManagers, type PackageManager } from './package-managers.ts';
import { runProgram } from './run-program.ts';
import { WatchedOutput } from './watched-output.ts';

const env = inject('registryEnv');
let home: string;
let child: ChildProcess | undefined;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sigil-teams-'));
});
afterEach(async () => {
  if (child) await end(child);
  child = undefined;
  rmSync(home, { recursive: true, force: true });
});

const programs: Record<PackageManager, string> = { npm: 'npm', pnpm: pnpmProgram };

/** The commands as they are typed, and the major version of the plugin that each manager adds. */
const managers = {
  npm: {
    create: 'npm create @sigil@latest -- --server',
    build: 'npm run build',
    add: 'npm install',
    remove: 'npm uninstall',
    major: 1,
  },
  pnpm: {
    create: 'pnpm create @sigil@latest --server',
    build: 'pnpm build',
    add: 'pnpm add',
    remove: 'pnpm remove',
    major: 2,
  },
} as const satisfies Record<PackageManager, object>;

async function type(line: string, cwd: string): Promise<string> {
  const words = line.split(' ').map((word) => (word === 'pnpm' ? pnpmProgram : word));
  const { exitCode, output } = await runProgram(words, cwd, env);
  expect(exitCode, `$ ${line}\n${output}`).toBe(0);
  expect(findMisleading(output), `$ ${line}\n${output}`).toEqual([]);
  return output;
}

// npm writes packages in place, so that the server sees half of one.
test.each(testedManagers('npm'))(
  'plugins are added by %s and by folder, updated and removed while a client stays connected',
  async (manager) => {
    const { create, build, add, remove, major } = managers[manager];
    expect(await type(create, home)).toContain('Created mcp-server with');
    const folder = join(home, 'mcp-server');
    await type(`${manager} install`, folder);
    await type(build, folder);
    const weather = await publishWeather(folder, `${major}.0.0`, 'Sunny.');
    const { output, url } = await serve(folder, manager);
    const client = await connect(`${url}/mcp/all`);
    expect(await client.toolNames()).toEqual(['hello_greet']);

    // A package of a team.
    await Promise.all([
      client.hears(['hello_greet', 'weather_forecast']),
      type(`${add} @acme/weather@${major}.0.0`, folder),
    ]);
    expect(await client.call('weather_forecast')).toBe('Sunny.');

    // Its next version, which is swapped in.
    await publishWeather(folder, `${major}.1.0`, 'Rainy.');
    await Promise.all([output.has(/weather .*\.1\.0/), type(`${add} @acme/weather@${major}.1.0`, folder)]);
    expect(await client.call('weather_forecast')).toBe('Rainy.');

    // A folder that is added while the server runs.
    const both = client.hears(['hello_greet', 'tides_forecast', 'weather_forecast']);
    cpSync(weather, join(folder, 'plugins/tides'), { recursive: true });
    await both;
    expect(await client.call('tides_forecast')).toBe('Sunny.');

    await Promise.all([client.hears(['hello_greet', 'tides_forecast']), type(`${remove} @acme/weather`, folder)]);
    expect(await client.call('hello_greet', { name: 'Ann' })).toBe('Hello, Ann!');
    expect(findMisleading(output.text), output.text).toEqual([]);
    await client.close();
  },
);

/** Writes a team's plugin, builds it with the command of the server's folder, and publishes it. @returns its folder */
async function publishWeather(server: string, version: string, answer: string): Promise<string> {
  const plugin = join(server, 'plugins/hello');
  const folder = join(home, `weather-${version}`);
  cpSync(plugin, folder, { recursive: true, filter: (path) => !/node_modules|dist|hello\.ts$/.test(path) });
  const described = { name: '@acme/weather', version, type: 'module', sigil: { plugin: true }, files: ['dist'] };
  await writeFile(join(folder, 'package.json'), JSON.stringify(described));
  await writeFile(join(folder, 'src/weather.ts'), source(answer));
  cpSync(folder, join(server, '.weather'), { recursive: true });
  await type(`node node_modules/@sigil/cli/bin/sigil.mjs build .weather`, server);
  cpSync(join(server, '.weather/dist'), join(folder, 'dist'), { recursive: true });
  rmSync(join(server, '.weather'), { recursive: true });
  await type('npm publish --ignore-scripts --loglevel=error', folder);
  return folder;
}

const source = (answer: string): string => `import { Tool } from '@sigil/core';

/** Weather for people who go outside. */
export class Weather {
  /** Say how it will be. */
  @Tool({ readOnly: true })
  forecast(): string {
    return ${JSON.stringify(answer)};
  }
}
`;

async function serve(cwd: string, manager: PackageManager): Promise<{ output: WatchedOutput; url: string }> {
  const flags = manager === 'npm' ? ['start', '--', '--port', '0'] : ['start', '--port', '0'];
  child = spawn(programs[manager], flags, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const output = new WatchedOutput(child.stdout!, child.stderr!);
  const [, url = ''] = await output.has(/serves on (http:\/\/\S+)/);
  return { output, url };
}

async function end(it: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => it.once('close', resolve));
  process.kill(-it.pid!, 'SIGINT');
  await ended;
}

interface Connected {
  toolNames(): Promise<string[]>;
  /** Resolves when the server has announced exactly these tools. */
  hears(names: readonly string[]): Promise<void>;
  call(name: string, args?: Record<string, unknown>): Promise<unknown>;
  close(): Promise<void>;
}

async function connect(url: string): Promise<Connected> {
  let heard: () => void = () => undefined;
  const onChanged = (): void => heard();
  const client = new Client(
    { name: 'team', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' }, listChanged: { tools: { onChanged } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const toolNames = async (): Promise<string[]> => (await client.listTools()).tools.map(({ name }) => name).toSorted();
  return {
    toolNames,
    hears: (names) =>
      new Promise((resolve, reject) => {
        heard = () =>
          void toolNames().then((now) => {
            if (now.join() === names.join()) resolve();
          }, reject);
      }),
    async call(name, args = {}) {
      const { content } = await client.callTool({ name, arguments: args });
      const [first] = content;
      return first?.type === 'text' ? first.text : undefined;
    },
    close: () => client.close(),
  };
}
