import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { peekLine } from './peek-line.js';

async function textOf(input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks).toString();
}

const patientMs = 10_000;

test.each([
  ['at once', ['one\ntwo\nthr', 'ee\n']],
  ['in parts', ['on', 'e', '\n', 'two\nthree\n']],
])('the first line is read and put back, when it comes %s', async (_how, parts) => {
  const input = new PassThrough();
  const peeked = peekLine(input, patientMs);
  for (const part of parts) {
    input.write(part);
    await sleep(1);
  }

  const { line, input: rest } = await peeked;
  input.end('four');

  expect(line).toBe('one');
  expect(await textOf(rest)).toBe('one\ntwo\nthree\nfour');
});

test('a line may be divided within a character', async () => {
  const input = new PassThrough();
  const peeked = peekLine(input, patientMs);
  const bytes = Buffer.from('größer\n');
  input.write(bytes.subarray(0, 3));
  await sleep(1);
  input.end(bytes.subarray(3));

  const { line, input: rest } = await peeked;

  expect([line, await textOf(rest)]).toEqual(['größer', 'größer\n']);
});

test('a reader that uses events gets everything after the line was put back', async () => {
  const input = new PassThrough();
  const peeked = peekLine(input, patientMs);
  input.write('one\n');
  const { input: same } = await peeked;
  await sleep(20);
  let text = '';
  same.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = once(same, 'end');
  input.end('two\n');
  await ended;

  expect(text).toBe('one\ntwo\n');
});

test('an input that ends without a line, or has ended before, keeps its bytes', async () => {
  const input = new PassThrough();
  input.end('half');
  const { line, input: rest } = await peekLine(input, patientMs);
  const again = await peekLine(input, patientMs);

  expect([line, await textOf(rest)]).toEqual([undefined, 'half']);
  expect([again.line, await textOf(again.input)]).toEqual([undefined, '']);
});

test('a broken input is one that has ended', async () => {
  const input = new PassThrough();
  const peeked = peekLine(input, patientMs);
  input.destroy(new Error('broken'));

  expect(await textOf((await peeked).input)).toBe('');
});

test('the wait ends when nothing comes in time, when it is aborted, and when the line is too long', async () => {
  const late = new PassThrough();
  late.write('ha');
  const aborting = new AbortController();
  const long = new PassThrough({ highWaterMark: 4 * 1024 * 1024 });
  const peeked = [
    peekLine(late, 5),
    peekLine(new PassThrough(), patientMs, aborting.signal),
    peekLine(new PassThrough(), patientMs, AbortSignal.abort()),
    peekLine(long, patientMs),
  ];
  aborting.abort();
  long.write('x'.repeat(1024 * 1024 + 1));
  const lines = await Promise.all(peeked);
  late.end('lf\n');

  expect(lines.map(({ line }) => line)).toEqual([undefined, undefined, undefined, undefined]);
  expect(await textOf(late)).toBe('half\n');
});
