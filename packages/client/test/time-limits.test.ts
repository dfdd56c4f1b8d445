/** The time limit of a request, with a clock that the tests advance. */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { latestLegacyRevision, modernDates } from '@sigil/core/internal';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect, type Client, type Target } from '../src/index.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Connects to a server that answers a call when the test says so. */
async function open(): Promise<{ client: Client; progress(): void; answer(): void }> {
  let receive: (message: JsonObject) => void = () => undefined;
  let call: JsonObject = {};
  const client = await connect(
    {
      open: (reader) => {
        receive = (message) => reader.receive(JSON.stringify({ jsonrpc: '2.0', ...message }));
        return {
          send(text) {
            const message = JSON.parse(text) as JsonObject;
            const { id = null, method } = message;
            const serverInfo = { name: 's', version: '1' };
            const result = { protocolVersion: latestLegacyRevision.date, capabilities: { tools: {} }, serverInfo };
            if (method === 'initialize') queueMicrotask(() => receive({ id, result }));
            if (method === 'tools/call') call = message;
          },
          close: async () => undefined,
        };
      },
    },
    { name: 'tests', version: '1', revision: latestLegacyRevision.date },
  );
  return {
    client,
    progress: () => {
      const params = isJsonObject(call['params']) ? call['params'] : {};
      const { progressToken = null } = isJsonObject(params['_meta']) ? params['_meta'] : {};
      receive({ method: 'notifications/progress', params: { progressToken, progress: 1 } });
    },
    answer: () => receive({ id: call['id'] ?? null, result: { content: [] } }),
  };
}

test('each report of progress starts the limit again', async () => {
  const { client, progress, answer } = await open();
  const call = client.callTool('x', {}, { timeoutMs: 100, onProgress: () => undefined });

  for (let step = 0; step < 3; step++) {
    await vi.advanceTimersByTimeAsync(80);
    progress();
  }
  answer();

  await expect(call).resolves.toMatchObject({ isError: false });
});

test('a request without progress ends at its limit', async () => {
  const { client } = await open();
  const call = client.callTool('x', {}, { timeoutMs: 100 }).catch((error: unknown) => error);

  await vi.advanceTimersByTimeAsync(100);

  expect(await call).toMatchObject({ failure: 'timeout', message: 'the server did not answer within 100 ms' });
});

test('rounds without questions end at the limit together', async () => {
  let rounds = 0;
  const client = await connect(
    {
      open: (reader) => ({
        send(text) {
          const { id = null, method } = JSON.parse(text) as JsonObject;
          const discovered = { resultType: 'complete', supportedVersions: modernDates, capabilities: {} };
          const asking = { resultType: 'input_required', inputRequests: {}, requestState: String(rounds++) };
          const result = method === 'server/discover' ? discovered : asking;
          queueMicrotask(() => reader.receive(JSON.stringify({ jsonrpc: '2.0', id, result })));
        },
        close: async () => undefined,
      }),
    },
    { name: 'tests', version: '1' },
  );
  const call = client.callTool('x', {}, { timeoutMs: 3_000 }).catch((error: unknown) => error);

  await vi.advanceTimersByTimeAsync(3_000);

  expect(await call).toMatchObject({ failure: 'timeout', message: 'the server did not answer within 3000 ms' });
  expect(rounds).toBeGreaterThan(2);
});

describe('connecting with the stateless revision alone', () => {
  /** A server that answers the discovery when the test says so. */
  function slowServer() {
    let answer = (): void => undefined;
    const target: Target = {
      open: (reader) => ({
        send(text) {
          const { id = null } = JSON.parse(text) as JsonObject;
          const result = { resultType: 'complete', supportedVersions: modernDates, capabilities: {} };
          answer = () => reader.receive(JSON.stringify({ jsonrpc: '2.0', id, result }));
        },
        close: async () => undefined,
      }),
    };
    return { target, answer: () => answer() };
  }
  const options = { name: 'tests', version: '1', revision: modernDates[0]!, connectTimeoutMs: 10_000, retries: 0 };

  test('has the whole limit, since no handshake follows', async () => {
    const { target, answer } = slowServer();
    const connecting = connect(target, options);

    await vi.advanceTimersByTimeAsync(9_000);
    answer();

    expect((await connecting).server.era).toBe('modern');
  });

  test('ends at the limit with a timeout, which says nothing of the era', async () => {
    const connecting = connect(slowServer().target, options).catch((error: unknown) => error);

    await vi.advanceTimersByTimeAsync(10_000);

    expect(await connecting).toMatchObject({ failure: 'timeout', message: 'the server took too long' });
  });
});
