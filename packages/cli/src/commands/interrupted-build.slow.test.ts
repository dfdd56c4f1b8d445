import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { greeter, makePlugin } from '../plugin-folder.test-support.js';

const program = fileURLToPath(new URL('../../bin/sigil.mjs', import.meta.url));
/** Blocks the event loop, as a compiler does, once the program lets signals end it. */
const slowCompiler = `
  import fs from 'node:fs';
  // The program replaces the functions that write to standard output.
  const { writeSync } = fs;
  const original = process.off.bind(process);
  process.off = (name, listener) => {
    original(name, listener);
    if (name !== 'SIGTERM') return process;
    process.off = original;
    writeSync(1, 'blocked');
    for (const until = Date.now() + 20_000; Date.now() < until; );
    return process;
  };
`;

// `sigil dev` builds in another process, which it kills.
test('Ctrl+C ends sigil serve at once while a build blocks the event loop', async () => {
  const plugin = makePlugin(greeter());
  onTestFinished(() => plugin.remove());
  const preload = `data:text/javascript,${encodeURIComponent(slowCompiler)}`;
  const child = spawn(process.execPath, ['--import', preload, program, 'serve', plugin.path, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');

  child.kill('SIGINT');

  expect(await ended).toEqual([null, 'SIGINT']);
});
