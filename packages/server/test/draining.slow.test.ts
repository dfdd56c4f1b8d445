import { once } from 'node:events';
import { join } from 'node:path';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder } from '@sigil/test-support/temporary-plugins';
import { expect, onTestFinished, test } from 'vitest';
import { readConfiguration } from '../src/configuration/configuration.js';
import { openServer } from '../src/running/open-server.js';
import type { RunningServer } from '../src/running/running-server.js';

const source = `
import { Tool } from '@sigil/core';

declare const process: { emit(event: string): void; once(event: string, listener: () => void): void };

export class Slow {
  /** Says that it was called. */
  @Tool()
  now(): string {
    return 'called';
  }

  /** Answers when the test says so. */
  @Tool()
  async later(): Promise<string> {
    const told = new Promise<void>((resolve) => process.once('draining-answer', resolve));
    process.emit('draining-called');
    await told;
    return 'called';
  }
}
`;

const callOf = (name: string) => ({
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'tools/call',
    'Mcp-Name': name,
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: {},
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }),
});

async function openDraining(drainMs: number): Promise<RunningServer> {
  const plugins = await newPluginsFolder();
  onTestFinished(() => plugins.remove());
  await plugins.writePlugin('slow', source);
  buildPlugins([join(plugins.path, 'slow')]);
  const flags = { plugins: plugins.path, state: join(plugins.path, '.state'), port: '0' };
  const environment = { MCP_FOLLOW: 'false', MCP_DRAIN_MS: String(drainMs) };
  const server = await openServer(readConfiguration(flags, environment, plugins.path), { write: () => undefined });
  onTestFinished(() => server.close());
  return server;
}

test('a draining server fails its readiness probe and still answers, with Connection: close', async () => {
  const server = await openDraining(2_000);
  const status = async (path: string): Promise<number> => (await fetch(`${server.url}${path}`)).status;
  expect([await status('/readyz'), await status('/livez')]).toEqual([200, 200]);
  expect((await fetch(`${server.url}/mcp/slow`, callOf('now'))).headers.get('connection')).toBe('keep-alive');

  const closed = server.close();

  expect([await status('/readyz'), await status('/livez')]).toEqual([503, 200]);
  const answer = await fetch(`${server.url}/mcp/slow`, callOf('now'));
  expect(await answer.text()).toContain('called');
  expect(answer.headers.get('connection')).toBe('close');
  await closed;
  await expect(status('/readyz')).rejects.toThrow('fetch failed');
});

test.each([0, 1_000])(
  'a call that runs when %i ms of draining begin is answered with Connection: close',
  async (drainMs) => {
    const server = await openDraining(drainMs);
    const called = once(process, 'draining-called');
    const answered = fetch(`${server.url}/mcp/slow`, callOf('later'));
    await called;

    const closed = server.close();
    (process as NodeJS.EventEmitter).emit('draining-answer');

    const answer = await answered;
    expect(await answer.text()).toContain('called');
    expect(answer.headers.get('connection')).toBe('close');
    await closed;
  },
);
