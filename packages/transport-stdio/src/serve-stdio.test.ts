import type { PublishedTool, ToolResult } from '@sigil/core/catalog';
import { describe, expect, test } from 'vitest';
import { serveStdio } from './serve-stdio.js';
import {
  busyTool,
  callOf,
  echo,
  engineOf,
  gate,
  initialize,
  modernRequest,
  request,
  textResult,
  toolOf,
  type JsonMessage,
} from '@sigil/testing/transports';
import { openTestPipe } from './stdio.test-support.js';

function stuckTool(): { tool: ReturnType<typeof toolOf>; started: Promise<void>; aborted: Promise<void> } {
  const started = gate();
  const aborted = gate();
  const tool = toolOf('stuck', (_input, context) => {
    context.signal.addEventListener('abort', aborted.open);
    started.open();
    return new Promise(() => undefined);
  });
  return { tool, started: started.opened, aborted: aborted.opened };
}

describe('a conversation', () => {
  test('answers a client with a handshake', async () => {
    const pipe = openTestPipe();

    pipe.tell(initialize(1, '2025-11-25'), { jsonrpc: '2.0', method: 'notifications/initialized' });
    pipe.tell(request(2, 'tools/call', { name: 'echo', arguments: { text: 'hi' } }));

    expect((await pipe.next())?.result?.['protocolVersion']).toBe('2025-11-25');
    expect((await pipe.next())?.result?.['content']).toEqual([{ type: 'text', text: 'hi' }]);
  });

  test('answers a client without a handshake', async () => {
    const pipe = openTestPipe();

    pipe.tell(callOf(1, 'echo', { text: 'hi' }));

    expect((await pipe.next())?.result?.['content']).toEqual([{ type: 'text', text: 'hi' }]);
  });

  test('escapes the Unicode line separators in its output', async () => {
    const text = 'line \u2028 and paragraph \u2029';
    const described = { ...echo, definition: { ...echo.definition, description: text + 'x'.repeat(100_000) } };
    const pipe = openTestPipe([described]);
    let written = '';
    pipe.output.on('data', (chunk: Buffer) => (written += chunk.toString()));

    pipe.tell(callOf(1, 'echo', { text }), modernRequest(2, 'tools/list'));
    await expect.poll(() => written.split('\n')).toHaveLength(3);

    expect(written).not.toMatch(/[\u2028\u2029]/);
    const [call, list] = written.split('\n').map((line) => (line === '' ? {} : (JSON.parse(line) as JsonMessage)));
    expect(call?.result).toMatchObject({ content: [{ text }] });
    expect(list?.result).toMatchObject({ tools: [described.definition] });
  });

  test('answers a batch with one line in the revision that has batches', async () => {
    const pipe = openTestPipe();
    pipe.tell(initialize(1, '2025-03-26'));
    await pipe.next();

    pipe.tell(JSON.stringify([request(2, 'ping'), request(3, 'ping')]));

    expect(await pipe.next()).toMatchObject([{ id: 2 }, { id: 3 }]);
  });

  test('continues while a slow call runs', async () => {
    const slow = gate();
    const tool = toolOf('slow', async () => {
      await slow.opened;
      return textResult('at last');
    });
    const pipe = openTestPipe([tool, echo]);

    pipe.tell(callOf(1, 'slow'), callOf(2, 'echo', { text: 'quick' }));
    const first = await pipe.next();
    slow.open();
    const second = await pipe.next();

    expect([first?.id, second?.id]).toEqual([2, 1]);
  });

  test('answers requests that arrive together with one write', async () => {
    const pipe = openTestPipe();
    const writes: string[] = [];
    pipe.output.on('data', (chunk: Buffer) => writes.push(chunk.toString()));

    pipe.input.write(['a', 'b', 'c'].map((id) => `${JSON.stringify(callOf(id, 'echo'))}\n`).join(''));
    await expect.poll(() => writes.length).toBeGreaterThan(0);

    expect(writes.map((text) => text.match(/"id":"[abc]"/g))).toEqual([['"id":"a"', '"id":"b"', '"id":"c"']]);
  });

  test('answers a list that is stored as bytes in the order of the requests', async () => {
    const description = 'für jeden '.repeat(2_000);
    const long = { ...echo, definition: { ...echo.definition, description } };
    const pipe = openTestPipe([long]);

    const messages = [callOf(1, 'echo'), modernRequest(2, 'tools/list'), callOf(3, 'echo')];
    pipe.input.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
    const answers = [await pipe.next(), await pipe.next(), await pipe.next()];

    expect(answers.map((answer) => answer?.id)).toEqual([1, 2, 3]);
    expect(answers[1]?.result?.['tools']).toEqual([expect.objectContaining({ description })]);
  });

  test('can cancel a call', async () => {
    const { tool, started, aborted } = stuckTool();
    const pipe = openTestPipe([tool]);
    pipe.tell(callOf(7, 'stuck'));
    await started;

    pipe.tell({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } });

    await expect(aborted).resolves.toBeUndefined();
  });
});

describe('an unreadable line', () => {
  test('that is too long is refused once with the limit, and the next is read', async () => {
    const pipe = openTestPipe([echo], { maxLineBytes: 300 });

    pipe.tell('x'.repeat(5_000), callOf(1, 'echo', { text: 'hi' }));
    const refusal = await pipe.next();
    const answer = await pipe.next();

    expect(refusal?.error).toEqual({
      code: -32700,
      message: 'the line is longer than 300 bytes (limit maxLineBytes)',
    });
    expect(refusal).not.toHaveProperty('id');
    expect(answer?.id).toBe(1);
  });

  // Rules: 43
  test('that is not UTF-8 is refused', async () => {
    const pipe = openTestPipe();

    pipe.input.write(Buffer.from([0x22, 0xff, 0x22, 0x0a]));

    expect((await pipe.next())?.error).toEqual({ code: -32700, message: 'the line is not UTF-8' });
  });

  test('that is not JSON is refused', async () => {
    const pipe = openTestPipe();

    pipe.tell('hello');

    expect((await pipe.next())?.error?.code).toBe(-32700);
  });
});

describe('the end of the server', () => {
  test('waits for running calls when the input ends', async () => {
    const finish = gate();
    const tool = toolOf('slow', async () => {
      await finish.opened;
      return textResult('in time');
    });
    const pipe = openTestPipe([tool], { endGraceMs: 10_000 });
    pipe.tell(callOf(1, 'slow'));

    pipe.input.end();
    await new Promise((resolve) => pipe.input.once('close', resolve));
    finish.open();

    expect((await pipe.next())?.result?.['content']).toEqual([{ type: 'text', text: 'in time' }]);
    await expect(pipe.server.done).resolves.toBeUndefined();
  });

  test('comes after the last line of the input, even without a line ending', async () => {
    const pipe = openTestPipe();

    pipe.input.end(JSON.stringify(modernRequest(1, 'tools/list')));

    expect((await pipe.next())?.id).toBe(1);
    expect(await pipe.next()).toBeUndefined();
  });

  test('aborts running calls when the grace period after the input is over', async () => {
    const { tool, aborted } = stuckTool();
    const pipe = openTestPipe([tool], { endGraceMs: 5 });
    pipe.tell(callOf(1, 'stuck'));

    pipe.input.end();

    await pipe.server.done;
    await expect(aborted).resolves.toBeUndefined();
  });

  test('comes without a fault when the reader is gone', async () => {
    const { tool, started, aborted } = stuckTool();
    const pipe = openTestPipe([tool]);
    pipe.tell(callOf(1, 'stuck'));
    await started;

    pipe.output.destroy(Object.assign(new Error('broken pipe'), { code: 'EPIPE' }));

    await pipe.server.done;
    await aborted;
    expect(pipe.faults).toEqual([]);
  });

  test('comes with a fault when a stream breaks', async () => {
    const pipe = openTestPipe();
    const broken = new Error('device gone');

    pipe.input.destroy(broken);

    await pipe.server.done;
    expect(pipe.faults).toEqual([{ during: 'reading from the input', error: broken }]);
  });

  test('aborts running calls and stops reading when it is closed', async () => {
    const { tool, started, aborted } = stuckTool();
    const pipe = openTestPipe([tool, echo]);
    pipe.tell(callOf(1, 'stuck'));
    await started;

    await pipe.server.close();
    pipe.tell(callOf(2, 'echo'));

    await aborted;
    expect(pipe.input.isPaused()).toBe(true);
    expect(await pipe.next()).toBeUndefined();
  });
});

test('lines that arrive together yield to the event loop after 20 ms, and the input is paused meanwhile', async () => {
  const { tool, turnsAtCall } = busyTool();
  const pipe = openTestPipe([tool]);
  const pauses: boolean[] = [];
  pipe.input.on('pause', () => pauses.push(true)).on('resume', () => pauses.push(false));

  pipe.tell(Array.from({ length: 8 }, (_, id) => JSON.stringify(callOf(id, 'busy'))).join('\n'));
  await expect.poll(() => turnsAtCall).toHaveLength(8);

  // The clock is first checked at the second line.
  expect(new Set(turnsAtCall.slice(1)).size).toBe(7);
  expect(pauses).toContain(true);
  await expect.poll(() => pauses.at(-1)).toBe(false);
});

describe('a stalled reader', () => {
  test('pauses a call that awaits its progress', async () => {
    let reported = 0;
    const tool = toolOf('chatty', async (_input, context) => {
      for (reported = 0; reported < 10_000; reported++) {
        await context.reportProgress(reported + 1, undefined, 'x'.repeat(1_000));
      }
      return textResult('done');
    });
    const pipe = openTestPipe([tool]);

    pipe.tell(modernRequest(1, 'tools/call', { name: 'chatty', _meta: { progressToken: 'p' } }));
    await expect.poll(() => pipe.output.writableNeedDrain).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    const whileStalled = reported;
    let last = await pipe.next();
    while (last?.method !== undefined) last = await pipe.next();

    expect(whileStalled).toBeGreaterThan(1);
    expect(whileStalled).toBeLessThan(200);
    expect(last?.id).toBe(1);
  });

  test('is not read from while it has more than maxBufferedBytes pending', async () => {
    const pipe = openTestPipe([echo], { maxBufferedBytes: 1_000 });

    pipe.tell(callOf(1, 'echo', { text: 'x'.repeat(100_000) }));
    await expect.poll(() => pipe.output.writableLength).toBeGreaterThan(1_000);
    pipe.tell(callOf(2, 'echo', { text: 'second' }));
    await expect.poll(() => pipe.input.isPaused()).toBe(true);

    expect((await pipe.next())?.id).toBe(1);
    expect((await pipe.next())?.id).toBe(2);
    await expect.poll(() => pipe.input.isPaused()).toBe(false);
  });

  test('has no further line handled, even of those that came in one piece', async () => {
    let runs = 0;
    const run = async (): Promise<ToolResult> => {
      runs++;
      return textResult('x'.repeat(100_000));
    };
    const long: PublishedTool = { definition: { name: 'long', inputSchema: { type: 'object' } }, run };
    const pipe = openTestPipe([long], { maxBufferedBytes: 1_000 });

    pipe.tell([1, 2, 3].map((id) => JSON.stringify(callOf(id, 'long'))).join('\n'));
    await expect.poll(() => pipe.output.writableLength).toBeGreaterThan(1_000);
    // Every line that gets handled is handled before the turn of the event loop ends.
    await new Promise((resolve) => setImmediate(resolve));
    const runsWhileUnread = runs;
    const ids = [await pipe.next(), await pipe.next(), await pipe.next()].map((answer) => answer?.id);

    expect(runsWhileUnread).toBe(1);
    expect(ids).toEqual([1, 2, 3]);
  });
});

test('a message on which the engine fails is reported, and the next is answered', async () => {
  const engine = engineOf([echo]);
  const pipe = openTestPipe([echo], {}, engine);
  const broken = new Error('bug');
  const { read } = engine;
  engine.read = () => {
    engine.read = read;
    throw broken;
  };

  pipe.tell(callOf(1, 'echo'), callOf(2, 'echo'));

  expect((await pipe.next())?.id).toBe(2);
  expect(pipe.faults).toEqual([{ during: 'a message', error: broken }]);
});

test('an invalid limit is rejected by name', () => {
  expect(() => serveStdio(engineOf([echo]), { maxLineBytes: 0 })).toThrow(/limit maxLineBytes/);
});
