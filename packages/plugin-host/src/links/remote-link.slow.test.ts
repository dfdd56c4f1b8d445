import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { pluginProcessProgram } from './plugin-process-program.js';
import { contextWith, openContract, openStarted, run, textOf, type OpenedLink } from './links.test-support.js';
import type { LinkKind, LinkLimits, LinkOptions } from './plugin-link.js';

// Starts the plugin process as the link does, and gives it its own output.
const hostProgram = `
  const [program, code] = process.argv.slice(1);
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'];
  const child = require('node:child_process').fork(program, [String(process.pid)], { serialization: 'advanced', stdio });
  const manifest = { plugin: { name: 'a' } };
  child.once('message', () => {
    child.send([{ kind: 'open', id: 1, build: { manifest, code, codePath: '/plugin.cjs' } }], () =>
      process.stdout.write('serving'),
    );
  });
  child.send([{ kind: 'ping' }]);
`;

const kinds: readonly LinkKind[] = ['worker', 'process'];
const restarted = { name: 'PluginError', code: 'crashed', message: expect.stringMatching(/restarted.*; try again$/) };

async function open(
  kind: LinkKind,
  limits: Partial<LinkLimits> = {},
  options: Partial<LinkOptions> = {},
): Promise<OpenedLink> {
  const opened = await openStarted(kind, { limits: { restartDelayMs: 20, ...limits }, ...options });
  onTestFinished(() => opened.link.kill());
  return opened;
}

async function echoes(opened: OpenedLink): Promise<void> {
  await expect(textOf(opened, 'echo', { input: { text: 'still here' } })).resolves.toBe('still here');
}

/** Returns a path at which nothing exists. */
async function freePath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-links-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'mark');
}

describe.each(kinds)('a plugin behind a link of kind %s', (kind) => {
  test('is restarted after it exits; its running calls fail, and new calls are served', async () => {
    const opened = await open(kind);

    const running = run(opened, 'wait');
    const ending = run(opened, 'exit');
    running.catch(() => undefined);
    await expect(ending).rejects.toMatchObject(restarted);

    await expect(running).rejects.toMatchObject(restarted);
    await echoes(opened);
    await expect(textOf(opened, 'lifeSoFar')).resolves.toBe('start');
    expect((await opened.next('crashed')).error.message).toBe('the code of plugin "contract" ended with code 3');
    await opened.next('restarted');
  });

  test('survives an uncaught exception, which the operator sees', async () => {
    const opened = await open(kind);

    await expect(textOf(opened, 'throwLater')).resolves.toBe('alive');

    await vi.waitFor(() => expect(JSON.stringify(opened.events)).toContain('Error: in a timer'), 20_000);
    await echoes(opened);
    expect(opened.events.map((event) => event.kind)).not.toContain('crashed');
  });

  test('survives an unhandled rejection, which the operator sees', async () => {
    const opened = await open(kind);

    await expect(textOf(opened, 'rejectLater')).resolves.toBe('alive');

    const { stream, text } = await opened.next('printed');
    expect([stream, text]).toEqual(['stderr', expect.stringContaining('Error: nobody looks')]);
    await echoes(opened);
    expect(opened.events.map((event) => event.kind)).not.toContain('crashed');
  });

  test('is ended when it exceeds maxHeapMb, and the error names the limit', async () => {
    const opened = await open(kind, { maxHeapMb: 24 });

    await expect(run(opened, 'leak')).rejects.toMatchObject(restarted);

    expect((await opened.next('crashed')).error.message).toMatch(/24 MiB.*\(limit maxHeapMb\)/);
    await echoes(opened);
  });

  test('survives its own messages on the host’s channel', async () => {
    const opened = await open(kind);

    await expect(textOf(opened, 'chatter')).resolves.toBe('undefined');

    await echoes(opened);
  });

  test('has its output reported as events, line by line', async () => {
    const opened = await open(kind);

    await textOf(opened, 'print');
    await opened.link.stop();

    await vi.waitFor(
      () =>
        expect(opened.events).toEqual(
          expect.arrayContaining([
            { kind: 'printed', stream: 'stdout', text: 'to the output' },
            { kind: 'printed', stream: 'stdout', text: 'in two lines' },
            { kind: 'printed', stream: 'stderr', text: 'to the errors' },
            { kind: 'printed', stream: 'stdout', text: 'unfinished' },
          ]),
        ),
      20_000,
    );
  });

  test('sees only the environment variables of the allow-list and those that it was given', async () => {
    vi.stubEnv('SIGIL_SECRET', 'of the server');
    onTestFinished(() => void vi.unstubAllEnvs());
    const opened = await open(kind, {}, { environment: { API_URL: 'https://example.com' } });

    const names = (await textOf(opened, 'environment')).split(',');

    expect(names).toContain('API_URL');
    expect(names).toContain('PATH');
    expect(names).not.toContain('SIGIL_SECRET');
  });

  test('can be killed when it does not stop, and everything that waits for it fails', async () => {
    const opened = await open(kind, {}, { configuration: { fails: 'never-stops' } });
    const call = run(opened, 'wait');
    const stop = opened.link.stop();
    const both = Promise.allSettled([call, stop]);

    await expect(run(opened, 'echo')).rejects.toMatchObject({ code: 'crashed', message: /has been stopped/ });
    opened.link.kill();

    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(opened.events).toEqual([]);
  });

  test('can be stopped repeatedly, stops its code once, and its calls fail without a crash event', async () => {
    const opened = await open(kind, {}, { configuration: { tellsOfStop: true } });
    const abort = new AbortController();
    const call = run(opened, 'wait', { context: contextWith({ signal: abort.signal }) });
    call.catch(() => undefined);

    await Promise.all([opened.link.stop(), opened.link.stop()]);
    await opened.link.stop();
    opened.link.kill();
    abort.abort();

    await expect(call).rejects.toMatchObject({
      code: 'crashed',
      message: /^plugin "contract" was stopped or restarted/,
    });
    await expect(run(opened, 'echo')).rejects.toMatchObject({ code: 'crashed', message: /has been stopped/ });
    await vi.waitFor(
      () => expect(opened.events).toEqual([{ kind: 'printed', stream: 'stdout', text: 'stopped' }]),
      20_000,
    );
  });
});

test('code that blocks its event loop is ended after stuckMs, and other plugins keep running', async () => {
  const both = await Promise.all(kinds.map((kind) => open(kind, { stuckMs: 1_500 })));
  const other = await open('worker');

  const spinning = both.map((opened) => run(opened, 'spin'));
  await echoes(other);
  const outcomes = await Promise.allSettled(spinning);

  expect(outcomes).toEqual(kinds.map(() => ({ status: 'rejected', reason: expect.objectContaining(restarted) })));
  for (const opened of both) {
    expect((await opened.next('crashed')).error.message).toContain('no sign of life for 1500 ms (limit stuckMs)');
    await echoes(opened);
  }
  expect(other.events).toEqual([]);
});

describe('a worker that crashes', () => {
  test('is rejected after too many crashes, retried later, and then rejected sooner', async () => {
    const opened = await open('worker', { maxCrashes: 2, crashWindowMs: 900, circuitOpenMs: 900 });

    await expect(run(opened, 'exit')).rejects.toMatchObject(restarted);
    await expect(run(opened, 'exit')).rejects.toMatchObject(restarted);
    await opened.next('circuit-opened');
    const refused = { code: 'crashed', message: expect.stringMatching(/crashed too often; .* at \d{4}-\d\d-\d\dT/) };
    await expect(run(opened, 'echo')).rejects.toMatchObject(refused);
    await expect(opened.link.health()).rejects.toMatchObject(refused);

    await opened.next('restarted');
    await opened.next('restarted');
    await echoes(opened);
    await expect(run(opened, 'exit')).rejects.toMatchObject(restarted);
    await opened.next('circuit-opened');
  });

  test.each([
    ['start', /could not be started again/],
    ['exit-in-start', /could not be started again/],
    ['never-starts', /could not be started again/],
  ])('counts a failed restart (%s) as another crash', async (fails, message) => {
    const once = await freePath();
    const limits = { maxCrashes: 2, restartTimeoutMs: 1_000 };
    const opened = await open('worker', limits, { configuration: { fails, once } });
    await writeFile(once, '');

    await expect(run(opened, 'exit')).rejects.toMatchObject(restarted);

    await opened.next('crashed');
    expect((await opened.next('crashed')).error.message).toMatch(message);
    await opened.next('circuit-opened');
  });

  test('rejects calls that wait longer than restartWaitMs for a restart', async () => {
    const opened = await open('worker', { restartDelayMs: 60_000, restartWaitMs: 50 });
    await expect(run(opened, 'exit')).rejects.toMatchObject(restarted);

    await expect(run(opened, 'echo')).rejects.toMatchObject({ code: 'crashed', message: /being restarted; try again/ });
    await expect(opened.link.stop()).resolves.toBeUndefined();
  });

  test('is not restarted after a crash in its first start', async () => {
    const opened = await openContract('worker', { configuration: { fails: 'exit-in-start' } });

    await expect(opened.link.start()).rejects.toMatchObject({ code: 'crashed', message: /ended with code 5/ });

    await expect(run(opened, 'echo')).rejects.toMatchObject({ code: 'crashed' });
    await expect(opened.link.stop()).resolves.toBeUndefined();
    expect(opened.events.map((event) => event.kind)).toEqual(['crashed']);
  });
});

test('an invalid limit is rejected by name', async () => {
  await expect(openContract('worker', { limits: { stuckMs: 0 } })).rejects.toThrow('limit stuckMs must be a whole');
});

test('a worker that forges a message of its link is ended', async () => {
  const opened = await open('worker');

  await expect(run(opened, 'lie', { input: { message: { kind: 'failed', call: 3 } } })).rejects.toMatchObject({
    code: 'crashed',
  });

  await echoes(opened);
});

test('a worker cannot send signals to the process of the server', async () => {
  const opened = await open('worker');

  await expect(run(opened, 'signal')).rejects.toMatchObject({ name: 'ExitRefused' });
});

test('a process is not ended by signals that its host gets too', async () => {
  const opened = await open('process');
  const id = await textOf(opened, 'processId');

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(Number(id), signal);

  await expect(textOf(opened, 'processId')).resolves.toBe(id);
  expect(opened.events).toEqual([]);
});

test('a process killed from outside is restarted, and is gone once its link has stopped', async () => {
  const opened = await open('process');
  const first = Number(await textOf(opened, 'processId'));

  process.kill(first, 'SIGKILL');

  expect((await opened.next('crashed')).error.message).toContain('was ended by SIGKILL');
  const second = Number(await textOf(opened, 'processId'));
  expect([first, process.pid]).not.toContain(second);
  await opened.link.stop();
  expect(() => process.kill(second, 0)).toThrow('ESRCH');
  expect(existsSync(`/proc/${second}`)).toBe(false);
});

test('a worker is gone once its link has stopped', async () => {
  const workers: Worker[] = [];
  const onWorker = (worker: Worker): void => void workers.push(worker);
  process.on('worker', onWorker);
  onTestFinished(() => void process.off('worker', onWorker));
  const opened = await open('worker');
  const before = workers.map(({ threadId }) => threadId > 0);

  await opened.link.stop();

  expect(before).toEqual([true]);
  expect(workers[0]!.threadId).toBe(-1);
});

test.each([
  ['that waits', 'module.exports = {}'],
  ['that blocks its event loop', 'for (;;);'],
])('a process %s does not outlive a host that is killed', async (_what, code) => {
  const host = spawn(process.execPath, ['-e', hostProgram, fileURLToPath(pluginProcessProgram), code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void host.kill('SIGKILL'));
  const [text] = (await once(host.stdout, 'data')) as [Buffer];
  expect(String(text)).toBe('serving');

  host.kill('SIGKILL');

  // Its end of the pipe, inherited from the host, closes with it.
  await once(host.stdout, 'close');
});
