import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { greeter, makePlugin } from '../plugin-folder.test-support.js';
import { run } from '../run-sigil.test-support.js';

const program = fileURLToPath(new URL('../../bin/sigil.mjs', import.meta.url));
const tool =
  '\n  /** Says which process answers. */\n  @Tool()\n  async who(): Promise<string> { return String(Reflect.get(globalThis, "process").pid); }\n';

test('two processes serve a plugin, swap in a new build and exit together', async () => {
  const plugin = makePlugin(greeter(tool));
  onTestFinished(() => plugin.remove());
  plugin.write('config.json', '{}');
  const config = join(plugin.path, 'config.json');
  const args = [program, 'serve', plugin.path, '--port', '0', '--workers', '2', '--config', config];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  await vi.waitFor(() => expect(text).toContain('workers 2 of 2 serve'), { timeout: 30_000 });
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+\/mcp\/greeter/.exec(text) ?? [];
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const who = async (): Promise<string> => {
    const { content } = await client.callTool({ name: 'who', arguments: {} });
    return content[0]?.type === 'text' ? content[0].text : '';
  };

  const pids = new Set(await Promise.all(Array.from({ length: 24 }, who)));
  expect(pids.size).toBe(2);
  expect(text.match(/Client configuration/g)).toHaveLength(1);

  plugin.write('src/greeter.ts', greeter(`${tool}\n  /** Is new. */\n  @Tool()\n  added(): string { return "1"; }\n`));
  expect((await run(['build', plugin.path])).exitCode).toBe(0);
  await vi.waitFor(() => expect(text).toContain('greeter 2 of 2 swapped'), { timeout: 20_000 });

  plugin.write('config.json', '{ }');
  await vi.waitFor(() => expect(text).toContain('has changed; start the command again to use it'), { timeout: 20_000 });
  expect(text.match(/has changed; start/g)).toHaveLength(1);

  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  for (const pid of pids) expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
});

test('SIGTERM ends processes that are still starting before they serve', async () => {
  const plugin = makePlugin(
    greeter(
      '\n  start(): Promise<void> { Reflect.get(globalThis, "process").emitWarning("it starts"); return new Promise(() => {}); }\n',
    ),
  );
  onTestFinished(() => plugin.remove());
  await run(['build', plugin.path]);
  const child = spawn(process.execPath, [program, 'serve', plugin.path, '--port', '0', '--workers', '2'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  await vi.waitFor(() => expect(text).toContain('it starts'), { timeout: 30_000 });

  child.kill('SIGTERM');

  expect(await ended).toEqual([0, null]);
  expect(text).not.toMatch(/serves|error/);
});

test('an invalid --workers value is rejected', async () => {
  const { exitCode, stderr } = await run(['serve', '.', '--workers', 'none']);

  expect(stderr).toContain('--workers must be a number from 1 to 256, or auto, got "none"');
  expect(exitCode).toBe(2);
});
