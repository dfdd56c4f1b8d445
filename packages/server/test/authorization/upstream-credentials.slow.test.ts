import { openRemote } from '@sigil/gateway';
import { expect, onTestFinished, test } from 'vitest';
import { openAuthorizationServer } from './authorization-server.test-support.js';
import { openOrders } from './orders-server.test-support.js';

const client = { name: 'test', version: '1' };
const environment = { SECRET: 'a-secret-of-a-program' };

/** Connects to the protected server as a program of its own. */
async function connectTo(url: string, auth: object) {
  const remote = openRemote({ url: `${url}/mcp/orders`, auth } as never, { name: 'orders', client, environment });
  onTestFinished(() => remote.close());
  await remote.ready;
  return remote;
}

test('a protected upstream is reached with a client credentials token issued only for it', async () => {
  const issuer = await openAuthorizationServer(['orders:read', 'orders:write']);
  const { url, lines } = await openOrders(issuer);
  const auth = { kind: 'clientCredentials', issuer, clientId: 'program', clientSecret: '${SECRET}' };

  const known = await connectTo(url, auth);
  const other = await connectTo(url, { ...auth, resource: `${url}/mcp/other` });
  const wrong = await connectTo(url, { ...auth, clientSecret: 'wrong' });

  expect(known.status.state).toBe('serving');
  expect([...known.source.current().tools].map(({ definition }) => definition.name)).toContain('count');
  expect(other.status).toMatchObject({ state: 'unauthorized' });
  expect(wrong.status.lastError?.message).toContain('HTTP 401 invalid_client');
  expect(lines.join('')).not.toContain('a-secret-of-a-program');
});
