/** Connections that end by themselves, and their conversations with them. */
import type { JsonObject } from '@sigil/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection, ConnectionEvents, ConnectionAnswer, ConnectionRequest } from '../transports/connection.js';
import { ConnectionError } from '../errors/connection-error.js';
import { readWireMessage } from '../wire/wire-message.js';
import { ReconnectingClient } from './reconnecting-client.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const gone = new ConnectionError('broken', 'the program has ended');

const legacyFacts = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'old', version: '1' } };

/** A connection to a modern upstream, or to a legacy one that knows only the handshake. It ends when the test says so. */
class FakeConnection implements Connection {
  readonly isHttp = false;
  readonly asked: string[] = [];
  readonly #waiting: ((error: Error) => void)[] = [];
  #isOver = false;
  isClosed = false;

  constructor(
    private readonly events: ConnectionEvents,
    private readonly isLegacy = false,
  ) {}

  async request({ id, text }: ConnectionRequest): Promise<ConnectionAnswer> {
    const { method } = JSON.parse(text) as { method: string };
    this.asked.push(method);
    if (this.#isOver) throw gone;
    if (this.isLegacy && method !== 'tools/call') return this.#answerLegacy(id, method);
    if (method !== 'server/discover') return new Promise((_resolve, reject) => this.#waiting.push(reject));
    const result = {
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: true } },
    };
    return { message: readWireMessage(JSON.stringify({ jsonrpc: '2.0', id, result })), headers: {} };
  }

  #answerLegacy(id: number, method: string): ConnectionAnswer {
    const outcome =
      method === 'initialize' ? { result: legacyFacts } : { error: { code: -32601, message: 'method not found' } };
    return { message: readWireMessage(JSON.stringify({ jsonrpc: '2.0', id, ...outcome })), headers: {} };
  }

  async send(): Promise<void> {}

  async close(): Promise<void> {
    this.isClosed = true;
  }

  giveUp(): void {
    for (const reject of this.#waiting) reject(gone);
  }

  end(): void {
    this.#isOver = true;
    this.giveUp();
    this.events.onEnd(gone);
  }
}

function openUpstream(
  whenConnected: (connection: FakeConnection) => void,
  protocol: 'auto' | 'modern' = 'modern',
): {
  readonly upstream: ReconnectingClient;
  readonly opened: FakeConnection[];
  readonly lost: Error[];
} {
  const opened: FakeConnection[] = [];
  const lost: Error[] = [];
  const nothing = (): void => undefined;
  const client: JsonObject = { name: 'test', version: '1' };
  const upstream = new ReconnectingClient({
    connect(events) {
      const connection = new FakeConnection(events, protocol === 'auto');
      opened.push(connection);
      whenConnected(connection);
      return connection;
    },
    protocol,
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

test('a conversation whose connection ended does not ask for notifications again', async () => {
  const { upstream, opened, lost } = openUpstream(() => undefined);
  await upstream.connect();

  opened[0]!.end();
  await vi.advanceTimersByTimeAsync(10_000);

  expect(lost).toEqual([gone]);
  expect(opened[0]!.asked).toEqual(['server/discover', 'subscriptions/listen']);
});

test('a connection that ends at once fails the request that opened it', async () => {
  const { upstream, lost } = openUpstream((connection) => connection.end());

  await expect(upstream.connect()).rejects.toThrow('the program has ended');

  expect(lost).toEqual([]);
});

test('a detected era is checked again after a day, once no call runs on the connection', async () => {
  const { upstream, opened } = openUpstream(() => undefined, 'auto');
  await upstream.connect();
  upstream.exchange({ method: 'tools/call', params: {} }, false).then(undefined, () => undefined);

  await vi.advanceTimersByTimeAsync(90_000_000);
  await upstream.connect();
  const whileItRuns = opened.map(({ isClosed }) => isClosed);
  opened[0]!.giveUp();
  await vi.advanceTimersByTimeAsync(0);
  await upstream.connect();

  expect(whileItRuns).toEqual([false]);
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
});
