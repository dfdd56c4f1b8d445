import { expect, test } from 'vitest';
import { KeptWays } from './kept-ways.js';

test('KeptWays opens nothing after close()', async () => {
  const ways = new KeptWays<string, { inFlight: number; close(): Promise<void> }>({
    most: 2,
    idleMs: 60_000,
    limit: 'maxClientSessions',
  });
  let opened = 0;
  const open = () => ({ inFlight: opened++, close: async () => undefined });
  ways.of('ann', open);

  await ways.close(0);

  expect(() => ways.of('ann', open)).toThrow('the upstream server is not served any more');
  expect(opened).toBe(1);
});
