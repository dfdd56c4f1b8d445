import type { JsonObject } from '@sigil/core';
import { buildCatalog, fixedSource } from '@sigil/core/catalog';
import { createEngine } from '@sigil/core/engine';
import { openNativeConversation } from '@sigil/core/internal';
import { describe, expect, test } from 'vitest';
import { openShellCommand } from './open-shell-command.js';

describe('a command in the native view', () => {
  test('sends each line as an event, then its exit, then its exit code as the result', async () => {
    const events = await streamOf('echo one; echo; echo "  two"; printf three; echo err >&2');

    expect(events).toEqual([
      { type: 'start' },
      stdout('one\n'),
      stdout('\n'),
      stdout('  two\n'),
      stdout('three'),
      { type: 'content', content: { type: 'exit', exit_code: 0 } },
      { type: 'complete', result: { exit_code: 0 } },
    ]);
  });

  test('sends its exit and an error when it fails', async () => {
    expect(await streamOf('echo some; echo "no such thing" >&2; exit 3')).toEqual([
      { type: 'start' },
      stdout('some\n'),
      { type: 'content', content: { type: 'exit', exit_code: 3 } },
      {
        type: 'error',
        error: { code: -32_000, message: 'command "shell" ended with exit code 3\nno such thing' },
      },
    ]);
  });

  test.each([
    ['kill -SEGV $$', { signal: 'SIGSEGV' }],
    ['sleep 60', { timed_out: true }],
  ])('reports how it ended: %s', async (script, how) => {
    const events = await streamOf(script, { timeoutMs: 200 });

    expect(events.at(-2)).toEqual({ type: 'content', content: { type: 'exit', ...how } });
    expect(events.at(-1)).toMatchObject({ type: 'error' });
  });

  test('streams more than maxOutputBytes, and a very long line in pieces', async () => {
    const events = await streamOf("head -c 3000000 /dev/zero | tr '\\0' a; echo; echo end", { maxOutputBytes: 100 });

    const texts = events.slice(1, -2).map(({ content }) => (content as { data: string }).data);
    expect(texts.join('')).toBe(`${'a'.repeat(3_000_000)}\nend\n`);
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(65_536);
  });
});

function stdout(data: string): JsonObject {
  return { type: 'content', content: { type: 'stdout', data } };
}

/** Runs a shell script as a subscription, to its end. */
async function streamOf(script: string, more: JsonObject = {}): Promise<JsonObject[]> {
  const configuration = { command: 'sh', args: ['-c', script], arguments: {}, ...more };
  const catalog = buildCatalog(openShellCommand(configuration, { name: 'shell' }));
  const engine = createEngine({ info: { name: 'test', version: '1.0.0' }, source: fixedSource(catalog) });
  const events: JsonObject[] = [];
  let tellEnd: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (tellEnd = resolve));
  const conversation = openNativeConversation(engine, {
    async send({ json }) {
      const { params } = JSON.parse(json) as { params?: { result: JsonObject } };
      if (!params) return;
      events.push(params.result);
      if (params.result['type'] === 'complete' || params.result['type'] === 'error') tellEnd();
    },
  });
  await conversation.receive('{"jsonrpc":"2.0","id":1,"method":"shell"}');
  await ended;
  conversation.close();
  engine.close();
  return events;
}
