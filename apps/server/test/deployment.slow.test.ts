import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectGarbage, registryStore } from '@sigil/plugin-host';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { mainProgram, startServer, type ServerProcess } from './built-server.test-support.js';
import { openSession } from './facility/served-plugin.test-support.js';

const app = fileURLToPath(new URL('../', import.meta.url));

let folder: string;
let built: string;
let said: string;
let server: ServerProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigil-deployment-'));
  built = join(folder, 'built');
  said = config('build', '--mcps', join(app, 'mcps.source.json'), '--out', built).stdout;
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

afterAll(() => rm(folder, { recursive: true }));

function config(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const all = [mainProgram, 'config', ...args];
  return spawnSync(process.execPath, all, { encoding: 'utf8', cwd: folder, timeout: 20_000 });
}

/** Copies the server to another place than its build folder, with no plugins folder in sight. */
async function deploy(name: string): Promise<string> {
  const deployed = join(folder, name);
  await cp(built, deployed, { recursive: true });
  return deployed;
}

async function serve(mcps: string, ...args: readonly string[]): Promise<ServerProcess> {
  server = await startServer(['--mcps', mcps, '--plugins', join(folder, 'nowhere'), ...args]);
  return server;
}

async function catalogOf(url: string, name: string): Promise<unknown> {
  const session = await openSession(`${url}/mcp/${name}`);
  const lists = await Promise.all(['tools', 'prompts'].map((kind) => session.request(`${kind}/list`)));
  return lists.map(({ body }) => body.result);
}

test('T1.3 T10.2 a built mcps.json serves the same catalogs as its source, without sources or plugins', async () => {
  const fromSource = await startServer();
  const expected = await Promise.all(['all', 'jq', 'markdown'].map((name) => catalogOf(fromSource.url, name)));
  await fromSource.stop();

  const { url } = await serve(join(await deploy('by-file'), 'mcps.json'));
  const served = await Promise.all(['all', 'jq', 'markdown'].map((name) => catalogOf(url, name)));
  const { body } = await (await openSession(`${url}/mcp/echo`)).call('echo', { message: 'deployed' });

  expect(served).toEqual(expected);
  expect(body.result?.content).toEqual([{ type: 'text', text: 'deployed' }]);
});

test('T1.3 the CID of a built map serves exactly its servers from a registry', async () => {
  const registry = await deploy('registry');
  const cid = said.trim().split('\n').at(-1)!;
  await rm(join(registry, 'mcps.json'));

  const { url } = await serve(cid, '--registry', registry);
  const active = (await (await fetch(`${url}/mcp/meta`)).json()) as object;

  expect(Object.keys(active)).toEqual(['data', 'date', 'echo', 'jq', 'markdown', 'sql']);
  expect(await catalogOf(url, 'markdown')).toMatchObject([{ tools: [{ name: 'convert' }] }, {}]);
});

test('content that does not match its CID is refused by name, and the others serve', async () => {
  const deployed = await deploy('damaged');
  const map = JSON.parse(await readFile(join(deployed, 'mcps.json'), 'utf8')) as Record<string, Record<string, string>>;
  await damage(deployed, map['jq']!['config_cid']!);
  await damage(deployed, map['markdown']!['plugin_cid']!);

  const { url } = await serve(join(deployed, 'mcps.json'));
  const health = await (await fetch(`${url}/healthz`)).json();
  const answer = await fetch(`${url}/mcp/jq`, { method: 'POST', headers: { accept: 'application/json' }, body: '{}' });

  expect(answer.status).toBe(503);
  expect(health).toMatchObject({
    status: 'degraded',
    plugins: { markdown: { state: 'failed', reason: 'content-mismatch' }, date: { state: 'serving' } },
    refused: { jq: [expect.stringContaining('"config_cid" cannot be resolved')] },
  });
  expect(await catalogOf(url, 'echo')).toMatchObject([{ tools: [{ name: 'echo' }] }, {}]);
});

test('servers that name different builds of one plugin are refused by name, and the others serve', async () => {
  const deployed = await deploy('ambiguous');
  const file = join(deployed, 'mcps.json');
  const map = JSON.parse(await readFile(file, 'utf8')) as Record<string, Record<string, string>>;
  const other = { plugin: 'date', plugin_cid: map['echo']!['plugin_cid']! };
  await writeFile(file, JSON.stringify({ ...map, other, off: { ...other, enabled: false } }));

  const { url } = await serve(file);
  const health = await (await fetch(`${url}/healthz`)).json();

  expect(health).toMatchObject({
    status: 'degraded',
    refused: { date: [expect.stringContaining('"plugin_cid"')], other: [expect.stringContaining('"plugin_cid"')] },
  });
  expect(await catalogOf(url, 'echo')).toMatchObject([{ tools: [{ name: 'echo' }] }, {}]);
});

test('an unknown CID fails the start with one line', () => {
  const gone = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy';

  const args = [mainProgram, '--port', '0', '--state', join(folder, 'state'), '--mcps', gone];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 });

  expect(status).toBe(2);
  expect(stderr).toMatch(/^\S*error\S* --mcps bafkreigh2.*: nothing is kept under the CID bafkreigh2\w+\n$/);
});

test('the same sources build the same bytes, and a diff with the build is empty', async () => {
  const again = join(folder, 'again');
  config('build', '--mcps', join(app, 'mcps.source.json'), '--out', again);

  expect(await readFile(join(again, 'mcps.json'), 'utf8')).toBe(await readFile(join(built, 'mcps.json'), 'utf8'));
  expect(config('diff', app, built)).toMatchObject({ status: 0, stdout: 'Nothing differs.\n' });
});

test('garbage collection keeps everything that the builds in a registry name', async () => {
  const registry = join(folder, 'collected');
  const source = join(folder, 'other.source.json');
  await writeFile(source, JSON.stringify({ greeting: { prompts: { hi: { template: 'Hi' } } } }));
  config('build', '--mcps', join(app, 'mcps.source.json'), '--out', registry);
  config('build', '--mcps', source, '--plugins', join(app, 'plugins'), '--out', registry);

  // File times lag slightly behind the process clock.
  const { removed, missing } = await collectGarbage(registryStore(registry), { registry }, { graceMs: -1_000 });

  expect({ removed, missing }).toEqual({ removed: [], missing: [] });
});

test('a diff reports what a deployment would change, as text and as JSON', async () => {
  const other = await deploy('other');
  const source = { date: { enabled: false }, echo: { plugin: 'echo', prompts: { hi: { template: 'Hi' } } } };
  await writeFile(join(other, 'mcps.source.json'), JSON.stringify(source));
  const plugins = ['--plugins', join(app, 'plugins')];

  const text = config('diff', built, join(other, 'mcps.source.json'), ...plugins);
  const { stdout } = config('diff', built, join(other, 'mcps.source.json'), ...plugins, '--json');

  expect(text.status).toBe(1);
  expect(text.stdout).toContain('~ date\n    - tool now\n');
  expect(text.stdout).toContain('~ echo\n    - tool echo\n');
  expect(text.stdout).toContain('    + prompt hi\n');
  expect(JSON.parse(stdout)).toContainEqual(
    expect.objectContaining({
      server: 'markdown',
      change: 'changed',
      offers: { prompts: { added: [], removed: ['review'] } },
    }),
  );
});

test('show prints every server, and a build with mistakes fails, names each and writes no mcps.json', async () => {
  const wrong = join(folder, 'mcps.source.json');
  await writeFile(wrong, JSON.stringify({ a: { tolls: {} }, b: { promts: {} } }));

  const shown = config('show', built);
  const { status, stderr } = config('build', '--mcps', wrong, '--out', join(folder, 'never'));

  const rows = [...shown.stdout.matchAll(/│ (\w+) +│ serving +│ (\S+) +│ (\w+) 0\.1\.0 +│ \w/g)];
  const bundled = ['data', 'date', 'echo', 'jq', 'markdown', 'sql'];
  expect(rows.map(([, name, , plugin]) => [name, plugin])).toEqual(bundled.map((name) => [name, name]));
  expect(rows.find(([, name]) => name === 'sql')?.[2]).toBe('mcps.json');
  expect(status).toBe(2);
  expect(stderr).toContain('server "a": there is no "tolls". Did you mean "tools"?');
  expect(stderr).toContain('server "b": there is no "promts". Did you mean "prompts"?');
  expect(await readdir(join(folder, 'never')).catch(() => [])).not.toContain('mcps.json');
});

async function damage(deployed: string, cid: string): Promise<void> {
  const content = await readdir(join(deployed, 'content'), { recursive: true });
  const file = content.find((path) => path.endsWith(cid));
  await rm(join(deployed, 'content', file!));
  await writeFile(join(deployed, 'content', file!), '{}');
}
