import { ToolError } from '@sigil/core';
import { textResult, toolOf } from '@sigil/testing/transports';
import { expect, onTestFinished, test } from 'vitest';
import { checkWithPromtool, hasPromtool, observedClient } from '../observe.test-support.js';
import { openMetrics, type MetricsOptions } from './open-metrics.js';

function openTestMetrics(options: Partial<MetricsOptions> = {}) {
  const metrics = openMetrics({ version: '1.2.3', ...options });
  onTestFinished(() => metrics.close());
  return metrics;
}

/** Returns the lines that count calls. */
function countsIn(text: string): string[] {
  return text.split('\n').filter((line) => line.startsWith('mcp_server_operation_duration_seconds_count'));
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const echo = toolOf('echo', async () => textResult('hi'));
const failing = toolOf('failing', () => Promise.reject(new ToolError('no')));

test('calls are counted by server, method, name and outcome', async () => {
  const metrics = openTestMetrics();
  const client = observedClient([echo, failing], metrics.observer);

  await client.ask('tools/call', { name: 'echo' });
  await client.ask('tools/call', { name: 'echo' });
  await client.ask('tools/call', { name: 'failing' });
  await client.ask('tools/list');

  expect(countsIn(metrics.write('prometheus'))).toEqual([
    'mcp_server_operation_duration_seconds_count{server="sky",method="tools/call",name="echo",outcome="ok"} 2',
    'mcp_server_operation_duration_seconds_count{server="sky",method="tools/call",name="failing",outcome="tool-error"} 1',
    'mcp_server_operation_duration_seconds_count{server="sky",method="tools/list",name="",outcome="ok"} 1',
  ]);
});

test('unknown tool and method names do not each add a series', async () => {
  const metrics = openTestMetrics();
  const client = observedClient([echo], metrics.observer);
  const invent = async (from: number) => {
    for (let count = from; count < from + 500; count++) {
      await client.ask('tools/call', { name: `invented-${count}` });
      await client.ask(`method/${count}`);
    }
    return metrics.write('prometheus').split('\n').length;
  };

  const before = await invent(0);
  const after = await invent(500);

  expect(after).toBe(before);
  expect(metrics.write('prometheus')).not.toContain('invented');
});

test('beyond maxCallSeries new names are "other"', async () => {
  const metrics = openTestMetrics({ limits: { maxCallSeries: 1 } });
  const client = observedClient([echo, failing], metrics.observer);

  for (const name of ['echo', 'failing', 'echo']) await client.ask('tools/call', { name });

  expect(countsIn(metrics.write('prometheus')).map((line) => /name="(.*?)"/.exec(line)?.[1])).toEqual([
    'echo',
    'other',
  ]);
});

test('a running call is in flight, and an ended one is not', async () => {
  const metrics = openTestMetrics();
  let answer: () => void = () => undefined;
  const slow = toolOf('slow', () => new Promise((resolve) => (answer = () => resolve(textResult('x')))));
  const client = observedClient([slow], metrics.observer);

  const asking = client.ask('tools/call', { name: 'slow' });
  const during = metrics.write('prometheus');
  answer();
  await asking;

  expect(during).toContain('sigil_calls_in_flight{server="sky"} 1');
  expect(metrics.write('prometheus')).toContain('sigil_calls_in_flight{server="sky"} 0');
});

test('OpenMetrics has the trace id of a traced call, and an end; invalid trace ids are left out', async () => {
  const metrics = openTestMetrics();
  const client = observedClient([echo], metrics.observer);
  const traced = (traceparent: string) => client.ask('tools/call', { name: 'echo', _meta: { traceparent } });

  for (const end of ['x', '-more']) await traced(`00-${traceId}-00f067aa0ba902b7-01${end}`);
  await traced(`01-${traceId}-00f067aa0ba902b7-01more`);
  await traced('00-not-a-trace-01');
  expect(metrics.write('openmetrics')).not.toContain('trace_id');
  await traced(`00-${traceId}-00f067aa0ba902b7-01`);
  const text = metrics.write('openmetrics');
  await traced(`01-${'1'.repeat(32)}-00f067aa0ba902b7-01-of-a-later-version`);

  expect(metrics.write('openmetrics')).toContain(`trace_id="${'1'.repeat(32)}"`);
  expect(text).toMatch(new RegExp(`_bucket\\{.*\\} \\d+ # \\{trace_id="${traceId}"\\} [0-9.e-]+\\n`));
  expect(text.endsWith('# EOF\n')).toBe(true);
  expect(metrics.write('prometheus')).not.toContain(traceId);
});

test('OpenMetrics declares a counter without its suffix', () => {
  const metrics = openTestMetrics();

  metrics.count('sigil_swaps_total', { plugin: 'a"b\\c\nd', outcome: 'swapped' });

  expect(metrics.write('openmetrics')).toContain('# TYPE sigil_swaps counter\n');
  expect(metrics.write('openmetrics')).toContain('sigil_swaps_total{plugin="a\\"b\\\\c\\nd",outcome="swapped"} 1');
});

test('counts from several sources under one name are added up', () => {
  const metrics = openTestMetrics({
    readings: () => [{ metric: 'sigil_limit_hits_total', labels: { limit: 'maxSessions' }, value: 2 }],
  });

  metrics.observer.limitHit?.('maxSessions');

  expect(metrics.write('prometheus')).toContain('sigil_limit_hits_total{limit="maxSessions"} 3\n');
});

// Outside CI the checker may be absent: `.ci/run` installs it.
test.skipIf(!hasPromtool && !process.env['CI'])('promtool finds no problem', async () => {
  const metrics = openTestMetrics();
  const client = observedClient([echo, failing], metrics.observer);
  for (const name of ['echo', 'failing', 'none']) await client.ask('tools/call', { name });
  metrics.count('sigil_swaps_total', { plugin: 'sky', outcome: 'swapped' });

  expect(checkWithPromtool(metrics.write('prometheus'))).toBe('');
});
