import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { WorkerLimits } from '../../src/configuration/worker-limits.js';

const program = fileURLToPath(new URL('stuck-workers.mjs', import.meta.url));

interface Running {
  output(): string;
  /** The next generation, or the process that is named, behaves so. */
  behave(how: string): Promise<void>;
  restart(): void;
}

/** Two workers that serve; killed with the test. */
async function startTwo(limits: Partial<WorkerLimits>): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-stuck-'));
  const file = join(folder, 'behaviour');
  await writeFile(file, 'well');
  const patient = { workerStartTimeoutMs: 60_000, workerReplyTimeoutMs: 60_000, workerEndTimeoutMs: 60_000 };
  const args = [program, JSON.stringify({ ...patient, ...limits }), file];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    await writeFile(file, 'well');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await rm(folder, { recursive: true });
  });
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  await vi.waitFor(() => expect(text).toContain('workers 2 of 2 serve'), { timeout: 20_000 });
  return { output: () => text, behave: (how) => writeFile(file, how), restart: () => child.kill('SIGUSR2') };
}

test('a successor that neither ends nor serves is killed, and the restart stops', async () => {
  const { output, behave, restart } = await startTwo({ workerStartTimeoutMs: 1_500 });
  await behave('late');

  restart();

  await vi.waitFor(() => expect(output()).toContain('the restart has stopped'), { timeout: 20_000 });
  expect(output()).toMatch(/workers worker 1 does not serve after [\d.]+ s and is killed/);
  expect(output()).toContain('the successor of worker 1 has ended by SIGKILL before it served');
  expect(output()).toContain('the earlier configuration stays with worker 1, worker 2');
});

test('a worker that is stuck in its work is killed once its successor serves', async () => {
  const { output, behave, restart } = await startTwo({ workerReplyTimeoutMs: 300 });
  const [, pid = ''] = /pid (\d+)/.exec(output()) ?? [];
  await behave(`busy ${pid}`);

  restart();

  await vi.waitFor(() => expect(output()).toContain('workers all 2 were replaced'), { timeout: 20_000 });
  expect(output()).toContain('workers the earlier worker 1 does not answer for 0.3 s and is killed');
  expect(output()).not.toContain('the earlier worker 2');
});

test('a replaced worker that does not end is killed', async () => {
  const { output, behave, restart } = await startTwo({ workerEndTimeoutMs: 300 });
  const [, pid = ''] = /pid (\d+)/.exec(output()) ?? [];
  await behave(`endless ${pid}`);

  restart();

  await vi.waitFor(() => expect(output()).toContain('workers all 2 were replaced'), { timeout: 20_000 });
  expect(output()).toContain('workers the earlier worker 1 has not ended after 0.3 s and is killed');
  expect(output()).not.toContain('the earlier worker 2');
});
