import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultMaxQueuedLogBytes, openLogWriter, type LogWriter } from './log-writer.js';

/** Makes a writer whose system call behaves as `disk` says, and records what is written. */
function writerOn(disk: { error?: string; part?: number }, maxQueuedLogBytes = 1_000): [LogWriter, () => string] {
  let written = '';
  const writer = openLogWriter(2, {
    maxQueuedLogBytes,
    writePart(_descriptor, bytes, offset) {
      if (disk.error !== undefined) throw Object.assign(new Error('cannot write'), { code: disk.error });
      const part = bytes.subarray(offset, offset + (disk.part ?? bytes.length));
      written += Buffer.from(part).toString();
      return part.length;
    },
  });
  return [writer, () => written];
}

test.each(['ENOSPC', 'EPIPE', 'EIO'])(
  'lines are dropped while writing fails with %s, and counted once it works',
  (error) => {
    const disk: { error?: string } = { error };
    const [writer, written] = writerOn(disk);

    writer.write('one\n');
    writer.write('two\nthree\n');
    delete disk.error;
    writer.write('four\n');
    writer.write('five\n');

    expect(written()).toBe(
      '3 lines of the log could not be written and were dropped (limit maxQueuedLogBytes: 1000)\nfour\nfive\n',
    );
  },
);

test('lines wait for a slow reader in order, and those beyond the limit are dropped', () => {
  const disk: { error?: string } = { error: 'EAGAIN' };
  const [writer, written] = writerOn(disk, 10);

  for (const line of ['one\n', 'two\n', 'too long\n', 'no\n']) writer.write(line);
  delete disk.error;
  writer.flush();

  expect(written()).toBe(
    'one\ntwo\n2 lines of the log could not be written and were dropped (limit maxQueuedLogBytes: 10)\n',
  );
});

test('a line that is written in parts arrives whole', () => {
  const [writer, written] = writerOn({ part: 2 });

  writer.write('a longer line\n');

  expect(written()).toBe('a longer line\n');
});

test('a writer waits until the line that another one has begun is whole', () => {
  const written: string[] = [];
  const disk: { isFull: boolean } = { isFull: false };
  const writePart = (_descriptor: number, bytes: Uint8Array, offset: number): number => {
    if (disk.isFull) throw Object.assign(new Error('cannot write'), { code: 'EAGAIN' });
    const part = bytes.subarray(offset, offset + 6);
    written.push(Buffer.from(part).toString());
    disk.isFull = written.length === 1;
    return part.length;
  };
  const [out, err] = [openLogWriter(1, { writePart }), openLogWriter(2, { writePart })];

  out.write('a longer line\n');
  disk.isFull = false;
  err.write('short\n');
  out.flush();
  err.flush();

  expect(written.join('')).toBe('a longer line\nshort\n');
});

test('a waiting writer is resolved, even when its line was dropped', async () => {
  const [writer] = writerOn({ error: 'ENOSPC' });

  await new Promise<void>((resolve) => writer.write('one\n', resolve));
});

test.each([0, -1, 1.5, Number.NaN])('maxQueuedLogBytes of %s is rejected by name', (maxQueuedLogBytes) => {
  expect(() => openLogWriter(2, { maxQueuedLogBytes })).toThrow(/^limit maxQueuedLogBytes must be a whole number/);
});

test('the documentation states the default of maxQueuedLogBytes', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../../docs/reference/limits.md'), 'utf8');

  expect(page).toMatch(
    new RegExp(`\\| \`maxQueuedLogBytes\` +\\| +${defaultMaxQueuedLogBytes.toLocaleString('en-US')}[ |]`),
  );
});
