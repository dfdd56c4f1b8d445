import { expect, test } from 'vitest';
import { mergeMetrics } from './merge-metrics.js';

const of = (calls: number, more = ''): string => `# HELP calls_total Calls.
# TYPE calls_total counter
calls_total{tool="a b{"} ${calls}
calls_total{tool="b"} 1 # {trace_id="x"} 1
# TYPE heap_bytes gauge
heap_bytes ${calls}
${more}`;

test('each metric family appears once, with the samples of every worker', () => {
  expect(
    mergeMetrics([
      { number: 1, text: of(5) },
      { number: 2, text: of(7) },
    ]),
  ).toBe(`# HELP calls_total Calls.
# TYPE calls_total counter
calls_total{worker="1",tool="a b{"} 5
calls_total{worker="1",tool="b"} 1 # {trace_id="x"} 1
calls_total{worker="2",tool="a b{"} 7
calls_total{worker="2",tool="b"} 1 # {trace_id="x"} 1
# TYPE heap_bytes gauge
heap_bytes{worker="1"} 5
heap_bytes{worker="2"} 7
`);
});

test('the OpenMetrics end marker appears once, at the end', () => {
  const merged = mergeMetrics([
    { number: 1, text: of(5, '# EOF\n') },
    { number: 2, text: of(7, '# EOF\n') },
  ]);

  expect(merged.match(/# EOF/g)).toHaveLength(1);
  expect(merged.endsWith('heap_bytes{worker="2"} 7\n# EOF\n')).toBe(true);
});
