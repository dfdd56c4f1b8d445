import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makePlugin, greeter, type PluginFolder } from '../plugin-folder.test-support.js';
import { runSigil } from '../run-sigil.js';
import { CapturedTerminal } from '../terminal/captured-terminal.test-support.js';

/** Reports its start and stop, and keeps starting until the test releases it. */
const startsSlowly = greeter(`
  start(): Promise<void> {
    return new Promise((resolve) => {
      process.once('greeter may go on', () => resolve());
      process.emit('greeter starts');
    });
  }

  stop(): void {
    process.emit('greeter stops');
  }
`).replace(/^/, 'declare const process: { emit(event: string): void; once(event: string, then: () => void): void };\n');

const processEvent = (event: string): Promise<unknown> => once(process, event);
const emit = (event: string): boolean => (process as NodeJS.EventEmitter).emit(event);

/** Time after which the host itself gives up on a start. */
const startLimitMs = 10_000;

let plugin: PluginFolder;
let captured: CapturedTerminal;

beforeEach(() => {
  plugin = makePlugin();
  captured = new CapturedTerminal();
});
afterEach(() => {
  plugin.remove();
  emit('greeter may go on');
});

const sigil = (...args: string[]): Promise<number> => runSigil(args, captured.terminal);

/** Opens a server that accepts connections and never answers. */
async function openSilentServer(): Promise<{ url: string; connected: Promise<unknown> }> {
  const server: Server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    connected: once(server, 'connection'),
  };
}

describe('an interrupted build', () => {
  test('builds no further folder and exits with 130', async () => {
    const others = [makePlugin(), makePlugin()];
    onTestFinished(() => others.forEach((other) => other.remove()));
    const ended = sigil('build', plugin.path, ...others.map(({ path }) => path));
    await captured.out.has(/greeter 1\.2\.3: 1 tool/);

    captured.interrupt();

    expect(await ended).toBe(130);
    expect(captured.err.text).toBe('error: interrupted: 1 of 3 plugins built\n');
    expect(others.map(({ path }) => existsSync(join(path, 'dist')))).toEqual([false, false]);
  });

  test('exits with 130 and prints a complete JSON report for a single folder', async () => {
    const ended = sigil('build', plugin.path, '--format', 'json');

    captured.interrupt();

    expect(await ended).toBe(130);
    expect(JSON.parse(captured.out.text)).toBeDefined();
  });
});

describe.each(['serve', 'dev'])('an interrupted %s', (command) => {
  test('does not serve when the plugin is still being built', async () => {
    const ended = sigil(command, plugin.path, '--port', '0');

    captured.interrupt();

    expect(await ended).toBe(0);
    expect(captured.out.text).not.toContain('serves');
    expect(captured.err.text).not.toContain('error');
  });

  test('does not wait for a plugin that is still starting, and stops it once it has started', async () => {
    plugin.write('src/greeter.ts', startsSlowly);
    const starts = processEvent('greeter starts');
    const ended = sigil(command, plugin.path, '--port', '0');
    await starts;

    const interruptedAt = performance.now();
    captured.interrupt();

    expect(await ended).toBe(0);
    expect(performance.now() - interruptedAt).toBeLessThan(startLimitMs / 2);
    expect(captured.out.text).not.toContain('serves');
    const stops = processEvent('greeter stops');
    emit('greeter may go on');
    await stops;
  });
});

describe('an interrupted serve --proxy', () => {
  test('does not wait for a server that does not answer', async () => {
    const { url, connected } = await openSilentServer();
    const ended = sigil('serve', '--proxy', url, '--port', '0');
    await connected;

    captured.interrupt();

    expect(await ended).toBe(0);
    expect(captured.out.text).toBe('');
    expect(captured.err.text).not.toContain('error');
  });
});

describe('an interrupted list', () => {
  test('does not wait for a server that does not answer', async () => {
    const { url, connected } = await openSilentServer();
    const ended = sigil('list', url);
    await connected;

    captured.interrupt();

    expect(await ended).toBe(130);
    expect(captured.err.text).toBe(`error: interrupted while connecting to ${new URL(url).origin}\n`);
  });

  test('does not wait for a plugin that is still starting', async () => {
    plugin.write('src/greeter.ts', startsSlowly);
    const starts = processEvent('greeter starts');
    const ended = sigil('list', plugin.path);
    await starts;

    captured.interrupt();

    expect(await ended).toBe(130);
    expect(captured.err.text).toContain('error: interrupted while starting the plugin\n');
  });
});

describe('an interrupted publish', () => {
  test('publishes nothing when the plugin is still being built', async () => {
    const ended = sigil('publish', plugin.path, '--to', join(plugin.path, 'registry'));

    captured.interrupt();

    expect(await ended).toBe(130);
    expect(captured.err.text).toContain('error: interrupted: nothing is published\n');
    expect(existsSync(join(plugin.path, 'registry'))).toBe(false);
  });

  test('does not wait for a registry that does not answer', async () => {
    const { url, connected } = await openSilentServer();
    const ended = sigil('publish', plugin.path, '--to', `oci+${new URL(url).origin}/plugins`);
    await connected;

    captured.interrupt();

    expect(await ended).toBe(130);
    expect(captured.err.text).toMatch(/error: interrupted while publishing to oci\+http:.*\n$/);
  });
});
