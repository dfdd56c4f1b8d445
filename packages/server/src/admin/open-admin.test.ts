import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Denial } from '@sigil/transport-http';
import Koa from 'koa';
import { afterEach, expect, test } from 'vitest';
import type { AdminActions } from './admin-actions.js';
import { openAdmin } from './open-admin.js';
import { maxTryingNetworks, maxWrongTokens, TokenTries, wrongTokenWindowMs } from './token-tries.js';

const token = 'a-token-that-nobody-guesses';
const open: Server[] = [];

afterEach(() => {
  for (const server of open.splice(0)) server.close().closeAllConnections();
});

/** Serves an admin address on loopback with a stopped clock. */
async function serveAdmin(
  onRefused: (denial: Denial) => void = () => undefined,
): Promise<{ ask(presented?: string): Promise<Response>; pass(ms: number): void }> {
  let now = 0;
  const actions: AdminActions = {
    status: () => ({ ok: true }),
    reload: async () => undefined,
    rollback: async () => '',
    levels: () => ({}),
    setLevel: () => undefined,
  };
  const callers = { token, authentication: undefined, tries: new TokenTries(() => now), onRefused };
  const app = new Koa().use(openAdmin(callers, actions));
  const server = createServer(app.callback() as (...args: unknown[]) => void);
  open.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/status`;
  return {
    ask: (presented) =>
      fetch(url, presented === undefined ? {} : { headers: { authorization: `Bearer ${presented}` } }),
    pass: (ms) => void (now += ms),
  };
}

test('after too many wrong tokens from an address, even the right token gets 429 until the window ends', async () => {
  const admin = await serveAdmin();
  const wrong: number[] = [];
  for (let tries = 0; tries < maxWrongTokens; tries++) wrong.push((await admin.ask(`wrong-${tries}`)).status);

  const refused = await admin.ask(token);
  admin.pass(wrongTokenWindowMs);
  const later = await admin.ask(token);

  expect(new Set(wrong)).toEqual(new Set([401]));
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe(String(wrongTokenWindowMs / 1000));
  expect(await refused.text()).not.toContain('"ok"');
  expect(later.status).toBe(200);
});

test('requests without a token do not count as attempts', async () => {
  const admin = await serveAdmin();
  for (let count = 0; count <= maxWrongTokens; count++) await admin.ask();

  expect((await admin.ask()).status).toBe(401);
  expect((await admin.ask(token)).status).toBe(200);
});

test('refused requests are logged with the reason', async () => {
  const refused: string[] = [];
  const admin = await serveAdmin(({ status, message }) => refused.push(`${status} ${message}`));
  await admin.ask();
  for (let tries = 0; tries < maxWrongTokens; tries++) await admin.ask('wrong');
  const { headers } = await admin.ask('wrong');
  await admin.ask(token);

  expect(refused[0]).toMatch(/^401 present the admin token/);
  expect(refused[1]).toBe('401 this is not the admin token');
  expect(refused.slice(maxWrongTokens + 1)).toHaveLength(2);
  expect(refused.at(-1)).toMatch(/^429 too many/);
  expect(headers.get('retry-after')).not.toBeNull();
});

test('wrong tokens are counted per network, without affecting other networks', () => {
  const tries = new TokenTries(() => 0);
  for (let count = 0; count < maxWrongTokens; count++) tries.noteWrong(`2001:db8::${count + 1}`);

  expect(tries.secondsToWait('2001:db8::ffff')).toBeGreaterThan(0);
  expect(tries.secondsToWait('2001:db8:1::1')).toBe(0);
  expect(tries.secondsToWait('192.0.2.1')).toBe(0);
});

test('the oldest network is forgotten beyond maxTryingNetworks', () => {
  const tries = new TokenTries(() => 0);
  for (let count = 0; count < maxWrongTokens; count++) tries.noteWrong('192.0.2.1');
  for (let count = 1; count < maxTryingNetworks; count++) tries.noteWrong(`10.0.${count >> 8}.${count & 255}`);
  const before = tries.secondsToWait('192.0.2.1');
  tries.noteWrong('10.9.9.9');

  expect(before).toBeGreaterThan(0);
  expect(tries.secondsToWait('192.0.2.1')).toBe(0);
});

test('the documentation lists every limit with its value', async () => {
  const page = await readFile(new URL('../../../../docs/reference/limits.md', import.meta.url), 'utf8');
  const section = /## Admin\n[\s\S]*?(?=\n## |$)/.exec(page)?.[0];

  for (const [name, value] of Object.entries({ maxWrongTokens, wrongTokenWindowMs, maxTryingNetworks })) {
    expect(section).toMatch(new RegExp(`\\| \`${name}\` +\\| +${value.toLocaleString('en-US')} `));
  }
});
