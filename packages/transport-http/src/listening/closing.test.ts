import { expect, test } from 'vitest';
import { gate, textResult, toolOf } from '@sigil/testing/transports';
import { modern, openTestServer, send } from '../http.test-support.js';
import { openHttpServer } from './open-http-server.js';

test('closing waits only for calls, also where an endpoint has several paths', async () => {
  const started = gate();
  const finish = gate();
  const slow = toolOf('slow', async () => {
    started.open();
    await finish.opened;
    return textResult('finished');
  });
  const { endpoint } = await openTestServer({ tools: [slow] });
  const endpoints = new Map(['/mcp', '/mcp/slow'].map((path) => [path, endpoint]));
  const http = await openHttpServer({ endpoints, port: 0 });
  const running = send(http.port, modern('tools/call', { name: 'slow' }));
  await started.opened;

  const closed = http.close({ graceMs: 60_000 });
  finish.open();

  expect((await running).status).toBe(200);
  await closed;
});

test('a call that still runs when the grace is over is answered', async () => {
  const started = gate();
  const stuck = toolOf('stuck', () => {
    started.open();
    return new Promise(() => undefined);
  });
  const { http, port } = await openTestServer({ tools: [stuck] });
  const running = send(port, modern('tools/call', { name: 'stuck' }));
  await started.opened;

  await http.close({ graceMs: 10 });

  expect((await running).text).toContain('the server is closing');
});
