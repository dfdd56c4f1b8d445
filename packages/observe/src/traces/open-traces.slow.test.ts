import type { ServerResponse } from 'node:http';
import type { JsonObject } from '@sigil/core';
import type { PublishedTool } from '@sigil/core/catalog';
import { openCollector } from '@sigil/test-support/collector';
import { describe, expect, onTestFinished, test } from 'vitest';
import { observedClient } from '../observe.test-support.js';
import { openTraces, type Sampling, type TracesOptions } from './open-traces.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const clientSpan = '00f067aa0ba902b7';
const secret = 'planted-in-an-argument';

/** A tool that does some of its work in spans. */
const work: PublishedTool = {
  definition: { name: 'work', inputSchema: { type: 'object' } },
  async run(_input, context) {
    const seen: unknown[] = [context.meta['traceparent']];
    await context.span('outer', async (outer) => {
      seen.push(outer.traceparent);
      await context.span('inner', (inner) => void seen.push(inner.traceparent), { attributes: { rows: 3 } });
      await context.span('fails', () => Promise.reject(new RangeError(secret))).catch(() => undefined);
    });
    return { kind: 'result', content: [{ type: 'text', text: JSON.stringify(seen) }], isError: false };
  },
};
const broken: PublishedTool = {
  definition: { name: 'broken', inputSchema: { type: 'object' } },
  run: () => {
    throw new Error(secret);
  },
};

async function openTraced(sampling: Partial<Sampling> = {}, options: Partial<TracesOptions> = {}) {
  const collector = await openCollector();
  onTestFinished(() => collector.close());
  const lost: string[] = [];
  const traces = openTraces({
    url: collector.url,
    sampling: { sampler: 'parentbased_always_on', ratio: 1, ...sampling },
    service: { name: 'sky-service', version: '1.2.3' },
    onLost: (count, why) => void lost.push(`${count}: ${why}`),
    ...options,
  });
  onTestFinished(() => traces.close());
  const client = observedClient([work, broken], traces.observer);
  const call = async (name: string, meta: JsonObject = {}) => {
    await client.ask('tools/call', { name, arguments: { secret }, _meta: meta });
    return JSON.stringify(client.sent.at(-1));
  };
  /** @returns the spans that arrived, by their names */
  const collected = async () => {
    await traces.close();
    return new Map(collector.spans.map((span) => [span.name, span]));
  };
  return { ...client, call, collected, collector, lost };
}

const parent = (flags: '00' | '01'): JsonObject => ({ traceparent: `00-${traceId}-${clientSpan}-${flags}` });

test('a span keeps only the beginning of a long request id', async () => {
  const { ask, collected } = await openTraced();
  await ask('tools/list', {}, 'i'.repeat(1_000));

  const [span] = [...(await collected()).values()];

  expect(span?.attributes['jsonrpc.request.id']).toBe('i'.repeat(64));
});

describe('a traced call', () => {
  test('is a span of its client’s trace, with the spans of its method inside', async () => {
    const { call, collected } = await openTraced();

    const answer = await call('work', { ...parent('01'), tracestate: 'vendor=1' });
    const spans = await collected();

    const own = spans.get('tools/call work')!;
    const outer = spans.get('outer')!;
    const inner = spans.get('inner')!;
    expect(own).toMatchObject({ traceId, parentSpanId: clientSpan, kind: 2, service: 'sky-service' });
    expect(own.attributes).toMatchObject({
      'mcp.method.name': 'tools/call',
      'mcp.protocol.version': '2026-07-28',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'work',
    });
    expect(outer).toMatchObject({ traceId, parentSpanId: own.spanId, kind: 1 });
    expect(inner).toMatchObject({ traceId, parentSpanId: outer.spanId, attributes: { rows: 3 } });
    for (const span of [own, outer, inner]) expect(answer).toContain(`00-${traceId}-${span.spanId}-01`);
  });

  test('records that it failed and the kind of error, but not the message', async () => {
    const { call, collected, collector } = await openTraced();

    await call('work', parent('01'));
    await call('broken', parent('01'));
    const spans = await collected();

    expect(spans.get('fails')).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'RangeError' } });
    expect(spans.get('tools/call broken')).toMatchObject({
      status: { code: 2 },
      attributes: { 'error.type': 'tool_error' },
    });
    expect(collector.bodies.join('\n')).not.toContain(secret);
  });

  test.each(['no such tool', 'tools/call work'])('does not take its name from an unknown tool: %s', async (name) => {
    const { call, collected } = await openTraced();

    await call(name);

    expect([...(await collected()).keys()]).toEqual(['tools/call']);
  });

  test.each(['00-xyz', `ff-${traceId}-${clientSpan}-01`, `00-${'0'.repeat(32)}-${clientSpan}-01`, 7])(
    'begins its own trace when its client sent an invalid one: %j',
    async (traceparent) => {
      const { call, collected } = await openTraced();

      await call('work', { traceparent });

      const own = (await collected()).get('tools/call work')!;
      expect(own.parentSpanId ?? '').toBe('');
      expect(own.traceId).toMatch(/^[0-9a-f]{32}$/);
    },
  );
});

describe('a call that is not traced', () => {
  test('passes on its client’s trace context when the client does not sample', async () => {
    const { call, collected } = await openTraced();

    const answer = await call('work', parent('00'));

    expect(answer).toContain(`00-${traceId}-${clientSpan}-00`);
    expect((await collected()).size).toBe(0);
  });

  test('passes on a trace context that is not sampled', async () => {
    const { call, collected } = await openTraced({ sampler: 'parentbased_traceidratio', ratio: 0 });

    const answer = await call('work');

    expect(answer).toMatch(/\[\\"00-[0-9a-f]{32}-[0-9a-f]{16}-00/);
    expect((await collected()).size).toBe(0);
  });

  test('has no span with the sampler "always_off", even when its parent is sampled', async () => {
    const { call, collected } = await openTraced({ sampler: 'always_off' });

    await call('work', parent('01'));

    expect((await collected()).size).toBe(0);
  });
});

test.each<[string, string, (response: ServerResponse) => void]>([
  ['answers 500', 'the collector answered 500', (response) => void response.writeHead(500).end(secret)],
  ['never answers', 'the server closed before the collector took them', () => undefined],
])('spans that are lost because the collector %s are reported, and the call succeeds', async (_case, why, answer) => {
  const failing = await openCollector(answer);
  onTestFinished(() => failing.close());
  const { call, collected, lost } = await openTraced({}, { url: failing.url });

  expect(await call('work')).toContain('"isError":false');
  await collected();

  expect(lost).toEqual([`4: ${why}`]);
});

test('spans that are lost because the collector is unreachable are reported, and the call succeeds', async () => {
  const gone = await openCollector();
  gone.close();
  const { call, collected, lost } = await openTraced({}, { url: gone.url });

  expect(await call('work')).toContain('"isError":false');
  await collected();

  expect(lost).toHaveLength(1);
  expect(lost[0]).toMatch(/^4: the (?:collector cannot be reached: ECONNREFUSED|server closed before)/);
});

test('spans beyond maxQueueSize are lost and reported once', async () => {
  const silent = await openCollector(() => undefined);
  onTestFinished(() => silent.close());
  const { call, lost } = await openTraced({}, { url: silent.url, maxQueueSize: 5 });

  for (let calls = 0; calls < 3; calls++) await call('work');

  expect(lost).toEqual(['1: too many wait']);
});
