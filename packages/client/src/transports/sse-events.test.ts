import { describe, expect, test, vi } from 'vitest';
import { SseReader, type SseEvent } from './sse-events.js';

const bytes = new TextEncoder();

interface Read {
  readonly events: readonly SseEvent[];
  readonly reader: SseReader;
}

function read(pieces: readonly (string | Uint8Array)[], maxLength = 1_000_000): Read {
  const events: SseEvent[] = [];
  const reader = new SseReader(maxLength, (event) => events.push(event));
  for (const piece of pieces) reader.add(typeof piece === 'string' ? bytes.encode(piece) : piece);
  return { events, reader };
}

const stream = ': hello\n\nid: 7\nretry: 50\ndata: one\n\nevent: other\ndata: zwei\ndata:  ü\n\ndata: last\n\n';
const events = [
  { event: 'message', data: 'one' },
  { event: 'other', data: 'zwei\n ü' },
  { event: 'message', data: 'last' },
];

describe.each([
  ['line feeds', '\n'],
  ['carriage returns', '\r'],
  ['both', '\r\n'],
])('lines that end in %s', (_what, ending) => {
  const written = bytes.encode(stream.replaceAll('\n', ending));

  test.each([1, 2, 3, 5, 1_000])('are parsed into events, in chunks of %d bytes', (size) => {
    const pieces = Array.from({ length: Math.ceil(written.length / size) }, (_, index) =>
      written.subarray(index * size, (index + 1) * size),
    );

    const { events: got, reader } = read(pieces);

    expect(got).toEqual(events);
    expect([reader.lastId, reader.retryMs]).toEqual(['7', 50]);
  });
});

test('a carriage return and a line feed in two chunks are one line break, even around an empty chunk', () => {
  expect(read(['data: a\r', '', '\ndata: b\r', '\n\r', '\n']).events).toEqual([{ event: 'message', data: 'a\nb' }]);
});

test('a carriage return alone ends a line', () => {
  expect(read(['data: a\r\r']).events).toEqual([{ event: 'message', data: 'a' }]);
});

test.each([
  ['in one line', Array.from({ length: 20 }, (_, index) => (index === 0 ? 'data: ' : '').padEnd(10, 'x'))],
  ['in many lines', Array.from({ length: 20 }, () => 'data: xxxxxxxx\n')],
  ['in one piece', [`data: ${'x'.repeat(200)}`]],
])('an event over maxMessageBytes is rejected, %s', (_what, pieces) => {
  expect(() => read(pieces, 100)).toThrow(/more than 100 \(limit maxMessageBytes\)/);
});

test('a long event in small chunks is searched once', () => {
  let searched = 0;
  const split = String.prototype.split as (separator: unknown, limit?: number) => string[];
  const spy = vi.spyOn(String.prototype, 'split').mockImplementation(function (this: string, separator: unknown) {
    searched += this.length;
    return split.call(this, separator);
  });
  const data = 'x'.repeat(100_000);
  const written = `data: ${data}\n\n`;
  const pieces = Array.from({ length: Math.ceil(written.length / 100) }, (_, index) =>
    written.slice(index * 100, (index + 1) * 100),
  );

  const { events: got } = read(pieces);
  spy.mockRestore();

  expect(got).toEqual([{ event: 'message', data }]);
  expect(searched).toBe(written.length);
});
