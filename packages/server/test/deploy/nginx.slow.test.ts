import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { freePort } from '@sigil/test-support/free-port';
import { startNginx } from '../nginx.test-support.js';
import { callThrough, openReplicas, type Replica } from './replicas.test-support.js';

/** Runs deploy/nginx.conf as it is, but for the addresses. */
async function startShipped(replicas: readonly Replica[]): Promise<string> {
  const port = await freePort();
  const shipped = await readFile(new URL('../../../../deploy/nginx.conf', import.meta.url), 'utf8');
  const addressed = shipped
    .replace('127.0.0.1:3001', replicas[0]!.host)
    .replace('127.0.0.1:3002', replicas[1]!.host)
    .replace('listen 8080', `listen 127.0.0.1:${port}`);
  await startNginx(port, addressed);
  return `http://127.0.0.1:${port}`;
}

test('both replicas behind nginx serve a modern client, also within one call', async () => {
  const call = await callThrough(await startShipped(await openReplicas()));

  const answering = new Set<string>();
  const asked: string[][] = [];
  for (let count = 0; count < 20; count++) {
    answering.add(await call('who'));
    asked.push((await call('ask')).split(' '));
  }

  expect(answering.size).toBe(2);
  expect(asked.every(([action]) => action === 'accept')).toBe(true);
  expect(asked.some(([, begun, ended]) => begun !== ended)).toBe(true);
});
