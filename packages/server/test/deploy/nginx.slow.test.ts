import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder } from '@sigil/test-support/temporary-plugins';
import { expect, onTestFinished, test } from 'vitest';
import { readConfiguration } from '../../src/configuration/configuration.js';
import { openServer } from '../../src/running/open-server.js';
import { freePort, startNginx } from '../nginx.test-support.js';

const source = `
import { Tool, type Context } from '@sigil/core';

export class Replica {
  private readonly id = String(Math.random());

  /** Says which replica answers. */
  @Tool()
  async who(): Promise<string> {
    return this.id;
  }

  /** Says which replicas a call with a question began and ended on. */
  @Tool()
  async ask(context: Context): Promise<string> {
    const begun = await context.step('begin', () => this.id);
    const answer = await context.elicit<{ sure: boolean }>('Sure?');
    return [answer.action, begun, this.id].join(' ');
  }
}
`;

/** Two servers of one plugin and one key, closed with the test. */
async function openReplicas(): Promise<readonly string[]> {
  const plugins = await newPluginsFolder();
  onTestFinished(() => plugins.remove());
  await plugins.writePlugin('replica', source);
  buildPlugins([join(plugins.path, 'replica')]);
  const environment = { MCP_FOLLOW: 'false', MCP_REQUEST_STATE_KEY: Buffer.alloc(32, 7).toString('base64') };
  const hosts: string[] = [];
  for (const name of ['first', 'second']) {
    const state = await mkdtemp(join(tmpdir(), `sigil-${name}-`));
    onTestFinished(() => rm(state, { recursive: true, force: true }));
    const flags = { plugins: plugins.path, state, port: '0' };
    const server = await openServer(readConfiguration(flags, environment, plugins.path), { write: () => undefined });
    onTestFinished(() => server.close());
    hosts.push(new URL(server.url!).host);
  }
  return hosts;
}

/** Runs deploy/nginx.conf as it is, but for the addresses. */
async function startShipped(replicas: readonly string[]): Promise<string> {
  const port = await freePort();
  const shipped = await readFile(new URL('../../../../deploy/nginx.conf', import.meta.url), 'utf8');
  const addressed = shipped
    .replace('127.0.0.1:3001', replicas[0]!)
    .replace('127.0.0.1:3002', replicas[1]!)
    .replace('listen 8080', `listen 127.0.0.1:${port}`);
  await startNginx(port, addressed);
  return `http://127.0.0.1:${port}`;
}

test('a modern client is served by both replicas behind nginx, also within one call', async () => {
  const url = await startShipped(await openReplicas());
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } }, capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { sure: true } }));
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp/replica`)));
  onTestFinished(() => client.close());
  const call = async (name: string): Promise<string> => {
    const { content } = await client.callTool({ name, arguments: {} });
    return content[0]?.type === 'text' ? content[0].text : '';
  };

  const answering = new Set<string>();
  const asked: string[][] = [];
  for (let count = 0; count < 20; count++) {
    answering.add(await call('who'));
    asked.push((await call('ask')).split(' '));
  }

  expect(answering.size).toBe(2);
  expect(asked.every(([action]) => action === 'accept')).toBe(true);
  expect(asked.some(([, begun, ended]) => begun !== ended)).toBe(true);
});
