import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import { answerDocument } from './answer-document.js';

test.each([
  [true, 'private, max-age=300', 'Host, X-Forwarded-Proto, Authorization'],
  [false, 'public, max-age=300', 'Host, X-Forwarded-Proto'],
])('a document that depends on its reader (%s) is cached for that reader alone', async (isPrivate, cached, varies) => {
  const options = { isPrivate, allowedHosts: [], onForbidden: () => undefined };
  const document = { type: 'application/json', write: (origin: string) => ({ origin }) };
  const app = new Koa().use((context) => answerDocument(context, document, options));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const answer = await fetch(`${url}/card`);

  expect(await answer.json()).toEqual({ origin: url });
  expect([answer.headers.get('cache-control'), answer.headers.get('vary')]).toEqual([cached, varies]);
});
