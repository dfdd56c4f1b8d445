import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Connection } from '../transports/connection.js';
import { ConnectionError } from '../errors/connection-error.js';
import { sendStateless } from './stateless-request.js';
import { RequestIds } from './request-text.js';

test('a cancellation that cannot be sent causes no unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', onUnhandled);
  onTestFinished(() => void process.off('unhandledRejection', onUnhandled));
  const told: string[] = [];
  const connection: Connection = {
    isHttp: false,
    request: ({ signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
    async send(text) {
      told.push(text);
      throw new ConnectionError('broken', 'the connection is gone');
    },
    close: async () => undefined,
  };
  const controller = new AbortController();

  const sent = sendStateless(
    { connection, ids: new RequestIds(), client: {} },
    { method: 'tools/call', params: {}, signal: controller.signal },
  );
  controller.abort(new Error('given up'));

  await expect(sent).rejects.toThrow('given up');
  await setImmediate();
  expect(told).toHaveLength(1);
  expect(unhandled).toEqual([]);
});
