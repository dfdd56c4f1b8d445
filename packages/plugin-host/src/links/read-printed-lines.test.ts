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

test('a line without an end is passed on in pieces', async () => {
  const lines = await linesOf(['x'.repeat(20_000)]);

  expect(lines.map((line) => line.length)).toEqual([8_192, 8_192, 3_616]);
});
