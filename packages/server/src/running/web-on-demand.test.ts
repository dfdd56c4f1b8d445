import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { loadOnDemand } from './web-on-demand.js';

type Handler = Parameters<typeof loadOnDemand>[0] extends () => Promise<infer It> ? It : never;

const greet: Handler = (_request, response) => response.end('hello');
const server = createServer();
const errors: unknown[] = [];

afterEach(() => {
  server.removeAllListeners('request').close();
  errors.length = 0;
});

async function serve(load: () => Promise<Handler>): Promise<() => Promise<Response>> {
  server.on(
    'request',
    loadOnDemand(load, (error) => errors.push(error)),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return () => fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
}

test('the handler is loaded once, with the first request', async () => {
  let loaded = 0;
  const ask = await serve(async () => {
    loaded++;
    return greet;
  });
  expect(loaded).toBe(0);

  const answers = await Promise.all([ask(), ask()]);

  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['hello', 'hello']);
  expect(loaded).toBe(1);
});

test('a load failure answers 500 without the reason, and the next request loads again', async () => {
  const outcomes = [Promise.reject(new Error('no pages at /srv/secret')), Promise.resolve(greet)];
  outcomes[0]?.catch(() => undefined);
  const ask = await serve(() => outcomes.shift() ?? Promise.reject(new Error('asked too often')));

  const [refused, answered] = [await ask(), await ask()];

  expect([refused.status, await refused.text()]).toEqual([500, '']);
  expect(errors).toEqual([expect.objectContaining({ message: 'no pages at /srv/secret' })]);
  expect(await answered.text()).toBe('hello');
});
