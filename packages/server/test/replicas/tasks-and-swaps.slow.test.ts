import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { goOn, hearTasks, openSharedReplicas, type SharedReplicas } from './shared-replicas.test-support.js';

async function connectLegacy({ url }: SharedReplicas): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(url));
  onTestFinished(() => client.close());
  return client;
}

/** Continues the session of a client at each replica, without the proxy. */
function connectDirectly({ replicas }: SharedReplicas, { transport }: Client) {
  return Promise.all(
    replicas.map(async ({ url }) => {
      const client = new Client({ name: 'test', version: '1' });
      const { sessionId } = transport!;
      await client.connect(new StreamableHTTPClientTransport(new URL('/mcp/shared', url), { sessionId: sessionId! }));
      onTestFinished(() => client.close());
      const { content } = (await client.callTool({ name: 'who', arguments: {} })) as { content: { text: string }[] };
      return { client, id: content[0]!.text };
    }),
  );
}

test('a task that one replica runs is followed and read at the others', async () => {
  const replicas = await openSharedReplicas(3);
  const client = await connectLegacy(replicas);
  const { tasks } = client.experimental;
  const seen: string[] = [];
  let result: unknown;

  for await (const message of tasks.callToolStream({ name: 'long', arguments: {} }, CallToolResultSchema, {
    task: { ttl: 60_000 },
  })) {
    seen.push(message.type);
    if (message.type === 'taskCreated') {
      const { taskId } = message.task;
      const states = await Promise.all(Array.from({ length: 6 }, () => tasks.getTask(taskId)));
      expect(states.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'working'));
      goOn();
    }
    if (message.type === 'result') ({ result } = message);
    if (message.type === 'error') throw message.error;
  }

  expect(seen).toContain('taskCreated');
  expect(JSON.stringify(result)).toContain('done by');
});

test('a task that is cancelled at another replica ends at the one that runs it', async () => {
  const replicas = await openSharedReplicas(2);
  const heard = hearTasks();
  const client = await connectLegacy(replicas);
  const { tasks } = client.experimental;
  const stream = tasks.callToolStream({ name: 'long', arguments: {} }, CallToolResultSchema, {
    task: { ttl: 60_000 },
  });
  const created = (await stream.next()).value;
  if (created?.type !== 'taskCreated') throw new Error('no task was made');

  await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 10_000 });
  const direct = await connectDirectly(replicas, client);
  const { id } = direct.find((it) => heard[0] === `begins at ${it.id}`)!;
  const other = direct.find((it) => it.id !== id)!;

  await other.client.experimental.tasks.cancelTask(created.task.taskId);

  await vi.waitFor(() => expect(heard[1]).toBe(`is aborted at ${id}`), { timeout: 10_000 });
  expect((await tasks.getTask(created.task.taskId)).status).toBe('cancelled');
  await stream.return(undefined);
});

test('every replica serves a publication, and each client is notified once', async () => {
  const replicas = await openSharedReplicas(3);
  const heard = { legacy: 0, modern: 0 };
  const legacy = await connectLegacy(replicas);
  legacy.setNotificationHandler(ToolListChangedNotificationSchema, () => void heard.legacy++);
  const modern = new ModernClient(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await modern.connect(new ModernTransport(replicas.url));
  onTestFinished(() => modern.close());
  modern.setNotificationHandler('notifications/tools/list_changed', () => void heard.modern++);
  await modern.listen({ toolsListChanged: true });
  // Every replica knows of the session.
  for (let count = 0; count < 6; count++) await legacy.callTool({ name: 'who', arguments: {} });

  await replicas.addTool('added');
  await vi.waitFor(() => expect(heard).toEqual({ legacy: 1, modern: 1 }), { timeout: 10_000 });
  const lists = await Promise.all(Array.from({ length: 6 }, () => legacy.listTools()));

  expect(lists.every(({ tools }) => tools.some(({ name }) => name === 'added'))).toBe(true);
  expect(heard).toEqual({ legacy: 1, modern: 1 });
});
