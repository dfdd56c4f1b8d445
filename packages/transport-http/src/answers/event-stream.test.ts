import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { gate, textResult, toolOf } from '@sigil/testing/transports';
import { modern, openSocket, openTestServer, rawPost } from '../http.test-support.js';

describe('a stalled reader', () => {
  test('pauses a call that awaits its progress and gets everything once it reads again', async () => {
    let reported = 0;
    const stalled = gate();
    const total = 2_000;
    const chatty = toolOf('chatty', async (_input, context) => {
      for (reported = 0; reported < total;) {
        const report = context.reportProgress(++reported, total, 'x'.repeat(10_000));
        const winner = await Promise.race([report.then(() => 'sent'), nextTurns(50).then(() => 'stalled')]);
        if (winner === 'stalled') stalled.open();
        await report;
      }
      return textResult('done');
    });
    const { port } = await openTestServer({ tools: [chatty] });
    const socket = await openSocket(port);
    socket.pause();

    socket.write(rawPost(modern('tools/call', { name: 'chatty', _meta: { progressToken: 'p' } })));
    await stalled.opened;
    const whileStalled = reported;
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.resume();
    await expect.poll(() => text.includes('"done"'), { timeout: 10_000 }).toBe(true);

    expect(whileStalled).toBeLessThan(total);
    expect(text.match(/notifications\/progress/g)).toHaveLength(total);
  });

  test.each([
    ['a long answer', 'long'],
    ['a long stream', 'stream'],
  ])('of %s is disconnected after stallTimeoutMs', async (_what, name) => {
    const size = 16 * 1024 * 1024;
    const long = toolOf('long', () => Promise.resolve(textResult('x'.repeat(size / 2))));
    const stream = toolOf('stream', async (_input, context) => {
      for (let step = 1; step <= 16; step++) void context.reportProgress(step, 16, 'x'.repeat(size / 16));
      await context.reportProgress(17, 17);
      return textResult('done');
    });
    const { port, http } = await openTestServer({ tools: [long, stream], limits: { stallTimeoutMs: 50 } });
    const closed = once(http.server, 'connection').then(([socket]) => once(socket as NodeJS.EventEmitter, 'close'));
    const socket = await openSocket(port);
    socket.pause();

    socket.write(rawPost(modern('tools/call', { name, _meta: { progressToken: 'p' } })));

    await expect(closed).resolves.toBeDefined();
  });
});

async function nextTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}
