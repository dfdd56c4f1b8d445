import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { LineReader } from './line-reader.js';

function linesOf(chunks: readonly (string | Uint8Array)[], maxLineBytes = 1_000): string[] {
  const splitter = new LineReader(maxLineBytes);
  const lines = chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk as string)));
  return [...lines, ...splitter.end()].map((line) => (typeof line === 'string' ? line : line.problem));
}

describe('lines', () => {
  test('end with LF or CRLF', () => {
    expect(linesOf(['a\nb\r\nc\n'])).toEqual(['a', 'b', 'c']);
  });

  test('may come in any number of chunks', () => {
    expect(linesOf(['{"a"', ':1}', '\n{"b":', '2}\r', '\n'])).toEqual(['{"a":1}', '{"b":2}']);
  });

  test('without content are skipped', () => {
    expect(linesOf(['\n\r\n\na\n\n'])).toEqual(['a']);
  });

  test('need no ending at the end of the stream', () => {
    expect(linesOf(['a\nb'])).toEqual(['a', 'b']);
  });

  test('keep a carriage return in the middle', () => {
    expect(linesOf(['a\rb\n'])).toEqual(['a\rb']);
  });

  test('keep a character that is split between two chunks', () => {
    const bytes = Buffer.from('grün\n');
    const cut = bytes.indexOf('ü') + 1;

    expect(linesOf([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(['grün']);
  });

  test('that are not UTF-8 are reported, and the next one is read', () => {
    expect(linesOf([Uint8Array.of(0x22, 0xff, 0x22, 0x0a), 'b\n'])).toEqual(['not-utf8', 'b']);
  });

  test.each(['\n', '\r\n'])('of exactly the limit are read, and one byte more is too long (ending %j)', (ending) => {
    expect(linesOf([`12345${ending}123456${ending}`], 5)).toEqual(['12345', 'too-long']);
  });

  test('around one that is not UTF-8 in the same chunk are read', () => {
    const bad = Uint8Array.of(0x22, 0xff, 0x22);

    expect(linesOf([Buffer.concat([Buffer.from('a\r\n'), bad, Buffer.from('\n\nb\n')])])).toEqual([
      'a',
      'not-utf8',
      'b',
    ]);
  });

  test('that are too long are reported once, however many chunks they have', () => {
    expect(linesOf(['123', '456', '789', '\nok\n'], 5)).toEqual(['too-long', 'ok']);
  });
});

test('an endless line is not kept in memory', async () => {
  const splitter = new LineReader(1_024);
  const megabytes = 100;

  const before = retainedBytes();
  for (let at = 0; at < megabytes; at++) splitter.push(Buffer.alloc(1_000_000, 'x'));

  await expect.poll(() => retainedBytes() - before).toBeLessThan(10_000_000);
  splitter.end();
});

/** Returns the bytes that buffers hold after a collection. */
function retainedBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().arrayBuffers;
}
