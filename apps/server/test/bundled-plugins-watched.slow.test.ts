import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, expect, test } from 'vitest';
import { startServer, type ServerProcess } from './built-server.test-support.js';

const app = fileURLToPath(new URL('../', import.meta.url));
const workplace = join(app, '.tmp');

let folder: string;
let server: ServerProcess;
let client: Client;

afterEach(async () => {
  await client.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Copies the bundled configuration of servers unchanged, with a copy of one bundled plugin beside it. */
async function copyOf(plugin: string): Promise<string> {
  await mkdir(workplace, { recursive: true });
  folder = await mkdtemp(join(workplace, 'bundled-'));
  await Promise.all(['mcps', 'mcps.source.json'].map((it) => cp(join(app, it), join(folder, it), { recursive: true })));
  const source = join(app, 'plugins', plugin);
  const copied = join(folder, 'plugins', plugin);
  await cp(source, copied, { recursive: true, filter: (it) => !/\b(node_modules|dist)\b|\.test\.ts$/.test(it) });
  const settings = join(copied, 'tsconfig.json');
  const base = JSON.stringify(join(app, '..', '..', 'tsconfig.base.json'));
  await writeFile(settings, (await readFile(settings, 'utf8')).replace(/(?<="extends": )"[^"]*"/, base));
  return copied;
}

test(
  'clients see the new description and schema of a bundled plugin when its source is saved',
  { timeout: 60_000 },
  async () => {
    const file = join(await copyOf('echo'), 'src', 'echo.ts');
    server = await startServer(['--plugins', join(folder, 'plugins'), '--watch']);
    await expect.poll(() => server.said(), { timeout: 30_000, interval: 50 }).toContain('echo serves version');
    client = new Client({ name: 'reader', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp/echo`)));
    const told = new Promise<void>((resolve) => {
      client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
    });

    const source = await readFile(file, 'utf8');
    const saved = source
      .replace('Repeat a message, unchanged.', 'Say it again.')
      .replace('@maxLength 100000', '@maxLength 7');
    await writeFile(file, saved);
    await told;
    const { tools } = await client.listTools({}, { cacheMode: 'refresh' });

    expect(saved).not.toBe(source);
    expect(tools).toMatchObject([{ name: 'echo', description: expect.stringMatching(/^Say it again\./) as string }]);
    expect(tools[0]?.inputSchema.properties?.['message']).toMatchObject({ maxLength: 7 });
  },
);
