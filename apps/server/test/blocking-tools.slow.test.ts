import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mainProgram, startServer, type ServerProcess } from './built-server.test-support.js';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { openSession } from './facility/served-plugin.test-support.js';
import { newPluginsFolder, type PluginsFolder } from '@sigil/test-support/temporary-plugins';

const source = `import { Tool } from '@sigil/core';

/** Blocks everybody. */
export class Blocker {
  /** Blocks at once. */
  @Tool()
  atOnce(forMs: number): string {
    for (const end = Date.now() + forMs; Date.now() < end; );
    return 'over';
  }

  /** Blocks when it has waited. */
  @Tool()
  async afterAwait(forMs: number): Promise<string> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    return this.atOnce(forMs);
  }
}
declare function setImmediate(run: () => void): void;
`;

let plugins: PluginsFolder;
let server: ServerProcess;

beforeAll(async () => {
  plugins = await newPluginsFolder();
  await plugins.writePlugin('blocker', source);
  buildPlugins([join(plugins.path, 'blocker')]);
  server = await startServer(['--plugins', plugins.path]);
});

afterAll(async () => {
  await server.stop();
  await plugins.remove();
});

const said = (): string => stripVTControlCharacters(server.said());

test('a tool that blocks for 3 s is named in the log while it blocks, then in health and on its page', async () => {
  const session = await openSession(`${server.url}/mcp/blocker`);

  const { body } = await session.call('atOnce', { forMs: 3_000 });

  // The line was written before the answer arrived, so the test does not wait for it.
  expect(said()).toContain(
    'event loop has been blocked for over 2000 ms (limit blockedLoopMs) by tool "atOnce" of plugin "blocker", which still runs',
  );
  expect(body.result?.content?.[0]?.text).toBe('over');
  await expect.poll(said).toMatch(/event loop was blocked for \d+ ms by tool "atOnce" of plugin "blocker"/);
  const health = (await (await fetch(`${server.url}/healthz`)).json()) as { status: string; blockedLoop: unknown };
  expect(health).toMatchObject({
    status: 'ok',
    blockedLoop: [{ plugin: 'blocker', component: 'tool "atOnce"', blockedMs: expect.any(Number) as number }],
  });
  const page = await (await fetch(`${server.url}/mcp/meta/blocker`)).text();
  expect(page).toMatch(/<dt>Blocked all<\/dt><dd>for [^<]+<time[^>]+>[^<]+<\/time>: tool &quot;atOnce&quot;/);
});

test('a tool that blocks after an await is reported as the last call that began', async () => {
  const session = await openSession(`${server.url}/mcp/blocker`);

  await session.call('afterAwait', { forMs: 3_000 });

  expect(said()).toContain('after an await; the last to begin was tool "afterAwait" of plugin "blocker"');
  await expect
    .poll(async () => (await fetch(`${server.url}/healthz`)).json())
    .toMatchObject({ blockedLoop: [{ lastBegun: { component: 'tool "afterAwait"' } }, {}] });
});

test('over stdio, the report goes to stderr, only messages to stdout, and the server exits with its client', async () => {
  const child = spawn(process.execPath, [mainProgram, '--plugins', plugins.path, '--stdio', 'blocker'], {
    env: { ...process.env, MCP_BLOCKED_LOOP_MS: '200' },
    stdio: 'pipe',
    timeout: 20_000,
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const call = { name: 'atOnce', arguments: { forMs: 1_500 } };
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  for (const message of [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: client },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: call },
  ]) {
    child.stdin.write(`${JSON.stringify(message)}\n`);
  }
  await expect.poll(() => out, { timeout: 15_000 }).toContain('"id":2');

  child.stdin.end();
  const [code] = (await once(child, 'exit')) as [number | null];

  expect(code).toBe(0);
  expect(stripVTControlCharacters(err)).toContain('blocked for over 200 ms (limit blockedLoopMs) by tool "atOnce"');
  for (const line of out.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
});

test('a plugin serves without loop monitoring where Node refuses threads', async () => {
  const program = `
    const { hostPlugin } = await import('@sigil/plugin-host');
    const { watchLoop } = await import('@sigil/plugin-host/program');
    const loop = watchLoop({ linePrefix: '', onFreed: () => undefined });
    const plugin = await hostPlugin(${JSON.stringify(join(plugins.path, 'blocker'))}, { activation: 'onStart' });
    process.stdout.write(plugin.status.state);
    await plugin.close();
    await loop.close();
  `;
  const permission = ['--permission', '--experimental-permission'].find((flag) =>
    process.allowedNodeEnvironmentFlags.has(flag),
  )!;
  const permissions = [permission, '--allow-fs-read=*', '--allow-fs-write=*'];
  const child = spawn(process.execPath, [...permissions, '--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 20_000,
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));

  await once(child, 'close');

  expect(out).toBe('serving');
});
