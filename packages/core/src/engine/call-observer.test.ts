import { describe, expect, test, vi } from 'vitest';
import type { CallEnd, CallObserver, ObservedCall } from '../calls/call-observer.js';
import { catalogOf, text, toolOf } from '../catalog/catalog.test-support.js';
import { McpError } from '../errors/mcp-error.js';
import { ToolError } from '../errors/tool-error.js';
import { clockAt } from '../model/clock.test-support.js';
import type { JsonObject } from '../model/json.js';
import { revisions } from '../revisions/choose-revision.js';
import { callIn, codeOf, deferred, engineOf, modern, requestIn, settled, talkIn } from './engine.test-support.js';
import { modernClient, taskIdOf } from './tasks.test-support.js';
import { readFrom, serverOf } from '../streaming/streaming.test-support.js';
import { Budget } from '../callers/clients.js';

/** An observer that records everything, calls by their method and the name in them. */
function recordingObserver() {
  const ends: [string, CallEnd][] = [];
  const begun: ObservedCall[] = [];
  const limits: string[] = [];
  const observer: CallObserver = {
    began(call) {
      begun.push(call);
      const name = `${call.method} ${String(call.params['name'] ?? '')}`.trim();
      return { ended: (end) => void ends.push([name, end]) };
    },
    limitHit: (limit) => void limits.push(limit),
  };
  return { observer, begun, ends, limits };
}

const tools = [
  toolOf('good'),
  toolOf('at-once', () => text('x')),
  toolOf('refusing', async () => {
    throw new ToolError('not today');
  }),
  toolOf('broken', () => {
    throw new TypeError('no');
  }),
];

describe.each(revisions)('$date', (revision) => {
  test('an observer sees each call once, and how it ended', async () => {
    const { observer, ends } = recordingObserver();
    const talk = await talkIn(revision, engineOf(catalogOf({ tools }), { observer }));

    for (const name of ['good', 'at-once', 'refusing', 'broken', 'unknown'])
      await talk.send(callIn(revision, name, { name }));
    await talk.send(requestIn(revision, 'list', ['tools/list']));
    await talk.send(requestIn(revision, 'none', ['no/such']));

    expect(ends).toEqual([
      ['tools/call good', { outcome: 'ok' }],
      ['tools/call at-once', { outcome: 'ok' }],
      ['tools/call refusing', { outcome: 'tool-error', message: 'not today' }],
      ['tools/call broken', { outcome: 'tool-error', message: expect.stringMatching(/\(incident [0-9a-f]{8}\)$/) }],
      [
        'tools/call unknown',
        { outcome: 'error', problem: 'invalid-params', message: expect.stringContaining('unknown') },
      ],
      ['tools/list', { outcome: 'ok' }],
      ['no/such', { outcome: 'error', problem: 'method-not-found', message: expect.stringContaining('no/such') }],
    ]);
  });

  test('an observer that refuses a call keeps it from running', async () => {
    const run = vi.fn(() => text('ran'));
    const observer: CallObserver = {
      began: () => {
        throw new McpError('internal-error', 'the audit log cannot be written');
      },
    };
    const talk = await talkIn(revision, engineOf(catalogOf({ tools: [toolOf('effect', run)] }), { observer }));

    const answer = await talk.request(callIn(revision, 1, { name: 'effect' }));

    expect(codeOf(answer)).toBe(-32603);
    expect(JSON.stringify(answer)).toContain('the audit log cannot be written');
    expect(run).not.toHaveBeenCalled();
  });

  test('the observer is told which limits calls hit', async () => {
    const { observer, limits } = recordingObserver();
    const long = toolOf('long', () => text('x'.repeat(1_000)));
    const server = engineOf(catalogOf({ tools: [long, toolOf('stuck', () => new Promise(() => undefined))] }), {
      observer,
      limits: { maxResultLength: 500, callTimeoutMs: 1 },
    });
    const talk = await talkIn(revision, server);

    for (const name of ['long', 'stuck']) await talk.send(callIn(revision, name, { name }));

    expect(limits).toEqual(['maxResultLength', 'callTimeoutMs']);
  });

  test('the observer is told when calls exceed maxCallsPerSecond', async () => {
    const { observer, limits } = recordingObserver();
    const options = { observer, clock: clockAt(() => 0), limits: { maxCallsPerSecond: 1 } };
    const talk = await talkIn(revision, engineOf(catalogOf({ tools }), options));

    for (const id of ['a', 'b', 'c']) await talk.send(callIn(revision, id, { name: 'at-once' }));

    expect(limits).toEqual(['maxCallsPerSecond', 'maxCallsPerSecond']);
  });
});

test('a call whose peer leaves ends as cancelled', async () => {
  const { observer, ends } = recordingObserver();
  const began = deferred();
  const hold = toolOf('hold', () => {
    began.resolve();
    return new Promise(() => undefined);
  });
  const talk = await talkIn(modern, engineOf(catalogOf({ tools: [hold] }), { observer }));

  const sending = talk.send(callIn(modern, 1, { name: 'hold' }));
  await began.promise;
  talk.close();
  await sending;

  expect(ends).toEqual([['tools/call hold', { outcome: 'cancelled' }]]);
});

test('a question, a task and a subscription have outcomes of their own', async () => {
  const { observer, ends } = recordingObserver();
  const asks = toolOf('asks', async (_input, context) => {
    await context.elicit('who?', { type: 'object', properties: { name: { type: 'string' } } } as never);
    return text('x');
  });
  const job = toolOf('job', () => new Promise(() => undefined), { task: 'required' });
  const client = modernClient([asks, job], { observer });

  await client.ask('tools/call', { name: 'asks' });
  await taskIdOf(client, { name: 'job' });
  void client.ask('subscriptions/listen', { notifications: { toolsListChanged: true } });
  await settled();

  expect(ends.map(([name, { outcome }]) => [name, outcome])).toEqual([
    ['tools/call asks', 'input-required'],
    ['tools/call job', 'task'],
    ['subscriptions/listen', 'listening'],
  ]);
  expect(client.server.engine.runningTaskCount).toBe(1);
  client.server.engine.close();
});

test('a round runs on the new catalog after a swap that ended the old one, even if the observer read the old one', async () => {
  const asks = (generation: string) =>
    toolOf('asks', async (_input, context) => {
      await context.elicit('sure?', { type: 'object', properties: {} }, { key: 'k' });
      return text(generation);
    });
  const seen: unknown[] = [];
  const observer: CallObserver = {
    began({ catalog }) {
      seen.push(catalog.findTool('asks'));
      return undefined;
    },
  };
  const [first, second] = [asks('first'), asks('second')];
  const client = modernClient([first], { observer });
  const { requestState } = await client.result('tools/call', { name: 'asks' });

  const inputResponses = { k: { action: 'accept', content: {} } };
  const answering = client.result('tools/call', { name: 'asks', requestState: requestState!, inputResponses });
  // While the state is being opened.
  client.server.source.swap(catalogOf({ tools: [second] }), 'tools');
  for (const holder of client.server.source.holders) holder.revoke('its plugin was replaced');

  expect(await answering).toMatchObject({ content: [{ text: 'second' }] });
  expect(seen).toEqual([first, first]);
});

test('a call of the native view is observed like any other', async () => {
  const { observer, ends, begun } = recordingObserver();
  const methods = { add: { method: () => '3' }, sub: { method: () => Promise.reject(new ToolError('no')) } };
  const talk = readFrom(serverOf(methods, { observer }));

  await talk.call('add', { a: 1 } as JsonObject);
  await talk.call('sub');
  await talk.send({ jsonrpc: '2.0', id: 'x', method: 'none', params: [] });

  expect(ends).toEqual([
    ['tools/call add', { outcome: 'ok' }],
    ['tools/call sub', { outcome: 'tool-error', message: 'no' }],
    ['tools/call none', { outcome: 'error', problem: 'method-not-found', message: 'no method "none"' }],
  ]);
  expect(begun[0]?.params['arguments']).toEqual({ a: 1 });
});

test('a budget counts the refusals of its shares too', () => {
  const whole = new Budget('maxSessions', 2);
  const share = new Budget('maxSessions', 1, whole);

  for (const amount of [1, 1]) share.take(amount);
  whole.take(5);

  expect([share.refusalCount, whole.refusalCount]).toEqual([1, 2]);
});
