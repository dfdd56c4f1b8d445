import { describe, expect, test } from 'vitest';
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

test('an id counts once its event is complete, and may come without data', () => {
  const { events: got, reader } = read(['id: 1\ndata:\n\n', 'id: 2\ndata: unfini']);

  expect(got).toEqual([]);
  expect(reader.lastId).toBe('1');
});

test('an id that no header can carry leaves nothing to resume from', () => {
  expect(read(['id: 1\ndata: a\n\nid: ü\ndata: b\n\n']).reader.lastId).toBeUndefined();
});
