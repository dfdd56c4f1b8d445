/** The line of the log that counts healthy upstreams and their tools. */
import { expect, test } from 'vitest';
import { openGateway, openUpstream, openWaitingUpstream, untilServing, type Gateway } from './gateway.test-support.js';

function summariesOf({ lines }: Gateway): readonly string[] {
  return lines.flatMap((line) => /\d+ of \d+ upstreams? healthy, \d+ tools?(?=\n)/.exec(line)?.[0] ?? []);
}

test('the log counts healthy upstreams and their tools once each has been tried, and on every change', async () => {
  const [first, second] = [await openUpstream(), await openWaitingUpstream({ name: 'late' })];
  const remoteOf = (url: string) => ({ remote: { url, connectTimeoutMs: 60_000, listTimeoutMs: 60_000 } });
  const sums = remoteOf(`${first.url}/mcp`);
  const away = remoteOf('http://127.0.0.1:9/mcp');
  const gateway = await openGateway({ sums, away, late: remoteOf(second.url) });
  await untilServing(gateway, 'sums');
  const before = summariesOf(gateway);

  second.answer();
  await expect.poll(() => summariesOf(gateway)).toEqual(['2 of 3 upstreams healthy, 3 tools']);
  await gateway.configure({ sums, away });

  await expect
    .poll(() => summariesOf(gateway))
    .toEqual(['2 of 3 upstreams healthy, 3 tools', '1 of 2 upstreams healthy, 2 tools']);
  expect(before).toEqual([]);
});

test('the log has a new line when an upstream goes away', async () => {
  const upstream = await openUpstream();
  const gateway = await openGateway({ sums: { remote: { url: `${upstream.url}/mcp`, healthMs: 1_000 } } });
  await expect.poll(() => summariesOf(gateway)).toEqual(['1 of 1 upstream healthy, 2 tools']);

  await upstream.close();

  await expect
    .poll(() => summariesOf(gateway), { timeout: 20_000 })
    .toEqual(['1 of 1 upstream healthy, 2 tools', '0 of 1 upstream healthy, 0 tools']);
});
