/** An authorization server that never stops sending. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openSafeFetch } from '../sign-in/safe-fetch.js';
import { ClientCredentialsGrant } from './client-credentials.js';

async function openEndless(): Promise<{ readonly url: string; readonly sent: () => number }> {
  let sent = 0;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const piece = Buffer.alloc(65_536, ' ');
    const send = (): void => {
      if (response.destroyed || sent > 64 * 1024 * 1024) return void response.end();
      sent += piece.length;
      if (response.write(piece)) setImmediate(send);
      else response.once('drain', send);
    };
    send();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, sent: () => sent };
}

const muchBytes = 16 * 1024 * 1024;

test('an endless token response is not read to the end', async () => {
  const { url, sent } = await openEndless();
  const client = { tokenUrl: url, issuer: undefined, clientId: 'a', clientSecret: 'b', timeoutMs: 5_000 };
  const grant = new ClientCredentialsGrant({ ...client, scope: undefined, resource: 'https://up.example' });

  await expect(grant.value()).rejects.toThrow('its answer is too long');
  expect(sent()).toBeLessThan(muchBytes);
});

test('an endless sign-in response is not read to the end', async () => {
  const { url, sent } = await openEndless();
  const response = await openSafeFetch({ timeoutMs: 5_000, allowPrivate: true, isProxied: () => false })(url);

  await expect(response.json()).rejects.toThrow('more than 262144 bytes');
  expect(sent()).toBeLessThan(muchBytes);
});
