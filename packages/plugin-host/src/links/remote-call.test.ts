import { InputRequired, type RunningEvent, type StreamCarrier, type TraceSpan } from '@sigil/core/catalog';
import { expect, test, vi } from 'vitest';
import { contextWith } from './links.test-support.js';
import type { AskMethod, ToFar } from './link-messages.js';
import { RemoteCall } from './remote-call.js';

const target = { list: 'tools', index: 0, operation: 'run', args: [] } as const;

/** Starts a call, and records the messages to its plugin process. */
function begunCall(context: Partial<StreamCarrier> = {}) {
  const sent: ToFar[] = [];
  const call = new RemoteCall({
    call: 1,
    target,
    context: contextWith(context),
    send: (message) => void sent.push(message),
    onOver: () => undefined,
  });
  call.outcome.catch(() => undefined);
  call.begin();
  const ask = (id: number, method: AskMethod, ...args: readonly unknown[]) =>
    call.receive({ kind: 'ask', call: 1, id, method, args });
  const answers = () => sent.filter((message) => message.kind === 'answer');
  return { call, ask, answers, sent };
}

/** Starts a traced call, and records the end of each span in it. */
function tracedCall() {
  const abort = new AbortController();
  const end = vi.fn<TraceSpan['end']>();
  const span: TraceSpan = { traceContext: {}, active: () => span, begin: () => span, run: (work) => work(), end };
  const begin = vi.spyOn(span, 'begin');
  const delivery = { asEvents: false, maxLength: 1, maxResourceBytes: 1 };
  const emit = async (_event: RunningEvent): Promise<void> => undefined;
  return { ...begunCall({ signal: abort.signal, trace: span, delivery, emit }), abort, end, begin };
}

test.each([undefined, 7, 'no JSON'])('a step whose JSON is %s fails, and its call goes on', async (json) => {
  const { call, ask, answers, sent } = begunCall({ step: async (_name, effect) => effect() });
  ask(1, 'step', 'odd');
  ask(2, 'step', 'even');
  await vi.waitFor(() => expect(sent).toContainEqual({ kind: 'run-step', call: 1, id: 2 }), 20_000);

  call.receive({ kind: 'step-done', call: 1, id: 1, json: json as string });
  call.receive({ kind: 'step-done', call: 1, id: 2, json: '"done"' });
  await vi.waitFor(() => expect(answers()).toHaveLength(2), 20_000);
  call.receive({ kind: 'result', call: 1, value: 'went on' });

  const message = expect.stringContaining("a step's value must come as JSON text");
  expect(answers()).toMatchObject([
    { id: 1, error: { kind: 'language', name: 'TypeError', message } },
    { id: 2, value: 'done' },
  ]);
  await expect(call.outcome).resolves.toBe('went on');
});

test('aborting a call fails its open spans with the reason, whatever arrives later', () => {
  const { call, ask, abort, end } = tracedCall();
  const reason = new Error('the client left');
  ask(1, 'beginSpan', 'one', {}, null);
  ask(2, 'beginSpan', 'two', {}, 1);

  abort.abort(reason);
  call.receive({ kind: 'tell', call: 1, method: 'endSpan', args: [2, false] });

  expect(end.mock.calls).toEqual([[reason], [reason]]);
});

test('no span begins in an aborted call', () => {
  const { ask, abort, begin } = tracedCall();

  abort.abort(new Error('the client left'));
  ask(1, 'beginSpan', 'late', {}, null);

  expect(begin).not.toHaveBeenCalled();
});

test('the spans of a call that ends with a question do not fail', () => {
  const { ask, abort, end } = tracedCall();
  ask(1, 'beginSpan', 'asks', {}, null);

  abort.abort(new InputRequired({}, 'state'));

  expect(end.mock.calls).toEqual([[undefined]]);
});
