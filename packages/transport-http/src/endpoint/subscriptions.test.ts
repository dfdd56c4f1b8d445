import { expect, test } from 'vitest';
import { gate } from '@sigil/testing/transports';
import { begin, modern, openTestServer, readStream } from '../http.test-support.js';

const listen = (accept = 'application/json, text/event-stream') => {
  const request = modern('subscriptions/listen', { notifications: { toolsListChanged: true } }, 'sub-1');
  return { ...request, headers: { ...request.headers, Accept: accept } };
};

test('a client that accepts no stream is answered when its subscription ends', async () => {
  const { port, engine, source } = await openTestServer();

  const answered = begin(port, listen('application/json'));
  await expect.poll(() => source.listenerCount).toBe(1);
  source.change('tools');
  engine.endSubscriptions();
  const response = await answered;

  expect(response.headers['content-type']).toBe('application/json');
  expect(JSON.parse(String((await response.toArray()).join('')))).toMatchObject({ id: 'sub-1', result: {} });
});

test('a client that accepts no stream ends its subscription by disconnecting', async () => {
  const { http, port, source } = await openTestServer();

  begin(port, listen('application/json')).catch(() => undefined);
  await expect.poll(() => source.listenerCount).toBe(1);
  http.server.closeAllConnections();

  await expect.poll(() => source.listenerCount).toBe(0);
});

test('a closing endpoint ends the streams of subscriptions after its grace period', async () => {
  const { endpoint, port, source } = await openTestServer();
  const next = readStream(await begin(port, listen()));
  await next();

  await endpoint.close(1);

  expect(source.listenerCount).toBe(0);
  expect(await next()).toMatchObject({ id: 'sub-1', result: {} });
  expect(await next()).toBeUndefined();
});

test('a closing endpoint waits for the engine to end its subscriptions', async () => {
  const ended = gate();
  const { endpoint, engine, port } = await openTestServer();
  const next = readStream(await begin(port, listen()));
  await next();

  const closed = endpoint.close(60_000).then(ended.open);
  engine.endSubscriptions();
  await Promise.all([closed, ended.opened]);

  expect(await next()).toMatchObject({ id: 'sub-1', result: {} });
  expect(await next()).toBeUndefined();
});
