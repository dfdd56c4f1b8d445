import { callOf } from '@sigil/testing/transports';
import { expect, test } from 'vitest';
import { openOrders } from './orders-server.test-support.js';
import { openTestIssuer } from './test-issuer.test-support.js';

test('rejected callers are counted by reason only', async () => {
  const issuer = await openTestIssuer('');
  const { url } = await openOrders(issuer.url, { metrics: true });
  const aud = `${url}/mcp/orders`;
  const post = async (authorization?: string): Promise<number> => {
    const answer = await fetch(aud, {
      method: 'POST',
      headers: {
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'tools/call',
        'Mcp-Name': 'pay',
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...(authorization === undefined ? {} : { Authorization: authorization }),
      },
      body: JSON.stringify(callOf(1, 'pay')),
    });
    return answer.status;
  };
  const statuses = [
    await post(),
    await post('Bearer made-up'),
    await post(`Bearer ${await issuer.sign({ aud: 'https://elsewhere.example' })}`),
    await post(`Bearer ${await issuer.sign({ aud, scope: 'orders:read' })}`),
    await post(`Bearer ${await issuer.sign({ aud, scope: 'orders:read orders:write' })}`),
  ];

  const text = await (await fetch(`${url}/metrics`)).text();

  expect(statuses).toEqual([401, 401, 401, 403, 200]);
  expect(text.split('\n').filter((line) => line.startsWith('sigil_auth_refused_total{'))).toEqual([
    'sigil_auth_refused_total{reason="no-token"} 1',
    'sigil_auth_refused_total{reason="invalid-token"} 2',
    'sigil_auth_refused_total{reason="insufficient-scope"} 1',
  ]);
});
