/** The file of pins, written by several processes at once, some of which are killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { PinFile } from './pin-file.js';

const approved = { tools: [], prompts: [], resourceTemplates: [] };
let program = '';

beforeAll(async () => {
  program = await mkdtemp(join(tmpdir(), 'sigil-pin-writer-'));
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, resolve: { conditions: ['@sigil/source'] } },
    build: {
      ssr: join(import.meta.dirname, 'pin-file.ts'),
      outDir: program,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'pin-file.mjs' } },
    },
  });
});

afterAll(() => rm(program, { recursive: true }));

async function newPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-pins-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'mcps.lock.json');
}

/** Starts a process that writes the pins of `count` servers, one after the other, when all processes are ready. */
function startWriter(path: string, name: string, count: number) {
  const { href } = pathToFileURL(join(program, 'pin-file.mjs'));
  const script = `
    const { PinFile } = await import(${JSON.stringify(href)});
    const file = new PinFile(${JSON.stringify(path)});
    console.log('ready');
    await new Promise((resolve) => process.stdin.once('data', resolve));
    for (let index = 0; index < ${count}; index++)
      await file.write(${JSON.stringify(name)} + index, { approved: ${JSON.stringify(approved)} });
    process.stdin.destroy();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, ready: once(child.stdout, 'data'), exited: once(child, 'exit') };
}

test('processes that write at the same moment lose nothing', async () => {
  const path = await newPath();
  const writers = ['a', 'b', 'c'].map((name) => startWriter(path, name, 40));
  await Promise.all(writers.map(({ ready }) => ready));

  for (const { child } of writers) child.stdin.write('go\n');
  const ends = await Promise.all(writers.map(({ exited }) => exited));

  expect(ends).toEqual(writers.map(() => [0, null]));
  expect((await new PinFile(path).read()).size).toBe(120);
});

test('the lock of a killed process is removed', async () => {
  const path = await newPath();
  const writer = startWriter(path, 'killed', 1_000_000);
  await writer.ready;
  writer.child.stdin.write('go\n');
  const folder = join(path, '..');
  const isLocked = async (): Promise<boolean> => (await readdir(folder)).includes('mcps.lock.json.lock');
  // The process is stopped first, so that the lock does not change while it is looked for.
  await expect
    .poll(async () => {
      writer.child.kill('SIGSTOP');
      const locked = await isLocked();
      if (!locked) writer.child.kill('SIGCONT');
      return locked;
    })
    .toBe(true);
  writer.child.kill('SIGKILL');
  await writer.exited;

  await Promise.all(['x', 'y', 'z'].map((name) => new PinFile(path).write(name, { approved })));

  const pins = await new PinFile(path).read();
  expect([...pins.keys()]).toEqual(expect.arrayContaining(['x', 'y', 'z']));
  expect((await readdir(folder)).filter((name) => name.includes('.lock.json.lock'))).toEqual([]);
}, 60_000);
