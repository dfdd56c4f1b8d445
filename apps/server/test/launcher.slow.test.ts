import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { expect, onTestFinished, test } from 'vitest';
import { mainProgram } from './built-server.test-support.js';

const sigil = join(dirname(createRequire(import.meta.url).resolve('@sigil/cli/package.json')), 'bin/sigil.mjs');
const echo = join(dirname(mainProgram), '../plugins/echo');
const state = ['--state', 'state', '--port', '0'];

/** Every process that has this mark in its environment, as Linux tells. */
async function processesOf(mark: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc')) {
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
    if (!environment.includes(`LAUNCHED=${mark}\0`)) continue;
    const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => 'State:\tZ');
    if (!/State:\tZ/.test(status)) found.push(pid);
  }
  return found;
}

const links = JSON.stringify({ plugins: { echo: { link: 'process', activation: 'onStart' } } });

test.runIf(process.platform === 'linux').each([
  ['npm start', ['run', 'it'], [mainProgram, ...state, '--config', 'config.json'], /serves on (http:\S+)/],
  ['npm start with workers', ['run', 'it'], [mainProgram, ...state, '--workers', '2'], /workers 2 of 2 serve/],
  ['npm run dev', ['run', 'it'], [sigil, 'dev', 'plugins/echo', '--port', '0'], /Watching for changes/],
  ['npx sigil serve', ['exec', '--', 'it'], [sigil, 'serve', 'plugins/echo', '--port', '0'], /serves .* at (http:\S+)/],
])('after kill -9 of %s no process of it is left', async (_what, npm, words, ready) => {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-launched-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
  const args = words.map((word) => (word === 'plugins/echo' ? echo : word));
  const script = [process.execPath, ...args].join(' ');
  // A shell of its own stays between npm and the program.
  await writeFile(join(folder, 'node_modules/.bin/it'), `#!/bin/sh\n${script}\nexit $?\n`, { mode: 0o755 });
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'launched', scripts: { it: `${script}; true` } }),
  );
  await writeFile(join(folder, 'config.json'), links);
  const mark = folder;
  const launcher = spawn('npm', npm, { cwd: folder, env: { ...process.env, LAUNCHED: mark }, stdio: 'pipe' });
  onTestFinished(async () => {
    for (const pid of await processesOf(mark)) process.kill(Number(pid), 'SIGKILL');
  });
  let said = '';
  for (const stream of [launcher.stdout, launcher.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  await expect.poll(() => said, { timeout: 30_000 }).toMatch(ready);
  const before = await processesOf(mark);

  launcher.kill('SIGKILL');

  expect(before.length).toBeGreaterThan(2);
  await expect.poll(() => processesOf(mark), { timeout: 10_000 }).toEqual([]);
});

test.runIf(process.platform === 'linux')('a server that a script puts into the background stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-launched-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const script = `${process.execPath} ${mainProgram} ${state.join(' ')} > log 2>&1 & while ! grep -q 'serves on' log; do sleep 0.1; done`;
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'launched', scripts: { it: script } }));
  const launcher = spawn('npm', ['run', 'it'], {
    cwd: folder,
    env: { ...process.env, LAUNCHED: folder },
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    for (const pid of await processesOf(folder)) process.kill(Number(pid), 'SIGKILL');
  });

  await once(launcher, 'exit');
  const [, url] = /serves on (http:\S+)/.exec(await readFile(join(folder, 'log'), 'utf8'))!;
  // The server looks twice a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500));

  expect((await fetch(`${url}/healthz`)).ok).toBe(true);
});
