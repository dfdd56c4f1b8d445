import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '@sigil/test-support/free-port';
import { callThrough, endStories, openReplicas, type Replica } from './replicas.test-support.js';

/** Runs deploy/haproxy.cfg as it is, but for the port that it listens on. */
async function startShipped([first, second]: readonly Replica[]): Promise<string> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'sigil-haproxy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const shipped = await readFile(new URL('../../../../deploy/haproxy.cfg', import.meta.url), 'utf8');
  await writeFile(join(folder, 'haproxy.cfg'), shipped.replace('bind :8080', `bind 127.0.0.1:${port}`));
  const env = { ...process.env, SIGIL_FIRST: first!.host, SIGIL_SECOND: second!.host };
  const proxy = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { env, stdio: 'inherit' });
  const ended = once(proxy, 'exit');
  onTestFinished(async () => {
    proxy.kill();
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${url}/readyz`), { timeout: 20_000, interval: 50 });
  return url;
}

test('a modern client is served by both replicas behind haproxy in turn', async () => {
  const call = await callThrough(await startShipped(await openReplicas()));

  const askInTurn = async (): Promise<void> => {
    const answers = [];
    for (let count = 0; count < 6; count++) answers.push(await call('who'));
    const [first, second] = answers;
    expect(first).not.toBe(second);
    expect(answers).toEqual([first, second, first, second, first, second]);
  };

  // On a busy machine a replica may miss health checks for a while.
  await vi.waitFor(askInTurn, { timeout: 20_000 });
});

test('progress reaches the client before the call ends', async () => {
  const call = await callThrough(await startShipped(await openReplicas()));

  // The story ends only once its beginning has arrived.
  const answer = await call('story', (message) => message === 'Once upon a time' && endStories());

  expect(answer).toContain('the end');
});

test('a replica that is told to stop loses no call: those in flight end, later ones go to the other', async () => {
  const replicas = await openReplicas({ MCP_DRAIN_MS: '4000' });
  const call = await callThrough(await startShipped(replicas));
  let begun = 0;
  const stories = Promise.all(Array.from({ length: 4 }, () => call('story', () => begun++)));
  await vi.waitFor(() => expect(begun).toBe(4), { timeout: 20_000 });

  const progress = { isOver: false };
  const closed = replicas[0]!.server.close().then(() => (progress.isOver = true));
  const answers: string[] = [];
  const goOn = async (): Promise<void> => {
    while (!progress.isOver) answers.push(await call('who'));
  };
  const calls = Promise.all([goOn(), goOn(), goOn()]);
  await vi.waitFor(() => expect(fetch(`http://${replicas[0]!.host}/readyz`)).rejects.toThrow(), { timeout: 20_000 });
  endStories();

  expect((await stories).every((text) => text.includes('the end'))).toBe(true);
  await Promise.all([closed, calls]);
  expect(new Set(answers.slice(0, 10)).size).toBe(2);
  expect(new Set(answers.slice(-3)).size).toBe(1);
});
