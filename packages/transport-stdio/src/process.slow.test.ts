import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { callOf, type JsonMessage } from '@sigil/testing/transports';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigil-stdio-'));
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, resolve: { conditions: ['@sigil/source'] } },
    build: {
      ssr: join(import.meta.dirname, '../test/programs/noisy-server.ts'),
      outDir: folder,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'server.mjs' } },
    },
  });
});

afterAll(() => rm(folder, { recursive: true }));

interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  readonly exited: Promise<number | null>;
  readonly stderr: () => string;
  next(): Promise<JsonMessage | undefined>;
}

/** @param options of Node */
function startServer(options: readonly string[] = []): Child {
  const child = spawn(process.execPath, [...options, join(folder, 'server.mjs')]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined);
  let lines: AsyncIterator<string> | undefined = undefined;
  return {
    process: child,
    exited: once(child, 'exit').then(([code]) => code as number | null),
    stderr: () => stderr,
    async next() {
      lines ??= createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const { value, done } = await lines.next();
      return done ? undefined : (JSON.parse(value) as JsonMessage);
    },
  };
}

// Rules: 45
test('output printed by tools goes to standard error, and only messages go to standard output', async () => {
  const child = startServer();

  child.process.stdin.end(`${JSON.stringify(callOf(1, 'print'))}\n${JSON.stringify(callOf(2, 'print'))}\n`);
  const answers = [await child.next(), await child.next(), await child.next()];

  expect(answers.map((answer) => answer?.id)).toEqual([1, 2, undefined]);
  expect(await child.exited).toBe(0);
  for (const way of ['console.log', 'console.info', 'process.stdout', 'the end']) {
    expect(child.stderr()).toContain(`from ${way}`);
  }
});

// Rules: 45
test('output of child processes of tools goes to standard error, however they were started', async () => {
  const child = startServer();

  child.process.stdin.write(`${JSON.stringify(callOf(1, 'print-by-children'))}\n`);
  const answer = await child.next();
  child.process.stdin.end();

  expect(answer).toMatchObject({ id: 1, result: { isError: false } });
  expect(await child.next()).toBeUndefined();
  const inherited = ['an inheriting child', 'a child with a list', 'a child with a number', 'a child with a stream'];
  for (const way of [...inherited, 'spawnSync', 'execFileSync', 'execSync']) {
    expect(child.stderr()).toContain(`from ${way}`);
  }
});

// Rules: 45
test.each([
  ['', []],
  [', with options of Node that no thread takes', ['--max-old-space-size=1000']],
])(
  'output to the descriptor of standard output goes to standard error, also from threads of tools%s',
  async (_which, options) => {
    const child = startServer(options);

    child.process.stdin.write(`${JSON.stringify(callOf(1, 'print-by-descriptor'))}\n`);
    const answer = await child.next();
    child.process.stdin.end();

    expect(answer).toMatchObject({ id: 1, result: { isError: false } });
    expect(await child.next()).toBeUndefined();
    const synchronous = ['writeSync', 'the module', 'writevSync', 'writeFileSync', 'appendFileSync'];
    for (const way of [...synchronous, 'write', 'a stream', 'a thread']) {
      expect(child.stderr()).toContain(`from ${way}\n`);
    }
  },
);

test('a piped request is answered although the input ends right after it', async () => {
  const child = startServer();

  child.process.stdin.end(`${JSON.stringify(callOf(1, 'flood'))}\n`);
  const answer = await child.next();

  expect(JSON.stringify(answer).length).toBeGreaterThan(4_000_000);
  expect(await child.exited).toBe(0);
});

test('closing the output in the middle of an answer ends the server without a fault', async () => {
  const child = startServer();
  child.process.stdin.write(`${JSON.stringify(callOf(1, 'flood'))}\n`);
  await once(child.process.stdout, 'readable');

  child.process.stdout.destroy();

  expect(await child.exited).toBe(0);
  expect(child.stderr()).toContain('done');
  expect(child.stderr()).not.toContain('fault');
});

test('a server ends when its input ends', async () => {
  const child = startServer();

  child.process.stdin.end();

  expect(await child.exited).toBe(0);
});
