import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { mainProgram, startServer } from './built-server.test-support.js';
import { openSession } from './facility/served-plugin.test-support.js';
import { newPluginsFolder, pluginSource, type PluginsFolder } from '@sigil/test-support/temporary-plugins';

const lateSource = `import { Tool } from '@sigil/core';
/** Fails when nobody waits for it. */
export class Late {
  constructor() {
    void Promise.reject(new Error('too late'));
  }
  /** Well. */
  @Tool()
  work(): string {
    return 'well';
  }
  /** Lets the rejection be noticed before anything is served. */
  async start(): Promise<void> {
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}
declare function setImmediate(then: (value: unknown) => void): void;
`;

let folder: string;
let plugins: PluginsFolder;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigil-start-'));
  plugins = await newPluginsFolder();
  await plugins.writePlugin('late', lateSource);
  await plugins.writePlugin('good', pluginSource({ greet: 'hello' }));
  buildPlugins(['late', 'good'].map((name) => join(plugins.path, name)));
}, 60_000);

afterAll(async () => {
  await plugins.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the server until it exits by itself. */
function runToItsEnd(...args: readonly string[]): { code: number | null; said: string } {
  const all = [mainProgram, '--port', '0', '--plugins', plugins.path, ...args];
  const { status, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8', timeout: 10_000 });
  return { code: status, said: stderr };
}

test('--help ends with 0 and prints no error when its output pipe is closed', async () => {
  const program = spawn(process.execPath, [mainProgram, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = program.stderr.setEncoding('utf8').toArray();
  program.stdout.destroy();
  const [code] = (await once(program, 'exit')) as [number | null];

  expect([code, (await said).join('')]).toEqual([0, '']);
});

test('a rejection in a plugin’s code during startup does not keep the others from serving', async () => {
  const server = await startServer(['--plugins', plugins.path]);

  const { body } = await (await openSession(`${server.url}/mcp/good`)).call('greet');
  await server.stop();

  expect(body.result?.content).toEqual([{ type: 'text', text: 'hello' }]);
  expect(server.said()).toContain('too late');
});

test.each([
  ['waits for its first use', {}, {}, 'waiting'],
  ['is up at start where the operator says so of all plugins', { MCP_ACTIVATION: 'onStart' }, {}, 'active'],
  ['waits where the operator says so of it', { MCP_ACTIVATION: 'onStart' }, { activation: 'onFirstUse' }, 'waiting'],
])('a plugin without work at startup %s', async (_what, environment, settings, activation) => {
  const config = join(folder, 'activation.json');
  await writeFile(config, JSON.stringify({ plugins: { good: settings } }));

  const server = await startServer(['--plugins', plugins.path, '--config', config], environment);
  const health: unknown = await (await fetch(`${server.url}/healthz`)).json();
  await server.stop();

  expect(health).toMatchObject({ plugins: { good: { activation }, late: { activation: 'active' } } });
});

test('a missing required plugin ends the start with code 1 and is named', async () => {
  const config = join(folder, 'required.json');
  await writeFile(config, JSON.stringify({ plugins: { weather: { policy: 'required' } } }));

  const { code, said } = runToItsEnd('--config', config, '--state', join(folder, 'state'));

  expect(code).toBe(1);
  expect(said).toContain('weather: there is no plugin of this name');
});

test('an unwritable state folder is reported, and the server still starts', async () => {
  const state = join(folder, 'no-folder');
  await writeFile(state, 'a file');

  const server = await startServer(['--plugins', plugins.path, '--state', state]);
  await server.stop();

  expect(server.process.exitCode).toBe(0);
  expect(server.said()).toMatch(/^state ENOTDIR/m);
});

test('an unwritable folder for the servers’ configuration ends the start with code 2 and a one-line error', async () => {
  const state = join(folder, 'no-folder-either');
  const mcps = join(folder, 'mcps.source.json');
  await writeFile(state, 'a file');
  await writeFile(join(folder, 'good.json'), '{}');
  await writeFile(mcps, JSON.stringify({ good: { config_cid: 'good.json' } }));

  const { code, said } = runToItsEnd('--state', state, '--mcps', mcps);

  expect(code).toBe(2);
  expect(said.split(/^(?=error )/m)[1]).toMatch(
    /^error --state or MCP_STATE: cannot keep the servers' configuration.*\n$/,
  );
});

test('the built server logs JSON and serves metrics when configured', async () => {
  const server = await startServer(['--plugins', plugins.path], { MCP_LOG: 'json', MCP_METRICS: 'true' });
  try {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const lines = server.said().match(/^\{"level".*\}$/gm) ?? [];

    expect(metrics).toContain('sigil_plugin_up{plugin="good"} 1\n');
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 'info', module: 'plugins', subject: 'good', event: 'booted' }),
    );
  } finally {
    await server.stop();
  }
});
