import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import type { Authentication } from './open-authentication.js';
import { requirePrincipal } from './require-principal.js';

/** Asks for an address, and returns the path of the endpoint whose readers may see it. */
async function ownerOf(address: string): Promise<string> {
  const asked: string[] = [];
  // Only this part is used for pages.
  const authentication = {
    ofPages: (path: string) => async () => {
      asked.push(path);
      return { status: 401, headers: {}, message: 'who are you?' };
    },
  } as unknown as Authentication;
  const mounts = ['office', 'all'].map((name) => ({ name, path: `/mcp/${name}` }));
  const app = new Koa().use(requirePrincipal(authentication, () => mounts));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${address}`);
  return asked.join();
}

test.each([
  ['/mcp/office/server-card', '/mcp/office'],
  ['/mcp/%6fffice/server-card', '/mcp/office'],
  ['/mcp/meta/%6fffice.json', '/mcp/office'],
  ['/mcp/%6Deta/office', '/mcp/office'],
  ['/mcp/officer/server-card', '/mcp/all'],
  ['/mcp/office%2F/server-card', '/mcp/all'],
  ['/mcp', '/mcp/all'],
])('%s is read by the readers of %s', async (address, owner) => {
  expect(await ownerOf(address)).toBe(owner);
});
