import { expect, test } from 'vitest';
import { ClientPool } from './client-pool.js';

test('ClientPool opens nothing after close()', async () => {
  const clients = new ClientPool<string, { inFlight: number; close(): Promise<void> }>({
    most: 2,
    idleMs: 60_000,
    limit: 'maxClientSessions',
  });
  let opened = 0;
  const open = () => ({ inFlight: opened++, close: async () => undefined });
  clients.of('ann', open);

  await clients.close(0);

  expect(() => clients.of('ann', open)).toThrow('the upstream server is not served any more');
  expect(opened).toBe(1);
});
