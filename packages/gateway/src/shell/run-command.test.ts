import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { callShell, isRunning, textsOf, toolOf, contextOf } from './shell.test-support.js';

/** Makes a command from a shell script, since the tests concern the behaviour of commands. */
function script(text: string, more: object = {}) {
  return { command: 'sh', args: ['-c', text], arguments: {}, ...more };
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-command-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe('the end of a command', () => {
  test('a nonzero exit code fails the call, with the command’s error output and its output', async () => {
    const outcome = await callShell(script('echo some; echo "no such thing" >&2; exit 3'), {});

    expect(outcome).toMatchObject({ isError: true });
    expect(textsOf(outcome)).toEqual(['command "command" ended with exit code 3\nno such thing', 'some']);
  });

  test('only the last 20 lines of the error output are returned', async () => {
    const outcome = await callShell(script('seq 1 100 >&2; exit 1'), {});

    expect(textsOf(outcome)[0]?.split('\n').slice(1)).toEqual(Array.from({ length: 20 }, (_, at) => `${81 + at}`));
  });

  test('the error output of a successful command is not returned', async () => {
    expect(textsOf(await callShell(script('echo out; echo err >&2'), {}))).toEqual(['out']);
  });

  test('a signal fails the call', async () => {
    expect(textsOf(await callShell(script('kill -SEGV $$'), {}))).toEqual([
      'command "command" was ended by the signal SIGSEGV',
    ]);
  });

  test('a missing command fails the call with an error that says so', async () => {
    const outcome = await callShell({ command: 'no-such-command-here' }, {});

    expect(outcome).toMatchObject({ isError: true });
    expect(textsOf(outcome)).toEqual([
      'command "command" could not be started: its program or its working directory is not on this server',
    ]);
  });

  test('arguments that are too long for the system fail the call', async () => {
    const outcome = await callShell({ command: 'echo', args: ['{text}'] }, { text: 'x'.repeat(3_000_000) });

    expect(textsOf(outcome)).toEqual(['command "command" could not be started: its arguments are too long']);
  });
});

describe('T12.5 a command that takes too long', () => {
  test('is stopped, and the answer names the limit and keeps the output', async () => {
    const outcome = await callShell(script('echo begun; sleep 60', { timeoutMs: 150 }), {});

    expect(outcome).toMatchObject({ isError: true });
    expect(textsOf(outcome)).toEqual([
      'command "command" was stopped: it took longer than 150 ms (limit timeoutMs)',
      'begun',
    ]);
  });

  test('is killed with its child processes when it ignores SIGTERM', async () => {
    const stubborn = script(`trap '' TERM; sh -c "trap '' TERM; echo \\$\\$; sleep 60"; sleep 60`, {
      timeoutMs: 150,
      killGraceMs: 100,
    });

    const outcome = await callShell(stubborn, {});

    const child = Number(textsOf(outcome)[1]);
    expect(child).toBeGreaterThan(0);
    await expect.poll(() => isRunning(child)).toBe(false);
  });
});

describe('the processes of a command', () => {
  test('end when the call is cancelled', async () => {
    const aborting = new AbortController();
    let pid = 0;
    const onLine = async (line: string) => {
      pid = Number(line);
      aborting.abort();
    };

    await callShell(script('echo $$; sleep 60'), {}, { signal: aborting.signal, onLine });

    expect(pid).toBeGreaterThan(0);
    expect(isRunning(pid)).toBe(false);
  });

  test('a call that was cancelled before the command ran fails, and does not run it', async () => {
    const folder = await newFolder();
    const touch = { command: 'touch', args: ['{file}'] };
    const names = Array.from({ length: 20 }, (_, at) => join(folder, `ran-${at}`));

    const outcomes = await Promise.all(
      names.map((file) => callShell(touch, { file }, { signal: AbortSignal.abort() })),
    );

    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ isError: true });
      expect(textsOf(outcome)).toEqual(['command "command" could not be started: its call was cancelled']);
    }
    expect(await readdir(folder)).toEqual([]);
  });

  test('are killed when this process exits', async () => {
    const before = process.listeners('exit');
    const onLine = async () => {
      for (const onExit of process.listeners('exit')) if (!before.includes(onExit)) onExit(0);
    };

    const outcome = await callShell(script('echo begun; sleep 60'), {}, { onLine });

    expect(textsOf(outcome)[0]).toBe('command "command" was ended by the signal SIGKILL');
    expect(process.listeners('exit')).toEqual(before);
  });

  test('end with the command, even in the background', async () => {
    const outcome = await callShell(script('sleep 60 & echo $!'), {});

    const [left] = textsOf(outcome);
    expect(Number(left)).toBeGreaterThan(0);
    await expect.poll(() => isRunning(Number(left))).toBe(false);
  });
});

describe('output', () => {
  test('is cut with a notice beyond maxOutputBytes, and the command runs to its end', async () => {
    const configuration = script(`head -c 100000 /dev/zero | tr '\\0' x; exit 0`, { maxOutputBytes: 1000 });

    const outcome = await callShell(configuration, {});

    expect(outcome).toMatchObject({ isError: false });
    expect(textsOf(outcome)).toEqual([
      `${'x'.repeat(1000)}\n… cut: 1,000 of 100,000 bytes of output (limit maxOutputBytes)`,
    ]);
  });

  test('is cut between characters', async () => {
    const outcome = await callShell(script('printf éééé', { maxOutputBytes: 5 }), {});

    expect(textsOf(outcome)).toEqual(['éé\n… cut: 5 of 8 bytes of output (limit maxOutputBytes)']);
  });

  test('is cut on standard error too', async () => {
    const outcome = await callShell(script(`seq 1 1000 >&2; exit 1`, { maxOutputBytes: 100 }), {});

    expect(textsOf(outcome)[0]).toMatch(
      /… cut: 100 of 3,893 bytes of what it said of errors \(limit maxOutputBytes\)$/,
    );
  });

  test.each([
    ['that is no UTF-8', 'printf "\\377\\376"', '//4='],
    ['with NUL', 'printf "a\\0b"', 'YQBi'],
  ])('output %s becomes a blob', async (_what, text, blob) => {
    expect(await callShell(script(text), {})).toEqual({
      kind: 'result',
      content: [
        {
          type: 'resource',
          resource: { uri: 'shell://command/stdout', mimeType: 'application/octet-stream', blob },
        },
      ],
      isError: false,
    });
  });

  test('fails the call when it is binary and exceeds maxOutputBytes', async () => {
    const outcome = await callShell(script('head -c 5000 /dev/zero', { maxOutputBytes: 1000 }), {});

    expect(outcome).toMatchObject({ isError: true });
    expect(textsOf(outcome)).toEqual([
      'command "command" wrote 5000 bytes that are no text, more than 1000 (limit maxOutputBytes)',
    ]);
  });
});

describe('progress', () => {
  test('reports each line that is not empty, with its number, while the command runs', async () => {
    const read = join(await newFolder(), 'read');
    const reports: [number, string][] = [];
    const onLine = async (line: string, progress: number) => {
      reports.push([progress, line]);
      if (line === 'one') await writeFile(read, '');
    };

    // The command writes more only after its first line was reported.
    const waits = `echo one; until [ -e '${read}' ]; do sleep 0.01; done; echo; echo "  "; printf two`;
    const outcome = await callShell(script(waits, { timeoutMs: 20_000 }), {}, { onLine });

    expect(reports).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
    expect(textsOf(outcome)).toEqual(['one\n\n  \ntwo']);
  });

  test('a slow reader slows the command down and loses nothing', async () => {
    let isHeld = true;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let told = 0;
    const onLine = async () => {
      told++;
      if (isHeld) await held;
    };

    const answered = callShell(script('seq 1 50000'), {}, { onLine });
    await expect.poll(() => told).toBe(1);
    isHeld = false;
    release();

    expect(textsOf(await answered)[0]?.split('\n')).toHaveLength(50_000);
    expect(told).toBe(50_000);
  });

  test('a reader that fails does not stop the command', async () => {
    const outcome = await callShell(script('seq 1 3'), {}, { onLine: () => Promise.reject(new Error('gone')) });

    expect(textsOf(outcome)).toEqual(['1\n2\n3']);
  });

  test('a reader that never continues does not keep a command from timing out', async () => {
    const configuration = script('echo a; sleep 60', { timeoutMs: 150 });

    const outcome = await callShell(configuration, {}, { onLine: () => new Promise(() => undefined) });

    expect(textsOf(outcome)[0]).toContain('(limit timeoutMs)');
  });
});

test('parallel commands do not mix their input and output', async () => {
  const tool = toolOf({
    command: 'sh',
    args: ['-c', 'cat; echo "$0"', 'x{n}'],
    stdin: '{n}-',
    arguments: { n: { type: 'integer' } },
  });

  const outcomes = await Promise.all(Array.from({ length: 20 }, (_, n) => tool.run({ n }, contextOf())));

  expect(outcomes.map((outcome) => textsOf(outcome)[0])).toEqual(Array.from({ length: 20 }, (_, n) => `${n}-x${n}`));
});
