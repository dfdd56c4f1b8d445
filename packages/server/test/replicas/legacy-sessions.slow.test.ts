import type { Socket } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ElicitRequestSchema,
  ResourceUpdatedNotificationSchema,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { goOn, openSharedReplicas, type SharedReplicas } from './shared-replicas.test-support.js';

const quick = {
  reconnectionDelayGrowFactor: 1,
  initialReconnectionDelay: 20,
  maxReconnectionDelay: 20,
  maxRetries: 50,
};

interface Connected {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  call(name: string, onProgress?: (progress: number) => void): Promise<string>;
}

async function connect({ url }: SharedReplicas): Promise<Connected> {
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { city: 'Rome' } }));
  const transport = new StreamableHTTPClientTransport(url, { reconnectionOptions: quick });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    client,
    transport,
    async call(name, onProgress) {
      const onprogress = ({ progress }: { progress: number }): void => onProgress?.(progress);
      const answer = await client.callTool({ name, arguments: {} }, undefined, onProgress ? { onprogress } : {});
      const [content] = (answer as CallToolResult).content;
      return content?.type === 'text' ? content.text : '';
    },
  };
}

test('a legacy client works behind a proxy that sends each request to another replica', async () => {
  const replicas = await openSharedReplicas(2);
  const { client, transport, call } = await connect(replicas);

  const answering = new Set<string>();
  for (let count = 0; count < 10; count++) answering.add(await call('who'));
  const asked = await Promise.all(Array.from({ length: 6 }, () => call('ask')));
  const id = transport.sessionId!;
  await transport.terminateSession();

  expect(answering.size).toBe(2);
  expect(asked).toEqual(Array.from({ length: 6 }, () => 'Rome'));
  await expect(client.listTools()).rejects.toThrow();
  const requests = replicas.replicas.map(async ({ url }) => {
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json', 'Mcp-Session-Id': id };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    return (await fetch(`${url}/mcp/shared`, { method: 'POST', headers, body })).status;
  });
  expect(await Promise.all(requests)).toEqual([404, 404]);
});

test('a legacy client gets each resource update once, whichever replica reports it', async () => {
  const replicas = await openSharedReplicas(3);
  const { client, call } = await connect(replicas);
  let heard = 0;
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, () => void heard++);
  await client.subscribeResource({ uri: 'meter://now' });

  for (let count = 1; count <= 6; count++) {
    await call('measure');
    await vi.waitFor(() => expect(heard).toBe(count), { timeout: 20_000 });
  }
  for (let count = 0; count < 6; count++) await call('who');

  expect(heard).toBe(6);
});

test('a legacy client resumes the stream of a call at another replica after its connection breaks', async () => {
  const replicas = await openSharedReplicas(2);
  const { call } = await connect(replicas);
  const progress: number[] = [];
  let begun = (): void => undefined;
  const beginning = new Promise<void>((resolve) => (begun = resolve));
  const answer = call('slow', (step) => {
    progress.push(step);
    begun();
  });
  await beginning;

  // The proxy's connections to the replicas break, as they do when a network is cut for a moment.
  cutConnections();
  await vi.waitFor(() => expect(serverSockets()).not.toEqual([]), { timeout: 20_000 });
  goOn();

  expect(await answer).toBe('finished');
  expect(progress).toEqual([1, 2]);
});

/** Sockets that servers in this process have accepted. */
function serverSockets(): Socket[] {
  const handles = (process as unknown as { _getActiveHandles(): unknown[] })._getActiveHandles();
  return handles.filter(
    (handle): handle is Socket =>
      typeof handle === 'object' && handle !== null && 'server' in handle && Boolean(handle.server),
  );
}

function cutConnections(): void {
  for (const socket of serverSockets()) socket.destroy();
}
