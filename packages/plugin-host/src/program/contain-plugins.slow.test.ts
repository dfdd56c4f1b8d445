import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
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

test('the program lists enough harmful acts', () => {
  expect(harms.length).toBeGreaterThan(20);
});

const silent = new Set(['writes to a child that has gone', 'loses a socket']);

test.each(harms)('a process survives and reports it when a plugin %s', async (harm) => {
  const ended = await run(harm);

  expect(ended).toMatchObject({ code: 0, signal: null, out: 'alive\n' });
  if (!silent.has(harm)) expect(ended.err).toMatch(/ outside of any call, from a plugin or a library: /);
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
