import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ages, openStore, startRedis } from './store.test-support.js';

/** Proxies Redis with limited bandwidth per connection. @returns the address to connect to */
async function openSlowNetwork(url: string, bytesPerMs: number): Promise<string> {
  const sockets: Socket[] = [];
  const carry = (from: Socket, to: Socket): void => {
    sockets.push(from);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.on('data', (chunk: Buffer) => {
      to.write(chunk);
      from.pause();
      setTimeout(() => from.resume(), chunk.length / bytesPerMs);
    });
  };
  const server = createServer((socket) => {
    const redis = connect(Number(new URL(url).port), '127.0.0.1');
    carry(socket, redis);
    carry(redis, socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('large content does not delay other commands, and may take longer than the command timeout', async () => {
  const redis = await startRedis();
  const url = await openSlowNetwork(redis.url, 2_048);
  const store = await openStore(url, { commandTimeoutMs: 500 });
  const told: string[] = [];
  store.onStatus(({ state }) => void told.push(state));
  const bytes = new Uint8Array(4 * 1024 * 1024).fill(7);

  const end = new AbortController();
  const moving = (async () => store.contents.get(await store.contents.put(bytes)))().finally(() => end.abort());
  let opened = 0;
  while (!end.signal.aborted) {
    await Promise.race([store.sessions.open(`s${opened++}`, ages), moving]);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }

  expect((await moving).length).toBe(bytes.length);
  expect(opened).toBeGreaterThan(5);
  expect(told).toEqual([]);
});

test('reading content fails without waiting for the timeout when Redis is gone', async () => {
  const redis = await startRedis();
  const store = await openStore(redis.url);
  const cid = await store.contents.put(new Uint8Array([1]));
  await redis.kill();

  await expect(store.contents.get(cid)).rejects.toThrow(/^Connection is closed|max retries per request/);
});
