/** Calls that the server stops are answered, whatever ended them: an empty answer would keep the client waiting. */
import { expect, test } from 'vitest';
import { gate, toolOf } from '@sigil/testing/transports';
import { legacy, modern, openTestServer, openTestSession, send, testClock, type Answer } from './http.test-support.js';
import { callWithProgress } from './sse.test-support.js';

const hour = 3_600_000;

function stuckTool(isStreaming = false) {
  const started = gate();
  const tool = toolOf('stuck', async (_input, context) => {
    if (isStreaming) await context.reportProgress(1);
    started.open();
    return new Promise(() => undefined);
  });
  return { tool, started };
}

function wordsOf({ status, messages }: Answer): unknown {
  return [status, messages.at(-1)?.result];
}

function stopped(why: string): unknown {
  const content = [{ type: 'text', text: `tool "stuck" was stopped: ${why}` }];
  return [200, expect.objectContaining({ content, isError: true })];
}

test.each(['JSON', 'a stream'])('deleting a session answers its running call as %s', async (form) => {
  const { tool, started } = stuckTool(form === 'a stream');
  const { port } = await openTestServer({ tools: [tool] });
  const id = await openTestSession(port);
  const sending = form === 'a stream' ? callWithProgress('stuck', id) : legacy('tools/call', { name: 'stuck' }, id);
  const answer = send(port, sending);
  await started.opened;

  await send(port, { method: 'DELETE', headers: { 'Mcp-Session-Id': id } });

  expect(wordsOf(await answer)).toEqual(stopped('the session has ended'));
});

test('the end of a session’s lifetime answers its running call', async () => {
  const { tool, started } = stuckTool();
  const clock = testClock();
  const { port } = await openTestServer({ tools: [tool], clock, limits: { sessionLifetimeMs: hour } });
  const id = await openTestSession(port);
  const answer = send(port, legacy('tools/call', { name: 'stuck' }, id));
  await started.opened;

  clock.advance(hour);

  expect(wordsOf(await answer)).toEqual(stopped('the session has ended'));
});

test.each(['stateful', 'stateless', 'modern'])('closing the server answers a running %s call', async (mode) => {
  const { tool, started } = stuckTool();
  const sessions = mode === 'stateless' ? ({ sessions: 'stateless' } as const) : {};
  const { port, endpoint } = await openTestServer({ tools: [tool], ...sessions });
  const id = mode === 'stateful' ? await openTestSession(port) : undefined;
  const params = { name: 'stuck' };
  const answer = send(port, mode === 'modern' ? modern('tools/call', params) : legacy('tools/call', params, id));
  await started.opened;

  await endpoint.close();

  expect(wordsOf(await answer)).toEqual(stopped('the server is closing'));
});
