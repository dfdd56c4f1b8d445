import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';

const source = join(import.meta.dirname, '../../test/programs/contained-program.ts');
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigil-contained-'));
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, resolve: { conditions: ['@sigil/source'] } },
    build: {
      ssr: source,
      outDir: folder,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  });
});

afterAll(() => rm(folder, { recursive: true }));

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** @param stderr its standard error: a pipe that is read, a pipe whose reader has left, or a descriptor */
async function run(harm: string, stderr: 'read' | 'gone' | number = 'read'): Promise<Ended> {
  const child = spawn(process.execPath, [join(folder, 'program.mjs'), harm], {
    stdio: ['ignore', 'pipe', typeof stderr === 'number' ? stderr : 'pipe'],
    timeout: 20_000,
  });
  let [out, err] = ['', ''];
  child.stdout!.on('data', (chunk: Buffer) => (out += chunk.toString()));
  if (stderr === 'gone') child.stderr?.destroy();
  else child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, out, err };
}

/** Everything that the program can do to itself, by the names in its source. */
const harms = [...(await readFile(source, 'utf8')).matchAll(/^ {2}(?:async )?'([^']+)'[:(]/gm)].map(
  ([, name]) => name!,
);

const unreadable = 'something that cannot be read';
const doesNotEnd = 'code of a plugin or a library does not end the server';

/** The log's report of each act, or its reports. */
const reports: Readonly<Record<string, readonly string[]>> = {
  'uses a feature that is experimental': [],
  'throws undefined': ['uncaught exception: undefined'],
  'throws null': ['uncaught exception: null'],
  'throws a symbol': ['uncaught exception: Symbol(s)'],
  'throws an object whose stack throws': ['uncaught exception: x'],
  'throws a hostile proxy': [`uncaught exception: ${unreadable}`],
  'throws a revoked proxy': [`uncaught exception: ${unreadable}`],
  'throws an error with the code EPIPE': ['uncaught exception: Error: x'],
  'throws an error with the code ERR_STREAM_DESTROYED': ['uncaught exception: Error: x'],
  'rejects with nothing': ['unhandled rejection: undefined'],
  'rejects with a hostile proxy': [`unhandled rejection: ${unreadable}`],
  'rejects with a revoked proxy': [`unhandled rejection: ${unreadable}`],
  'throws in a build': ['uncaught exception: Error: x'],
  'throws in a tick': ['uncaught exception: Error: a trap'],
  'throws in a microtask': ['uncaught exception: Error: a trap'],
  'throws in an immediate': ['uncaught exception: Error: a trap'],
  'emits an error that nobody listens to': ['uncaught exception: Error: x'],
  'emits an error that is none': ['uncaught exception: Error [ERR_UNHANDLED_ERROR]: Unhandled error. (undefined)'],
  // Nothing is thrown here: a destroyed stream emits no errors, and `once` listens for those of the socket.
  'writes to a child that has gone': [],
  'loses a socket': [],
  'catches in a domain': [],
  'throws beside a domain': ['uncaught exception: Error: x'],
  'throws in a handler of a domain': ['uncaught exception: Error: y'],
  'asks for the errors of everybody': ['uncaught exception: Error: x'],
  'removes all listeners, then throws and rejects': ['uncaught exception: Error: x', 'uncaught exception: Error: x'],
  'ends the process': [`uncaught exception: ExitRefused: process.exit(7) was refused: ${doesNotEnd}`],
  'ends the process when something else is uncaught': ['uncaught exception: Error: x'],
  'aborts the process': [`uncaught exception: ExitRefused: process.abort() was refused: ${doesNotEnd}`],
  'kills the process': [
    `uncaught exception: ExitRefused: process.kill(…) of the server itself was refused: ${doesNotEnd}`,
  ],
  'ends the process as it ends': ['uncaught exception: Error: x'],
  'throws as the process ends': ['uncaught exception: Error: x'],
  'ends standard error': ['uncaught exception: Error: x'],
};

function reportsIn(log: string): string[] {
  const lines = log.matchAll(/^(.*) outside of any call, from a plugin or a library: (.*)$/gm);
  return [...lines].map(([, kind, thrown]) => `${kind}: ${thrown}`.replace(/kill\(\d+\)/, 'kill(…)'));
}

test('every harmful act of the program has an expected report', () => {
  expect(harms).toEqual(Object.keys(reports));
});

test.each(harms)('a process survives and reports it when a plugin %s', async (harm) => {
  const ended = await run(harm);

  expect(ended).toMatchObject({ code: 0, signal: null, out: 'alive\n' });
  expect(reportsIn(ended.err)).toEqual(reports[harm]);
  if (reports[harm]!.length === 0) expect(ended.err).toBe('');
});

test('a process survives when nobody reads its standard error', async () => {
  expect(await run('throws undefined', 'gone')).toMatchObject({ code: 0, signal: null, out: 'alive\n' });
});

test.runIf(process.platform === 'linux')('a process survives when its log is on a full disk', async () => {
  const full = openSync('/dev/full', 'w');
  try {
    expect(await run('throws undefined', full)).toMatchObject({ code: 0, signal: null, out: 'alive\n' });
  } finally {
    closeSync(full);
  }
});

test('the report of a late error has the place in the source of a build with a map', async () => {
  const map = { version: 3, sources: ['../src/dice.ts'], names: [], mappings: 'AAIE' };
  await writeFile(join(folder, 'plugin.cjs.map'), JSON.stringify(map));

  const { err } = await run('throws in a build');

  expect(err).toContain('/src/dice.ts:5:3');
  expect(err).not.toContain('plugin.cjs');
});

test('the log queue for a slow reader is bounded, and dropped lines are reported once', async () => {
  const child = spawn(process.execPath, [join(folder, 'program.mjs'), 'flood'], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    timeout: 20_000,
  });
  const [{ queued }] = (await once(child, 'message')) as [{ queued: number }];
  let err = '';

  child.stderr!.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.send('reads now');
  const [code] = (await once(child, 'close')) as [number | null];

  expect(code).toBe(0);
  expect(queued).toBe(0);
  const notices = err.match(/^\d+ lines of the log could not be written .*$/gm) ?? [];
  expect(notices).toHaveLength(1);
  expect(notices[0]).toContain('limit maxQueuedLogBytes');
  const printed = err.match(/^x{999}$/gm)!.length;
  // The limit covers the queued lines and those that the pipe holds.
  expect(printed).toBeLessThan(1_048 + 1_024);
  expect(printed + Number.parseInt(notices[0]!)).toBe(8_000);
  expect(err.endsWith('works again\n')).toBe(true);
});
