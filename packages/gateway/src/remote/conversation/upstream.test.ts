/** Connections that end by themselves: nothing of them goes on. */
import type { JsonObject } from '@sigil/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection, ConnectionEvents, UpstreamAnswer, UpstreamRequest } from '../connect/connection.js';
import { UpstreamError } from '../trouble/upstream-error.js';
import { readWireMessage } from '../wire/wire-message.js';
import { Upstream } from './upstream.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const gone = new UpstreamError('broken', 'the program has ended');

/** A connection to a modern upstream, which ends when it is told to. */
class FakeConnection implements Connection {
  readonly isHttp = false;
  readonly asked: string[] = [];
  readonly #waiting: ((error: Error) => void)[] = [];
  #isOver = false;

  constructor(private readonly events: ConnectionEvents) {}

  async request({ id, text }: UpstreamRequest): Promise<UpstreamAnswer> {
    const { method } = JSON.parse(text) as { method: string };
    this.asked.push(method);
    if (this.#isOver) throw gone;
    if (method !== 'server/discover') return new Promise((_resolve, reject) => this.#waiting.push(reject));
    const result = {
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: true } },
    };
    return { message: readWireMessage(JSON.stringify({ jsonrpc: '2.0', id, result })), headers: {} };
  }

  async tell(): Promise<void> {}

  async close(): Promise<void> {}

  end(): void {
    this.#isOver = true;
    for (const reject of this.#waiting) reject(gone);
    this.events.onEnd(gone);
  }
}

function openUpstream(whenConnected: (connection: FakeConnection) => void): {
  readonly upstream: Upstream;
  readonly opened: FakeConnection[];
  readonly lost: Error[];
} {
  const opened: FakeConnection[] = [];
  const lost: Error[] = [];
  const nothing = (): void => undefined;
  const client: JsonObject = { name: 'test', version: '1' };
  const upstream = new Upstream({
    connect(events) {
      const connection = new FakeConnection(events);
      opened.push(connection);
      whenConnected(connection);
      return connection;
    },
    protocol: 'modern',
    client,
    connectTimeoutMs: 5_000,
    retries: 0,
    events: {
      onListChanged: nothing,
      onResourceUpdated: nothing,
      onPageDone: nothing,
      onRenewed: nothing,
      onLost: (error) => lost.push(error),
      onLog: nothing,
    },
  });
  return { upstream, opened, lost };
}

test('a conversation whose connection has ended asks for no news any more', async () => {
  const { upstream, opened, lost } = openUpstream(() => undefined);
  await upstream.connect();

  opened[0]!.end();
  await vi.advanceTimersByTimeAsync(10_000);

  expect(lost).toEqual([gone]);
  expect(opened[0]!.asked).toEqual(['server/discover', 'subscriptions/listen']);
});

test('a connection that ends at once is an error of whoever wanted it', async () => {
  const { upstream, lost } = openUpstream((connection) => connection.end());

  await expect(upstream.connect()).rejects.toThrow('the program has ended');

  expect(lost).toEqual([]);
});
