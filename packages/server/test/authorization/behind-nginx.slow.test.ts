import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type FetchLike,
} from '@modelcontextprotocol/client';
import { Agent, fetch } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '@sigil/test-support/free-port';
import { startNginx } from '../nginx.test-support.js';
import { agreeToEverything, openAuthorizationServer } from './authorization-server.test-support.js';
import { newPerson, openOrders } from './orders-server.test-support.js';

const publicHost = 'mcp.example.test';

/** Everything below `/team/` goes to the server without that prefix; metadata stands at the root of the host. */
const proxyOf = (port: number, upstream: string): string => `
server {
  listen 127.0.0.1:${port};
  server_name ${publicHost};
  proxy_http_version 1.1;
  proxy_buffering off;
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  location /team/ { proxy_pass ${upstream}/; }
  location /.well-known/oauth-protected-resource/team/ { proxy_pass ${upstream}; }
}`;

/** A network in which the public name leads to this machine. */
function publicNetwork(): FetchLike {
  const dispatcher = new Agent({
    connect: { lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]) },
  });
  onTestFinished(() => dispatcher.close());
  return ((url, init) => fetch(url, { ...(init as object), dispatcher })) as FetchLike;
}

// Rules: 216, 218, 219
test('the official client signs in and calls a tool behind nginx with another host and a path prefix', async () => {
  const issuer = await openAuthorizationServer(['orders:read', 'orders:write']);
  const port = await freePort();
  const publicUrl = `http://${publicHost}:${port}/team`;
  const { url } = await openOrders(issuer, { publicUrl, trustedProxies: ['127.0.0.1/32'], sse: true });
  await startNginx(port, proxyOf(port, url));
  const person = newPerson();
  const options = { authProvider: person, fetch: publicNetwork() };
  const endpoint = new URL(`${publicUrl}/mcp/orders`);

  const first = new StreamableHTTPClientTransport(endpoint, options);
  await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toBeInstanceOf(UnauthorizedError);
  await first.finishAuth(await agreeToEverything(person.sentTo!));
  const counts = [];
  for (const transport of [
    new StreamableHTTPClientTransport(endpoint, options),
    new SSEClientTransport(new URL(`${publicUrl}/mcp/orders/sse`), options),
  ]) {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    counts.push((await client.callTool({ name: 'count', arguments: {} })).content);
    await client.close();
  }

  expect(person.sentTo!.searchParams.get('resource')).toBe(endpoint.href);
  expect(counts).toEqual([[{ type: 'text', text: '7' }], [{ type: 'text', text: '7' }]]);
});
