import { rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { greeter, makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { runSigil } from '../run-sigil.js';
import { run } from '../run-sigil.test-support.js';
import { Capture, CapturedTerminal } from '../terminal/captured-terminal.test-support.js';
import { openTerminal } from '../terminal/terminal.js';

let plugin: PluginFolder;

const members = `
  /** Count letters. */
  @Tool()
  measure(text: string, times = 1): { letters: number; text: string } {
    return { letters: text.length * times, text };
  }

  /** Refuse on purpose. */
  @Tool()
  refuse(): string {
    throw new ToolError('not on a Sunday', { suggestions: ['come back on Monday'] });
  }

  /** Break. */
  @Tool()
  break(): string {
    throw new TypeError('secret detail');
  }

  /** Take three steps. */
  @Tool()
  async climb(context: Context): Promise<string> {
    for (const step of [1, 2, 3]) await context.reportProgress(step, 3, 'step ' + step);
    return 'at the top';
  }

  /** Wait until nobody wants to know. */
  @Tool()
  async wait(context: Context): Promise<string> {
    await context.reportProgress(0, 1, 'waiting');
    return new Promise((_, reject) =>
      context.signal.addEventListener('abort', () => {
        Object.assign(globalThis, { wasToolCancelled: true });
        reject(new Error('enough'));
      }),
    );
  }
`;

beforeAll(async () => {
  plugin = makePlugin(greeter(members));
  await run(['build', plugin.path]);
});
afterAll(() => plugin.remove());

const call = (...args: string[]): ReturnType<typeof run> => run(['call', plugin.path, ...args]);

describe('the result of a call', () => {
  test('is printed as text', async () => {
    expect(await call('greet', '{"name":"Ada"}')).toEqual({ exitCode: 0, stdout: 'Hello, Ada!\n', stderr: '' });
  });

  test('is printed as JSON when it is structured', async () => {
    const { exitCode, stdout } = await call('measure', '{"text":"abc"}');

    expect(stdout).toBe('{\n  "letters": 3,\n  "text": "abc"\n}\n');
    expect(exitCode).toBe(0);
  });

  test('is printed whole with --json', async () => {
    const { exitCode, stdout } = await call('measure', '{"text":"abc"}', '--json');

    expect(JSON.parse(stdout)).toMatchObject({ isError: false, structuredContent: { letters: 3 } });
    expect(exitCode).toBe(0);
  });

  test('goes to standard output, and its progress to standard error', async () => {
    const { stdout, stderr } = await call('climb');

    expect(stdout).toBe('at the top\n');
    expect(stderr).toBe('1/3 step 1\n2/3 step 2\n3/3 step 3\n');
  });

  test('comes after its progress when both streams go to one place', async () => {
    const both = new Capture(undefined);
    const streams = { stdin: Readable.from([]), stdout: both.stream, stderr: both.stream, env: {}, cwd: plugin.path };

    await runSigil(['call', '.', 'climb'], openTerminal({ ...streams, interrupted: new AbortController().signal }));

    expect(both.text).toBe('1/3 step 1\n2/3 step 2\n3/3 step 3\nat the top\n');
  });

  test('loses control characters on a terminal and reaches a pipe unchanged', async () => {
    const args = ['call', plugin.path, 'greet', '--arg', 'name=\u001b[2J'];

    const [inWindow, inPipe] = [await run(args, { columns: 80 }), await run(args)];

    expect(inWindow.stdout).toBe('Hello, [2J!\n');
    expect(inPipe.stdout).toBe('Hello, \u001b[2J!\n');
  });
});

describe('the arguments of a call', () => {
  test('may come from standard input', async () => {
    const { stdout } = await run(['call', plugin.path, 'greet', '-'], { input: '{"name":"Grace"}' });

    expect(stdout).toBe('Hello, Grace!\n');
  });

  test('can be given one by one with --arg, each converted by the schema', async () => {
    const { stdout } = await call('measure', '--arg', 'text=007', '-a', 'times=2', '--json');

    expect(JSON.parse(stdout).structuredContent).toEqual({ letters: 6, text: '007' });
  });

  test('override the JSON when given with --arg', async () => {
    const { stdout } = await call('greet', '{"name":"Ada"}', '--arg', 'name=Grace');

    expect(stdout).toBe('Hello, Grace!\n');
  });
});

describe('a failed call', () => {
  test.each([
    ['on purpose', ['refuse'], 'error: not on a Sunday\n- come back on Monday\n'],
    ['for wrong arguments', ['greet', '{}'], 'argument "name" must be a string, got nothing'],
    ['for an unknown tool', ['gret', '{}'], 'error: no tool named "gret". Did you mean "greet"?\n'],
    [
      'for one that is like no other',
      ['nope'],
      'error: no tool named "nope"; there are greet, measure, refuse, break, climb, wait\n',
    ],
  ])('exits with 1 and explains the error on standard error only: %s', async (_what, args, message) => {
    const { exitCode, stdout, stderr } = await call(...args);

    expect(stderr).toContain(message);
    expect(stdout).toBe('');
    expect(exitCode).toBe(1);
  });

  test('shows where the tool threw an unexpected error', async () => {
    const { exitCode, stderr } = await call('break');

    expect(stderr).toMatch(/^fault in tool "break" \(incident [0-9a-f]{8}\): secret detail\n +at .*break/);
    expect(exitCode).toBe(1);
  });
});

test('an interrupted call exits with 130, is reported as cancelled and aborts the signal of the tool', async () => {
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'wasToolCancelled'));
  const captured = new CapturedTerminal();
  const ended = runSigil(['call', plugin.path, 'wait'], captured.terminal);
  await captured.err.has(/0\/1 waiting/);

  captured.interrupt();

  expect(await ended).toBe(130);
  expect(captured.err.text).toContain('error: the call of "wait" was cancelled\n');
  // The plugin runs in this process.
  expect(globalThis).toHaveProperty('wasToolCancelled', true);
});

test('a call rebuilds a folder whose source has changed since its build, although its time is older', async () => {
  const changed = makePlugin();
  try {
    await run(['build', changed.path]);
    changed.write('src/greeter.ts', greeter().replace('Hello', 'Good day'));
    const earlier = new Date(Date.now() - 3_600_000);
    utimesSync(join(changed.path, 'src/greeter.ts'), earlier, earlier);

    const { stdout, stderr } = await run(['call', changed.path, 'greet', '{"name":"Ada"}']);

    expect(stdout).toBe('Good day, Ada!\n');
    expect(stderr).toMatch(/^greeter 1\.2\.3: 1 tool -> /);
  } finally {
    changed.remove();
  }
});

test('a tool whose source was deleted is neither called nor listed', async () => {
  const changed = makePlugin();
  const leaver = greeter().replace('class Greeter', 'class Leaver').replace(' greet(', ' leave(');
  try {
    changed.write('src/leaver.ts', leaver);
    await run(['build', changed.path]);
    rmSync(join(changed.path, 'src/leaver.ts'));

    const called = await run(['call', changed.path, 'leave', '{"name":"Ada"}']);
    const listed = await run(['list', changed.path]);

    expect(called).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('"leave"') as string });
    expect(listed.stdout).toContain('greet');
    expect(listed.stdout).not.toContain('leave');
  } finally {
    changed.remove();
  }
});
