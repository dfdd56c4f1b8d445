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

const token = 'a-token-of-an-operator';

/** A server of one plugin with a quick tool, one that fails and one that waits. Closed with its test. @returns its URL */
export async function openOrders(environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const { url } = await openChangingOrders(environment);
  return url;
}

/** The server of `openOrders`, and a function that swaps in another build of its plugin. */
export async function openChangingOrders(
  environment: NodeJS.ProcessEnv = {},
): Promise<{ readonly url: string; readonly swap: () => Promise<void> }> {
  const plugins = await newPluginsFolder();
  onTestFinished(() => plugins.remove());
  await plugins.writePlugin('orders', source);
  buildPlugins([join(plugins.path, 'orders')]);
  const folder = await mkdtemp(join(tmpdir(), 'sigil-dashboard-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const flags = { plugins: plugins.path, state: join(folder, 'state'), port: '0' };
  const given = { MCP_FOLLOW: 'false', MCP_ADMIN_TOKEN: token, ...environment };
  const server = await openServer(readConfiguration(flags, given, plugins.path), { write: () => undefined });
  onTestFinished(() => server.close());
  const url = server.url!;
  const swap = async (): Promise<void> => {
    await plugins.writePlugin('orders', source.replace('Counts orders.', 'Counts all orders.'));
    buildPlugins([join(plugins.path, 'orders')]);
    await fetch(`${url}/admin/reload`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  };
  return { url, swap };
}

/** A client of the official SDK. Closed with its test. */
export async function connect(url: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp/orders`)));
  onTestFinished(() => client.close());
  return client;
}
