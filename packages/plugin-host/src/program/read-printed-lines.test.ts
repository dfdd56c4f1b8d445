import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { readPrintedLines } from './read-printed-lines.js';

async function linesOf(chunks: readonly (string | Buffer)[]): Promise<string[]> {
  const stream = new PassThrough();
  const lines: string[] = [];
  readPrintedLines(stream, (line) => lines.push(line));
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  await finished(stream);
  return lines;
}

test('lines are read whole, however they were written', async () => {
  expect(await linesOf(['a', 'b\nc\r\n', '\nlast'])).toEqual(['ab', 'c', '', 'last']);
});

test('a character that was split between chunks is joined again', async () => {
  const bytes = Buffer.from('ü\n');

  expect(await linesOf([bytes.subarray(0, 1), bytes.subarray(1)])).toEqual(['ü']);
});

test('a long line is passed on whole, and one without an end in pieces', async () => {
  const lines = await linesOf([`${'y'.repeat(500_000)}\n`, 'x'.repeat(2_500_000)]);

  expect(lines.map((line) => line.length)).toEqual([500_000, 1_048_576, 1_048_576, 402_848]);
});
