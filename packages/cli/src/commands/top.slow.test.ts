import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CallRecorder } from '@sigil/observe/dashboard';
import { expect, onTestFinished, test } from 'vitest';
import { runSigil } from '../run-sigil.js';
import { run } from '../run-sigil.test-support.js';
import { CapturedTerminal } from '../terminal/captured-terminal.test-support.js';

/** Opens a server whose dashboard shows these calls. */
async function openNumbers(
  calls: readonly (readonly [name: string, isFailure: boolean])[],
  isAway: { now: boolean } = { now: false },
): Promise<string> {
  const recorder = new CallRecorder();
  for (const [name, isFailure] of calls) {
    const call = {
      method: 'tools/call',
      params: { name },
      revision: { requests: new Set(['tools/call']) },
      catalog: { findTool: () => ({ definition: { name } }) },
      server: { info: { name: 'orders', version: '1' } },
      principal: { id: 'ann' },
    };
    recorder.began(call as never)?.ended({ outcome: isFailure ? 'tool-error' : 'ok' });
  }
  const server = createServer((request, response) => {
    if (isAway.now) return void request.socket.destroy();
    const isIt = request.url === '/dashboard.json' || request.url === '/team/dashboard.json';
    response.writeHead(isIt ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(isIt ? JSON.stringify({ ...recorder.read(), upstreams: [{ server: 'up', state: 'serving' }] }) : '{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('without a terminal, the calls are printed as one table in the order of --sort', async () => {
  const url = await openNumbers([
    ['pay', false],
    ['pay', false],
    ['count', true],
  ]);

  const byCalls = await run(['top', url]);
  const byFailures = await run(['top', url, '--sort', 'failures']);

  expect(byCalls.exitCode).toBe(0);
  expect(byCalls.stdout).toContain('3 calls in the last hour, 1 failed, 0 running');
  expect(byCalls.stdout).toMatch(/pay +orders +2 +0 .*\n.*count +orders +1 +1 /);
  expect(byFailures.stdout).toMatch(/count[^]*pay/);
  expect(byCalls.stdout).toMatch(/Remote servers[^]*up +serving/);
});

test('--json prints the numbers as JSON', async () => {
  const { stdout } = await run(['top', await openNumbers([['pay', false]]), '--json']);

  expect(JSON.parse(stdout)).toMatchObject({ servers: [{ server: 'orders', calls: 1 }] });
});

test.each([
  ['no-url', 'expected the http(s) URL of a server, got "no-url"'],
  ['http://127.0.0.1:9', 'cannot ask http://127.0.0.1:9/dashboard.json'],
])('%s fails with an explanation', async (url, why) => {
  const { exitCode, stderr } = await run(['top', url]);

  expect(exitCode).not.toBe(0);
  expect(stderr).toContain(why);
});

test('a URL without a dashboard below it fails with the address of the dashboard and the HTTP status', async () => {
  const url = await openNumbers([]);

  const { exitCode, stderr } = await run(['top', `${url}/elsewhere`]);

  expect(exitCode).toBe(1);
  expect(stderr).toContain(`there are no numbers at ${url}/elsewhere/dashboard.json (HTTP 404)`);
});

test('a user sorts the table with a key and quits with q', async () => {
  const url = await openNumbers([
    ['pay', false],
    ['count', false],
  ]);
  const captured = new CapturedTerminal({ columns: 120 });

  const running = runSigil(['top', url], captured.terminal);
  await captured.out.has(/by calls/);
  await captured.type('n');
  await captured.out.has(/by name/);
  await captured.type('q');

  expect(await running).toBe(0);
});

test.each(['/team', '/team/', '/team/mcp/orders', '/team/mcp', '/team/dashboard', '/dashboard?a=b'])(
  'a server is found by the URL of its root, an endpoint or a page: %s',
  async (path) => {
    const { stdout } = await run(['top', `${await openNumbers([['pay', false]])}${path}`]);

    expect(stdout).toContain('1 calls in the last hour');
  },
);

test('a server that goes away is reported, and watching continues', async () => {
  const isAway = { now: false };
  const url = await openNumbers([['pay', false]], isAway);
  const captured = new CapturedTerminal({ columns: 120 });

  const running = runSigil(['top', url], captured.terminal);
  await captured.out.has(/pay/);
  isAway.now = true;
  await captured.out.has(/not up to date:\S* cannot ask/);
  isAway.now = false;
  const seen = captured.out.text.length;
  await captured.out.has(new RegExp(`^[^]{${seen}}[^]*\\n(?!not up to date)[^\\n]{0,9}by calls`));
  await captured.type('q');

  expect(await running).toBe(0);
});

test('the table is cut to the height of the terminal', async () => {
  const url = await openNumbers(Array.from({ length: 20 }, (_, index) => [`tool-${index}`, false] as const));
  const captured = new CapturedTerminal({ columns: 120, rows: 12 });

  const running = runSigil(['top', url], captured.terminal);
  await captured.out.has(/by calls/);
  await captured.type('q');
  await running;

  const [, frame = ''] = captured.out.text.split('\u001b[2J');
  expect(frame.split('\n')).toHaveLength(12);
  expect(frame).toContain('  …');
});
