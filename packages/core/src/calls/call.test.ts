import { describe, expect, test } from 'vitest';
import type { Asker } from '../asking/asker.js';
import type { Question } from '../asking/question.js';
import type { AskOptions, FormSchema } from '../model/asking.js';
import type { Context, TaskTerms } from '../model/context.js';
import type { JsonObject } from '../model/json.js';
import { openSecretFilter } from '../model/secret-filter.js';
import type { StreamEvent } from '../model/stream-event.js';
import type { TraceSpan } from '../model/trace.js';
import { revisions } from '../revisions/choose-revision.js';
import { protocolFacts } from '../revisions/protocol-facts.test-support.js';
import type { Revision } from '../revisions/revision.js';
import { CallCancelled } from './abort-reasons.js';
import { untilAborted } from './call-abort.js';
import { callWith, type TestCall } from '../operations/operation.test-support.js';
import type { TaskClient } from '../tasks/operation-call.js';
import { EventSequence } from './event-sequence.js';

const newest = revisions.at(-1)!;
const cancelled = new CallCancelled('the peer left');

function contextOf(params: JsonObject = { _meta: { progressToken: 't' } }, revision: Revision = newest) {
  const context = callWith({ params, revision });
  const { notified: sent } = context;
  return { context, sent, progress: () => sent.map((it) => (it['params'] as JsonObject)['progress']) };
}

describe('progress', () => {
  test.each(['t', 7, 0, ''])('is sent with the token %j in its original type', async (progressToken) => {
    const { context, sent } = contextOf({ _meta: { progressToken } });

    await context.reportProgress(0.5, 1, 'half');

    expect(sent).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken, progress: 0.5, total: 1, message: 'half' },
      },
    ]);
  });

  test.each([{}, { _meta: {} }, { _meta: { progressToken: null } }, { _meta: { progressToken: {} } }, { _meta: [] }])(
    'is not sent for the params %j, which hold no token',
    async (params) => {
      const { context, sent } = contextOf(params as JsonObject);

      await context.reportProgress(1);

      expect(sent).toEqual([]);
    },
  );

  test('is skipped when it does not increase', async () => {
    const { context, progress } = contextOf();

    for (const value of [1, 1, 0.5, 2, -3, 2.5]) await context.reportProgress(value);

    expect(progress()).toEqual([1, 2, 2.5]);
  });

  test('may begin at zero or below', async () => {
    const { context, progress } = contextOf();

    for (const value of [-1, 0]) await context.reportProgress(value);

    expect(progress()).toEqual([-1, 0]);
  });

  test('is skipped when JSON cannot represent it, and later progress is still sent', async () => {
    const { context, progress } = contextOf();

    for (const value of [Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 1]) {
      await context.reportProgress(value);
    }

    expect(progress()).toEqual([1]);
  });

  test('is sent without a total that JSON cannot represent', async () => {
    const { context, sent } = contextOf();

    await context.reportProgress(1, Number.POSITIVE_INFINITY);

    expect(sent[0]).toMatchObject({ params: { progress: 1 } });
    expect(sent[0]!['params']).not.toHaveProperty('total');
  });

  test('is dropped after the end of the call', async () => {
    const { context, sent } = contextOf();

    context.finish();
    await context.reportProgress(1);

    expect(sent).toEqual([]);
  });

  test('is dropped after a cancellation, even from its abort listener', async () => {
    const { context, sent } = contextOf();
    context.signal.addEventListener('abort', () => void context.reportProgress(1));

    context.abort(cancelled);
    await context.reportProgress(2);

    expect(sent).toEqual([]);
  });

  test('waits until the transport is ready', async () => {
    let ready: () => void = () => undefined;
    const send = () => new Promise<void>((resolve) => (ready = resolve));
    const context = callWith({ params: { _meta: { progressToken: 1 } }, send });
    const order: string[] = [];

    const reported = context.reportProgress(1).then(() => order.push('reported'));
    order.push('reader is ready');
    ready();
    await reported;

    expect(order).toEqual(['reader is ready', 'reported']);
  });

  test.each(revisions)('carries a message in $date if that revision has progress messages', async (revision) => {
    const { context, sent } = contextOf({ _meta: { progressToken: 1 } }, revision);

    await context.reportProgress(1, 2, 'half');

    expect('message' in (sent[0]!['params'] as object)).toBe(protocolFacts(revision).progressMessage === 'known');
  });
});

describe('the signal', () => {
  test('is aborted with the reason', () => {
    const { context } = contextOf();
    const { signal } = context;

    context.abort(cancelled);

    expect(signal.aborted).toBe(true);
    expect(signal.reason).toBe(cancelled);
  });

  test('is already aborted when it is first read after the abort', () => {
    const { context } = contextOf();

    context.abort(cancelled);

    expect(context.signal.aborted).toBe(true);
    expect(context.signal.reason).toBe(cancelled);
  });

  test('is the same object on every read', () => {
    const { context } = contextOf();

    expect(context.signal).toBe(context.signal);
  });

  test('keeps the first reason', () => {
    const { context } = contextOf();

    context.abort(cancelled);
    context.abort(new Error('later'));

    expect(context.signal.reason).toBe(cancelled);
    expect(context.abortReason).toBe(cancelled);
  });

  test('is not aborted after the end of the call', () => {
    const { context } = contextOf();

    context.finish();
    context.abort(cancelled);

    expect(context.signal.aborted).toBe(false);
  });
});

describe('abortSource', () => {
  test('notifies each listener once, and a removed listener not at all', () => {
    const { context } = contextOf();
    const { abortSource } = context;
    const told: string[] = [];
    const gone = () => told.push('gone');
    abortSource.addEventListener('abort', () => told.push('first'));
    abortSource.addEventListener('abort', gone);
    abortSource.addEventListener('abort', () => told.push('last'));

    abortSource.removeEventListener('abort', gone);
    context.abort(cancelled);
    context.abort(new Error('later'));

    expect(told).toEqual(['first', 'last']);
    expect(abortSource).toMatchObject({ aborted: true, reason: cancelled });
  });

  test('reports an earlier abort, and ignores an abort after the end of the call', () => {
    const [before, after] = [contextOf().context, contextOf().context];

    before.abort(cancelled);
    after.finish();
    after.abort(cancelled);

    expect(before.abortSource).toMatchObject({ aborted: true, reason: cancelled });
    expect(after.abortSource).toMatchObject({ aborted: false, reason: undefined });
  });
});

test('untilAborted rejects when the call aborts later or has already aborted', async () => {
  const { context } = contextOf();

  const waiting = untilAborted(context);
  context.abort(cancelled);

  await expect(waiting).rejects.toBe(cancelled);
  await expect(untilAborted(context)).rejects.toBe(cancelled);
});

describe('elicit', () => {
  const schema: FormSchema = { type: 'object', properties: { size: { type: 'string', enum: ['S', 'M'] } } };
  const asked: [string, Question][] = [];
  const asker: Asker = {
    capabilities: { elicitation: {} },
    ask: async (...question) => {
      asked.push(question);
      return { action: 'accept', content: { size: 'M' } };
    },
    step: (_, effect) => effect(),
  };
  const context: Context = callWith({ client: { openAsker: () => asker } });
  // The call that the build writes for `context.elicit<Fields>(message, options)`.
  const builtCall = [schema as unknown as AskOptions, { key: 'size' }] as unknown as [AskOptions];

  test('asks with the schema that the build wrote, and returns content in the type of its fields', async () => {
    const answer = await context.elicit<{ size: 'S' | 'M' }>('Which size?', ...builtCall);
    const size: 'S' | 'M' | undefined = answer.action === 'accept' ? answer.content.size : undefined;

    expect(size).toBe('M');
    expect(asked).toEqual([['size', { kind: 'form', message: 'Which size?', schema, givenKey: 'size' }]]);
  });

  test.each([undefined, { key: 'size' }])(
    'rejects a form without a schema and tells the author to build the plugin',
    async (it) => {
      await expect(context.elicit<{ size: string }>('Which size?', it)).rejects.toThrow('build the plugin');
    },
  );
});

describe('a call that blanks secrets', () => {
  const filters = [openSecretFilter(['s3cret'])!, openSecretFilter(['0ther'])!];
  const both = 's3cret and 0ther';
  const blanked = '[redacted] and [redacted]';

  function blanking(client: Partial<TaskClient> = {}): TestCall {
    const call = callWith({ params: { _meta: { progressToken: 1 } }, client });
    // A plugin's components may run in the call several times.
    for (const filter of [...filters, ...filters]) call.blankMessages(filter);
    return call;
  }

  function askingCall(): { call: TestCall; asked: Question[] } {
    const asked: Question[] = [];
    const asker: Asker = {
      capabilities: { elicitation: { form: {}, url: {} }, sampling: {} },
      ask: async (_, question) => {
        asked.push(question);
        return { action: 'cancel' };
      },
      step: (_, effect) => effect(),
    };
    return { call: blanking({ openAsker: () => asker }), asked };
  }

  test('blanks the texts of questions, and keeps the members that give them their form', async () => {
    const { call, asked } = askingCall();
    const fields = { s3cret: { type: 'string', title: both } } as const;

    await call.elicit(both, { type: 'object', properties: fields });
    await call.elicitUrl(both, 'https://host.test/?key=s3cret');
    await call.sample({ messages: [{ role: 'user', content: { type: 'text', text: both } }], maxTokens: 5 });

    expect(asked).toEqual([
      {
        kind: 'form',
        message: blanked,
        schema: { type: 'object', properties: { s3cret: { type: 'string', title: blanked } } },
      },
      { kind: 'url', message: blanked, url: 'https://host.test/?key=[redacted]', elicitationId: undefined },
      {
        kind: 'sampling',
        params: { messages: [{ role: 'user', content: { type: 'text', text: blanked } }], maxTokens: 5 },
      },
    ]);
  });

  test('blanks log messages, relayed notifications and the progress that yielded values are for most clients', async () => {
    const call = blanking({ logThreshold: 'debug' });

    await call.log('error', { why: both }, both);
    await call.notify('notifications/other', { why: both });
    await call.emit({ type: 'content', content: both });

    expect(call.notified.map(({ params }) => params)).toEqual([
      { level: 'error', logger: blanked, data: { why: blanked } },
      { why: blanked },
      { progressToken: 1, progress: 1, message: blanked },
    ]);
  });

  test('keeps yielded values for a reader of events, whose result they are', async () => {
    const seen: unknown[] = [];
    const reader = { deliver: async (event: StreamEvent) => void seen.push(event), refuse: async () => undefined };
    const call = blanking({ events: new EventSequence(reader) });

    await call.emit({ type: 'content', content: both });
    await call.emit({ type: 'toolUse', name: 'other', input: both });

    expect(seen).toEqual([
      { type: 'start' },
      { type: 'content', content: both },
      { type: 'toolUse', name: 'other', input: blanked },
    ]);
  });

  test('blanks the status of a task and the names of spans', async () => {
    const call = blanking();
    const begun: TaskTerms[] = [];
    const spans: unknown[] = [];
    call.taskBeginner = {
      beginning: undefined,
      begin: async (terms) => begun.push(terms) > 0,
      questionsClosed: () => undefined,
    };
    const span: TraceSpan = {
      traceContext: {},
      active: () => span,
      begin: (name, options) => {
        spans.push(name, options);
        return span;
      },
      run: (work) => work(),
      end: () => undefined,
    };
    call.trace = span;

    await call.beginTask({ statusMessage: both, ttlMs: 5 });
    await call.span(both, () => 'done', { kind: 'client', attributes: { key: both } });

    expect(begun).toEqual([{ statusMessage: blanked, ttlMs: 5 }]);
    expect(spans).toEqual([blanked, { kind: 'client', attributes: { key: blanked } }]);
  });
});
