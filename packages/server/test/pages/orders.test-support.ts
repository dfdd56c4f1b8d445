/**
 * A server with a dashboard, in this process.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder } from '@sigil/test-support/temporary-plugins';
import { onTestFinished } from 'vitest';
import { readConfiguration } from '../../src/configuration/configuration.js';
import { openServer } from '../../src/running/open-server.js';

const source = `
import { Tool } from '@sigil/core';

export class Orders {
  /** Counts orders. */
  @Tool()
  count(): number {
    return 7;
  }

  /** Fails. */
  @Tool()
  fail(): never {
    throw new Error('no such order');
  }

  /** Waits for an order. */
  @Tool()
  async wait(): Promise<void> {
    await new Promise(() => undefined);
  }
}
`;

/** A server of one plugin with a quick tool, one that fails and one that waits. Closed with its test. @returns its URL */
export async function openOrders(environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const plugins = await newPluginsFolder();
  onTestFinished(() => plugins.remove());
  await plugins.writePlugin('orders', source);
  buildPlugins([join(plugins.path, 'orders')]);
  const folder = await mkdtemp(join(tmpdir(), 'sigil-dashboard-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const flags = { plugins: plugins.path, state: join(folder, 'state'), port: '0' };
  const given = { MCP_FOLLOW: 'false', MCP_ADMIN_TOKEN: 'a-token-of-an-operator', ...environment };
  const server = await openServer(readConfiguration(flags, given, plugins.path), { write: () => undefined });
  onTestFinished(() => server.close());
  return server.url!;
}

/** A client of the official SDK. Closed with its test. */
export async function connect(url: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp/orders`)));
  onTestFinished(() => client.close());
  return client;
}
