import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { CapturedTerminal } from './captured-terminal.test-support.js';
import { showStep } from './show-step.js';
import { openTerminal, type Terminal } from './terminal.js';

const clearLine = '\r\u001b[2K';

test('a terminal shows the step while the work runs and clears the line afterwards', async () => {
  const { terminal, err } = new CapturedTerminal({ columns: 80, env: { NO_COLOR: '1' } });

  const result = await showStep('Building dice', terminal, async () => {
    expect(err.text).toBe('Building dice …');
    return 'built';
  });

  expect(result).toBe('built');
  expect(err.text).toBe(`Building dice …${clearLine}`);
});

test('a terminal also clears the line when the work fails', async () => {
  const { terminal, err } = new CapturedTerminal({ columns: 80, env: { NO_COLOR: '1' } });

  await expect(showStep('Building dice', terminal, () => Promise.reject(new Error('no')))).rejects.toThrow('no');

  expect(err.text).toBe(`Building dice …${clearLine}`);
});

test.each([{}, { columns: 80, env: { TERM: 'dumb' } }])(
  'nothing is shown when the output cannot clear a line: %j',
  async (options) => {
    const { terminal, err } = new CapturedTerminal(options);

    await showStep('Building dice', terminal, async () => undefined);

    expect(err.text).toBe('');
  },
);

test('seconds are counted even while this thread is busy', async () => {
  const { file, terminal } = await openFileTerminal();

  await showStep('Building dice', terminal, async () => {
    while (!readFileSync(file, 'utf8').includes('Building dice … 2 s'));
  });

  expect(readFileSync(file, 'utf8')).toContain(`${clearLine}Building dice … 1 s${clearLine}Building dice … 2 s`);
});

/** Opens a terminal that writes to a file through a descriptor, as to a window; another thread can write to it too. */
async function openFileTerminal(): Promise<{ readonly file: string; readonly terminal: Terminal }> {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-step-'));
  const file = join(folder, 'output.txt');
  const stream = createWriteStream(file, { flags: 'a' });
  await once(stream, 'open');
  onTestFinished(() => {
    stream.close();
    rmSync(folder, { recursive: true });
  });
  const stderr = Object.assign(stream, { isTTY: true, columns: 80 });
  const stdin = new PassThrough();
  const interrupted = new AbortController().signal;
  return {
    file,
    terminal: openTerminal({ stdin, stdout: stderr, stderr, env: { NO_COLOR: '1' }, cwd: folder, interrupted }),
  };
}
