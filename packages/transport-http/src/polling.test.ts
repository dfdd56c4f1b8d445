import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Context } from '@sigil/core';
import { describe, expect, test } from 'vitest';
import { gate, textResult, toolOf } from '@sigil/testing/transports';
import {
  begin,
  legacy,
  modern,
  openSocket,
  openTestServer,
  openTestSession,
  rawPost,
  readStream,
  send,
} from './http.test-support.js';
import { callWithProgress, listening, messageOf, openEvents, progressOf } from './sse.test-support.js';

/** A tool that releases its connection, and answers once the test lets it. */
function lettingGo(reportsBefore = 0) {
  const goOn = gate();
  const tool = toolOf('polled', async (_input, context) => {
    for (let step = 1; step <= reportsBefore; step++) await context.reportProgress(step);
    context.releaseConnection();
    await goOn.opened;
    await context.reportProgress(10);
    return textResult('finished');
  });
  return { tool, goOn: () => goOn.open() };
}

describe('a call that releases its connection', () => {
  test('ends the stream with a retry delay and answers a client that reconnects', async () => {
    const { tool, goOn } = lettingGo();
    const { port } = await openTestServer({ tools: [tool], limits: { retryMs: 70 } });
    const session = await openTestSession(port);

    const [primed, last, ...none] = await (await openEvents(port, callWithProgress('polled', session))).rest();
    const resumed = await openEvents(port, listening(session, primed!.id));
    goOn();
    const events = await resumed.rest();

    expect(primed).toEqual({ event: undefined, id: expect.any(String), retry: '70', data: '' });
    expect(last).toEqual({ event: undefined, id: undefined, retry: '70', data: undefined });
    expect(none).toEqual([]);
    expect(events.map((event) => progressOf(event) ?? messageOf(event)?.result?.['isError'])).toEqual([10, false]);
  });

  test('keeps its answer for a client that reconnects after the end', async () => {
    const { tool, goOn } = lettingGo(2);
    const { port, endpoint } = await openTestServer({ tools: [tool] });
    const session = await openTestSession(port);
    const events = await (await openEvents(port, callWithProgress('polled', session))).rest();
    goOn();
    await send(port, legacy('ping', {}, session));

    const rest = await (await openEvents(port, listening(session, events[2]!.id))).rest();

    expect(events.map(progressOf)).toEqual([undefined, 1, 2, undefined]);
    expect(rest.map(progressOf)).toEqual([10, undefined]);
    expect(endpoint.sessionCount).toBe(1);
  });

  test('can also release a resumed connection', async () => {
    const comeBack = gate();
    const twice = toolOf('twice', async (_input, context) => {
      context.releaseConnection();
      await comeBack.opened;
      context.releaseConnection();
      return textResult('finished');
    });
    const { port } = await openTestServer({ tools: [twice] });
    const session = await openTestSession(port);
    const [primed] = await (await openEvents(port, callWithProgress('twice', session))).rest();
    const second = await openEvents(port, listening(session, primed!.id));
    comeBack.open();

    const secondEvents = await second.rest();
    const third = await (await openEvents(port, listening(session, primed!.id))).rest();

    expect(secondEvents.map((event) => [event.retry, event.data])).toEqual([['500', undefined]]);
    expect(third.map((event) => messageOf(event)?.result?.['isError'])).toEqual([false]);
  });

  test('is answered normally in a revision whose clients do not reconnect', async () => {
    const { tool, goOn } = lettingGo();
    const { port } = await openTestServer({ tools: [tool] });
    const session = await openTestSession(port, '2025-06-18');
    goOn();

    const answer = await send(port, legacy('tools/call', { name: 'polled' }, session));

    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.messages[0]?.result?.['isError']).toBe(false);
  });

  test.each([
    ['takes no streams', 'application/json'],
    ['is of the newest era', undefined],
  ])('is answered normally to a client that %s', async (_what, accept) => {
    const { tool, goOn } = lettingGo();
    const { port } = await openTestServer({ tools: [tool] });
    const session = await openTestSession(port);
    const old = legacy('tools/call', { name: 'polled' }, session);
    const sending = accept
      ? { ...old, headers: { ...old.headers, Accept: accept } }
      : modern('tools/call', { name: 'polled' });
    goOn();

    const answer = await send(port, sending);

    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.messages[0]?.result?.['isError']).toBe(false);
  });
});

describe('a question to the client', () => {
  const ask = async (context: Context) => {
    const answer = await context.elicit('Which city?', {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
    });
    return textResult(JSON.stringify(answer));
  };
  const asking = toolOf('asking', (_input, context) => ask(context));
  const capabilities = { elicitation: {} };

  async function openAskableSession(port: number): Promise<string> {
    const params = { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'tester', version: '0' } };
    const answer = await send(port, legacy('initialize', params));
    const session = String(answer.headers['mcp-session-id']);
    await send(port, {
      headers: { 'Mcp-Session-Id': session },
      body: '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    });
    return session;
  }

  function answerTo(session: string, id: unknown): { headers: Record<string, string>; body: string } {
    const result = { action: 'accept', content: { city: 'Oslo' } };
    return { headers: { 'Mcp-Session-Id': session }, body: JSON.stringify({ jsonrpc: '2.0', id, result }) };
  }

  test('is sent on the stream of its call, and its answer is accepted with 202', async () => {
    const { port } = await openTestServer({ tools: [asking] });
    const session = await openAskableSession(port);
    const standing = await openEvents(port, listening(session));
    const call = legacy('tools/call', { name: 'asking' }, session);
    const stream = await openEvents(port, call);
    await stream.next();

    const question = messageOf(await stream.next());
    const accepted = await send(port, answerTo(session, question?.id));
    const [result] = await stream.rest();

    expect(question?.method).toBe('elicitation/create');
    expect([accepted.status, accepted.text]).toEqual([202, '']);
    expect(JSON.stringify(messageOf(result)?.result)).toContain('Oslo');
    expect((await standing.next())?.data).toBe('');
    standing.response.destroy();
  });

  test('is sent again to a client that reconnects', async () => {
    const { port } = await openTestServer({ tools: [asking] });
    const session = await openAskableSession(port);
    const stream = await openEvents(port, legacy('tools/call', { name: 'asking' }, session));
    const primed = await stream.next();
    const lost = messageOf(await stream.next());
    await stream.leave();

    const resumed = await openEvents(port, listening(session, primed!.id));
    const again = messageOf(await resumed.next());
    await send(port, answerTo(session, again?.id));
    const [result] = await resumed.rest();

    expect(again).toEqual(lost);
    expect(JSON.stringify(messageOf(result)?.result)).toContain('Oslo');
  });

  test('is not possible when the call is answered without a stream', async () => {
    const { port } = await openTestServer({ tools: [asking] });
    const session = await openAskableSession(port);
    const call = legacy('tools/call', { name: 'asking' }, session);

    const answer = await send(port, { ...call, headers: { ...call.headers, Accept: 'application/json' } });

    expect(answer.headers['content-type']).toBe('application/json');
    expect(JSON.stringify(answer.messages[0])).toContain('incapable');
  });

  test('from a task is sent on the standing stream if the connection waiting for the result broke', async () => {
    const go = gate();
    const { definition, run } = toolOf('job', async (_input, context) => {
      await go.opened;
      return ask(context);
    });
    const job = { definition: { ...definition, task: 'optional' as const }, run };
    const { port, http } = await openTestServer({ tools: [job] });
    const session = await openAskableSession(port);
    const created = await send(port, legacy('tools/call', { name: 'job', task: {} }, session));
    const { taskId } = created.messages[0]!.result!['task'] as { taskId: string };
    const waiting = await openSocket(port);
    const { headers, body } = legacy('tasks/result', { taskId }, session);
    const arrived = once(http.server, 'request');
    waiting.write(rawPost({ headers: { ...headers, Accept: 'text/event-stream' }, body: body! }));
    const [, response] = (await arrived) as [unknown, ServerResponse];
    waiting.destroy();
    await once(response, 'close');

    const standing = await openEvents(port, listening(session));
    go.open();
    const [, status, question] = [await standing.next(), await standing.next(), await standing.next()].map(messageOf);
    await send(port, answerTo(session, question?.id));
    const result = await send(port, legacy('tasks/result', { taskId }, session));
    await standing.leave();

    expect([status?.method, question?.method]).toEqual(['notifications/tasks/status', 'elicitation/create']);
    expect(JSON.stringify(result.messages.at(-1)?.result)).toContain('Oslo');
  });

  test('cannot be answered from another session', async () => {
    const { port } = await openTestServer({ tools: [asking] });
    const session = await openAskableSession(port);
    const other = await openAskableSession(port);
    const next = readStream(await begin(port, legacy('tools/call', { name: 'asking' }, session)));
    const question = await next();

    const foreign = answerTo(other, question?.id);
    await send(port, { ...foreign, body: foreign.body.replace('Oslo', 'Elsewhere') });
    await send(port, answerTo(session, question?.id));

    expect(JSON.stringify(await next())).toContain('Oslo');
  });
});
