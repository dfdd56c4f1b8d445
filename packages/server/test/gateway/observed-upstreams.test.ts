/** Upstreams as an operator sees them: in the metrics, and on the page of their server. */
import { expect, test } from 'vitest';
import { openGateway, openWaitingUpstream, untilServing, type Gateway } from './gateway.test-support.js';

const states = ['connecting', 'serving', 'degraded', 'open', 'failed', 'unauthorized', 'pinned'];

/** The lines of a metric, by the upstream's name and what else is in its labels, with their values. */
async function metricOf({ url }: Gateway, metric: string): Promise<readonly string[]> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return text.split('\n').filter((line) => line.startsWith(`${metric}{`));
}

function stateLines(upstream: string, state: string): readonly string[] {
  return states.map((it) => `sigil_upstream_state{upstream="${upstream}",state="${it}"} ${it === state ? 1 : 0}`);
}

async function pageOf({ url }: Gateway, server: string): Promise<string> {
  return (await fetch(`${url}/mcp/meta/${server}`, { headers: { accept: 'text/html' } })).text();
}

const latency = /<dt>Latency<\/dt><dd>\d+(?:\.\d)? m?s<\/dd>/;

test('sigil_upstream_state is 1 for the state that each upstream is in, and 0 for all others', async () => {
  const upstream = await openWaitingUpstream({ name: 'add' });
  const far = { remote: { url: upstream.url, protocol: 'legacy' } };
  const away = { remote: { url: 'http://127.0.0.1:9/mcp' } };
  const gateway = await openGateway({ far, away }, {}, { MCP_METRICS: 'true' });
  const read = (): Promise<readonly string[]> => metricOf(gateway, 'sigil_upstream_state');
  const sorted = (...lines: readonly string[]): unknown => expect.arrayContaining([...lines]);

  await expect.poll(read).toEqual(sorted(...stateLines('far', 'connecting'), ...stateLines('away', 'failed')));
  const before = await metricOf(gateway, 'sigil_upstream_latency_seconds');
  upstream.answer();
  await expect.poll(read).toEqual(sorted(...stateLines('far', 'serving'), ...stateLines('away', 'failed')));

  expect(before).toEqual([]);
  expect(await read()).toHaveLength(2 * states.length);
  expect(await metricOf(gateway, 'sigil_upstream_latency_seconds')).toEqual([
    expect.stringMatching(/^sigil_upstream_latency_seconds\{upstream="far"\} \d+(?:\.\d+)?$/),
  ]);
  // One session serves the calls, and one reads what is listed only for clients that can be asked.
  // An attempt that nothing answers is counted while it lasts.
  await expect
    .poll(() => metricOf(gateway, 'sigil_upstream_openings_total'))
    .toEqual(['sigil_upstream_openings_total{upstream="away"} 0', 'sigil_upstream_openings_total{upstream="far"} 2']);
});

test('a server’s page says how long its upstream takes to answer, once it has', async () => {
  const upstream = await openWaitingUpstream({ name: 'add' });
  const gateway = await openGateway({ far: { remote: { url: upstream.url, protocol: 'legacy' } } });

  const before = await pageOf(gateway, 'far');
  upstream.answer();
  await untilServing(gateway, 'far');

  expect(before).not.toContain('Latency');
  expect(await pageOf(gateway, 'far')).toMatch(latency);
});
