import type { JsonObject } from '@sigil/core';
import { buildCatalog, fixedSource, type PublishedTool } from '@sigil/core/catalog';
import { createEngine, revisions, type Engine } from '@sigil/core/engine';
import { describe, expect, test, vi } from 'vitest';
import { runEveryEra } from '../run-every-era.js';
import { connectInMemory, openMemoryChannel } from './connect-in-memory.js';
import { connectClient } from './mcp-client.js';

const closed = 'the connection was closed';

function tool(name: string, run: PublishedTool['run']): PublishedTool {
  return { definition: { name, inputSchema: { type: 'object' } }, run };
}

const tools = [
  tool('waits', (_input, { signal }) => {
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  }),
  tool('tells', async (_input: JsonObject, context) => {
    await context.reportProgress(1, 2);
    told.push('all');
    return { kind: 'result', content: [], isError: false };
  }),
];

function openEngine(): Engine {
  const catalog = buildCatalog({ tools, resources: [], resourceTemplates: [], prompts: [] });
  return createEngine({ info: { name: 'tests', version: '1.0.0' }, source: fixedSource(catalog) });
}

const told: string[] = [];

describe.each(revisions)('in $date', ({ date }) => {
  test('closing rejects pending waits and later requests', async () => {
    const client = await connectInMemory(openEngine(), { revision: date });
    const waiting = [client.nextNotification('notifications/message'), client.nextResourceUpdate()];

    await client.close();

    const later = [client.nextNotification('notifications/message'), client.callTool('tells')];
    const settled = await Promise.allSettled([...waiting, ...later]);
    expect(settled.map((it) => it.status === 'rejected' && (it.reason as Error).message)).toEqual(
      Array.from({ length: 4 }, () => closed),
    );
  });

  test('a failing close still rejects running calls', async () => {
    const client = await connectClient({ revision: date }, (receive) => ({
      ...openMemoryChannel(openEngine(), receive),
      close: async () => Promise.reject(new Error('stop() failed')),
    }));
    const call = client.callTool('waits');

    await expect(client.close()).rejects.toThrow('stop() failed');

    await expect(call).rejects.toThrow(closed);
  });

  test('a failed expectation in onProgress fails the call, not the tool', async () => {
    const client = await connectInMemory(openEngine(), { revision: date });
    told.length = 0;

    const onProgress = (): void => expect.fail('not this far');
    await expect(client.callTool('tells', {}, { onProgress })).rejects.toThrow('not this far');
    await vi.waitFor(() => expect(told).toEqual(['all']), 20_000);

    await client.close();
  });
});

test('runEveryEra closes the engine when the script throws', async () => {
  const engine = openEngine();
  const close = vi.spyOn(engine, 'close');

  const run = runEveryEra(
    () => engine,
    async () => Promise.reject(new Error('the script failed')),
  );

  await expect(run).rejects.toThrow('the script failed');
  expect(close).toHaveBeenCalledOnce();
});
