import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, test } from 'vitest';
import { startServer, type ServerProcess } from './built-server.test-support.js';
import { newPluginsFolder, pluginSource, type PluginsFolder } from '@sigil/test-support/temporary-plugins';

let plugins: PluginsFolder;
let server: ServerProcess;
let client: Client;

afterEach(async () => {
  await client.close();
  await server.stop();
  await plugins.remove();
});

async function serveWatched(tools: Readonly<Record<string, string>>): Promise<void> {
  plugins = await newPluginsFolder();
  await plugins.writePlugin('made', pluginSource(tools));
  server = await startServer(['--plugins', plugins.path, '--watch']);
  await expect.poll(() => server.said(), { timeout: 30_000, interval: 50 }).toContain('serves version 1.0.0');
}

async function connect(mode: 'legacy' | { pin: string }): Promise<void> {
  client = new Client({ name: 'watcher', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp/made`)));
}

async function toolNames(): Promise<string[]> {
  const { tools } = await client.listTools({}, { cacheMode: 'refresh' });
  return tools.map((tool) => tool.name);
}

describe.each([
  ['legacy', 'legacy' as const],
  ['modern', { pin: '2026-07-28' }],
])('a %s client that stays connected', (era, mode) => {
  test('is notified of a tool added to the source and can call it', async () => {
    await serveWatched({ first: 'one' });
    await connect(mode);
    const told = new Promise<void>((resolve) => {
      client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
    });
    if (era === 'modern') await client.listen({ toolsListChanged: true });
    expect(await toolNames()).toEqual(['first']);

    const savedAt = performance.now();
    await plugins.writeSource('made', pluginSource({ first: 'one', second: 'two' }));
    await orTellTheLog(told);
    const result = await client.callTool({ name: 'second', arguments: {} });
    const liveAfterMs = Math.round(performance.now() - savedAt);

    expect(await toolNames()).toEqual(['first', 'second']);
    expect(result.content).toEqual([{ type: 'text', text: 'two' }]);
    console.log(`save to live, ${era}: ${liveAfterMs} ms`);
  });

  test('keeps the old version while the source has a type error', async () => {
    await serveWatched({ first: 'one' });
    await connect(mode);

    await plugins.writeSource('made', pluginSource({ first: 'changed' }).replace('"changed"', '42'));
    await expect.poll(() => server.said(), { timeout: 20_000 }).toMatch(/made\/src\/made\.ts:\d+:\d+.*error/);
    const result = await client.callTool({ name: 'first', arguments: {} });

    expect(result.content).toEqual([{ type: 'text', text: 'one' }]);
  });
});

/** Fails with the server's output when the wait takes far too long. */
async function orTellTheLog(awaited: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came; the server said:\n${server.said()}`)), 30_000);
  });
  await Promise.race([awaited, late]);
  clearTimeout(timer);
}
