import { expect, test } from 'vitest';
import { pause } from './pause.js';

test('a pause is rejected when its signal aborts, even if it aborted before', async () => {
  const controller = new AbortController();
  const paused = pause(60_000, controller.signal);
  controller.abort(new Error('given up'));

  await expect(paused).rejects.toThrow('given up');
  await expect(pause(60_000, controller.signal)).rejects.toThrow('given up');
}, 5_000);

test('a pause without a signal, or with one that does not abort, ends by itself', async () => {
  expect(await pause(1, undefined)).toBeUndefined();
  expect(await pause(1, new AbortController().signal)).toBeUndefined();
});
