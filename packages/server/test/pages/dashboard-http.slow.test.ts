/** The dashboard of a server as an operator opens it. */
import { expect, test, vi } from 'vitest';
import type { DashboardData } from '@sigil/console';
import { connect, openChangingOrders, openOrders } from './orders.test-support.js';

const read = async (url: string): Promise<DashboardData> =>
  (await (await fetch(`${url}/dashboard.json`)).json()) as DashboardData;

test('the dashboard returns calls, plugins and clients as JSON and as events', async () => {
  const { url, swap } = await openChangingOrders();
  const client = await connect(url);
  const started = await read(url);
  await swap();
  for (let call = 0; call < 3; call++) await client.callTool({ name: 'count', arguments: {} });

  const view = await read(url);
  const events = await fetch(`${url}/dashboard/events`);
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader();
  const { value = '' } = await reader.read();
  await reader.cancel();
  const page = await fetch(`${url}/dashboard`, { headers: { Accept: 'text/html' } });

  const [orders] = view.servers;
  expect(orders).toMatchObject({ server: 'orders', failures: 0 });
  expect(orders!.components).toContainEqual(expect.objectContaining({ name: 'count', calls: 3 }));
  expect(view.plugins).toEqual([expect.objectContaining({ name: 'orders', state: 'serving' })]);
  expect(started.swaps).toEqual([]);
  expect(view.swaps).toEqual([expect.objectContaining({ plugin: 'orders' })]);
  expect(view.clients?.sessions).toBe(1);
  expect(events.headers.get('content-type')).toContain('text/event-stream');
  expect((JSON.parse(value.slice('data: '.length)) as DashboardData).servers[0]).toMatchObject({ server: 'orders' });
  expect(await page.text()).toContain('href="/dashboard" aria-current="page"');
});

test('the sums can be those of the last fifteen minutes, and a failure is listed with its text and incident', async () => {
  const url = await openOrders();
  const client = await connect(url);
  await client.callTool({ name: 'fail', arguments: {} });

  const view = (await (await fetch(`${url}/dashboard.json?minutes=15`)).json()) as DashboardData;

  expect([view.minutes, view.servers[0]?.steps.length]).toEqual([15, 15]);
  expect(view.failures).toEqual([
    expect.objectContaining({
      ...{ server: 'orders', name: 'fail', problem: 'tool-error', message: 'no such order' },
      incident: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
    }),
  ]);
});

test('only an operator can cancel a running call', async () => {
  const url = await openOrders();
  const client = await connect(url);
  const waiting = client.callTool({ name: 'wait', arguments: {} });
  await vi.waitFor(async () => expect((await read(url)).running).toHaveLength(1), { timeout: 20_000 });
  const { running } = await read(url);
  const cancel = (id: string, token?: string) =>
    fetch(`${url}/admin/cancel?call=${id}`, {
      method: 'POST',
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    });
  const { id } = running[0]!;

  const refused = await cancel(id);
  const wrong = await cancel('no-id', 'a-token-of-an-operator');
  const foreign = await cancel('0123456789ab-1', 'a-token-of-an-operator');
  const done = await cancel(id, 'a-token-of-an-operator');
  const again = await cancel(id, 'a-token-of-an-operator');

  expect([refused, wrong, foreign, done, again].map(({ status }) => status)).toEqual([401, 400, 404, 200, 404]);
  expect(JSON.stringify(await waiting)).toContain('an operator cancelled it');
});

test('a disabled dashboard has no page, no JSON, no events and no link', async () => {
  const url = await openOrders({ MCP_DASHBOARD: 'false' });

  const page = await fetch(`${url}/mcp`, { headers: { Accept: 'text/html' } });

  expect((await fetch(`${url}/dashboard`)).status).toBe(404);
  expect((await fetch(`${url}/dashboard.json`)).status).toBe(404);
  expect((await fetch(`${url}/dashboard/events`)).status).toBe(404);
  expect(await page.text()).not.toContain('Dashboard');
});

test('HEAD requests for the events are answered and do not count as readers', async () => {
  const url = await openOrders();

  const heads = await Promise.all(
    Array.from({ length: 25 }, () => fetch(`${url}/dashboard/events`, { method: 'HEAD' })),
  );

  expect(new Set(heads.map(({ status }) => status))).toEqual(new Set([200]));
  expect(heads[0]?.headers.get('content-type')).toContain('text/event-stream');
});

test('the number of concurrent event streams is limited', async () => {
  const url = await openOrders();
  // `fetch` cancels the body of a response that nobody holds any more.
  const looking = await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/dashboard/events`)));

  const one = await fetch(`${url}/dashboard/events`);
  await Promise.all(looking.map(({ body }) => body?.cancel()));

  expect(one.status).toBe(503);
  await vi.waitFor(async () => expect((await fetch(`${url}/dashboard/events`)).status).toBe(200), { timeout: 20_000 });
});
