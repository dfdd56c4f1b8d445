import { expect, test } from 'vitest';
import type { JsonObject } from '@sigil/core';
import { serveNativeStdio } from './serve-stdio.js';
import { echo, engineOf, gate, request, toolOf } from '@sigil/testing/transports';
import { openTestPipe, type TestPipe } from './stdio.test-support.js';

function openNativePipe(tools: Parameters<typeof engineOf>[0], native = {}): TestPipe {
  return openTestPipe(tools, {}, engineOf(tools), (engine, options) =>
    serveNativeStdio(engine, { ...options, native }),
  );
}

/** Returns the type of the next event, and the number of its subscription. */
async function nextEvent(pipe: TestPipe): Promise<readonly [unknown, unknown]> {
  const { subscription, result } = (await pipe.next())?.params ?? {};
  return [subscription, (result as JsonObject | undefined)?.['type']];
}

test('a method is answered with a subscription, and its events follow line by line', async () => {
  const pipe = openNativePipe([echo]);

  pipe.tell(request(1, 'echo', { text: 'hi' }));

  expect((await pipe.next())?.result).toEqual({ subscription: 1 });
  expect(await nextEvent(pipe)).toEqual([1, 'start']);
  expect((await pipe.next())?.params).toEqual({ subscription: 1, result: { type: 'content', content: 'hi' } });
  expect(await nextEvent(pipe)).toEqual([1, 'complete']);
});

test('subscriptions run concurrently, and unsubscribing aborts one', async () => {
  const started = gate();
  const aborted = gate();
  const stuck = toolOf('stuck', async (_input, context) => {
    context.signal.addEventListener('abort', aborted.open);
    await context.reportProgress(1);
    started.open();
    return new Promise(() => undefined);
  });
  const pipe = openNativePipe([stuck, echo]);

  pipe.tell(request(1, 'stuck'), request(2, 'echo'));
  await started.opened;
  pipe.tell(request(3, 'unsubscribe', { subscription: 1 }));
  await aborted.opened;

  const lines: unknown[] = [];
  while (lines.length < 8) lines.push(await pipe.next());
  expect(lines).toContainEqual({ jsonrpc: '2.0', id: 3, result: true });
});

test('an invalid line is refused, and the next one is read', async () => {
  const pipe = openNativePipe([echo]);

  pipe.tell('{', request(1, 'ech'));

  expect((await pipe.next())?.error?.code).toBe(-32_700);
  expect((await pipe.next())?.error?.code).toBe(-32_601);
});

test('subscriptions that still run when the input ends are aborted', async () => {
  const aborted = gate();
  const stuck = toolOf('stuck', (_input, context) => {
    context.signal.addEventListener('abort', aborted.open);
    return new Promise(() => undefined);
  });
  const pipe = openNativePipe([stuck]);

  pipe.tell(request(1, 'stuck'));
  pipe.input.end();

  await aborted.opened;
  await pipe.server.done;
  expect(pipe.faults).toEqual([]);
});

test('an invalid limit is rejected by name', () => {
  expect(() => openNativePipe([], { maxStreams: 0 })).toThrow('limit maxStreams');
});
