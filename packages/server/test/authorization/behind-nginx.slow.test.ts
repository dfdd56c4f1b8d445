import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type FetchLike,
} from '@modelcontextprotocol/client';
import { Agent, fetch } from 'undici';
import { expect, onTestFinished, test, vi } from 'vitest';
import { agreeToEverything, openAuthorizationServer } from './authorization-server.test-support.js';
import { newPerson, openOrders } from './orders-server.test-support.js';

const publicHost = 'mcp.example.test';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Everything below `/team/` goes to the server without that prefix; metadata stands at the root of the host. */
const proxyOf = (port: number, upstream: string, folder: string): string => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    server_name ${publicHost};
    proxy_http_version 1.1;
    proxy_buffering off;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    location /team/ { proxy_pass ${upstream}/; }
    location /.well-known/oauth-protected-resource/team/ { proxy_pass ${upstream}; }
  }
}`;

/** Ended with its test. */
async function startNginx(port: number, upstream: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-nginx-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'nginx.conf'), proxyOf(port, upstream, folder));
  const proxy = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  const ended = once(proxy, 'exit');
  onTestFinished(async () => {
    proxy.kill();
    await ended;
  });
  const answers = async (): Promise<unknown> => globalThis.fetch(`http://127.0.0.1:${port}/`);
  await vi.waitFor(answers, { timeout: 20_000, interval: 50 });
}

/** A network in which the public name leads to this machine. */
function publicNetwork(): FetchLike {
  const dispatcher = new Agent({
    connect: { lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]) },
  });
  onTestFinished(() => dispatcher.close());
  return ((url, init) => fetch(url, { ...(init as object), dispatcher })) as FetchLike;
}

// Rules: 216, 218, 219
test('behind nginx, under another host name and a path prefix, the official client finds everything by itself', async () => {
  const issuer = await openAuthorizationServer(['orders:read', 'orders:write']);
  const port = await freePort();
  const publicUrl = `http://${publicHost}:${port}/team`;
  const { url } = await openOrders(issuer, { publicUrl, trustedProxies: ['127.0.0.1/32'], sse: true });
  await startNginx(port, url);
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
