/** A browser that signs in at two upstreams at the same time, and one whose sign-in fails. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignInError, type SignIns } from '@sigil/gateway';
import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import { serveSignInPages } from './sign-in-pages.js';

const stateOf = (ticket: string): string => `state-${ticket}-of-many-characters`;

/** Accepts an answer with the ticket that belongs to its state. */
const signIns = {
  begin: async (ticket: string) => {
    if (ticket === 'broken') throw new Error('the reason');
    return new URL(`https://login.example/authorize?state=${stateOf(ticket)}`);
  },
  finish: async (ticket: string, answer: URLSearchParams) => {
    if (answer.get('state') !== stateOf(ticket)) throw new SignInError('this sign-in is over');
    return ticket;
  },
} as unknown as SignIns; // the pages call nothing else here

async function openPages(failures: unknown[] = []): Promise<string> {
  const log = { failure: (_part: string, error: unknown) => void failures.push(error) };
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('request', new Koa().use(serveSignInPages({ signIns, url, log })).callback());
  return url;
}

test('two concurrent sign-ins of one browser both complete', async () => {
  const url = await openPages();
  const jar = new Map<string, string>();
  const visit = async (path: string, method = 'GET'): Promise<number> => {
    const cookie = [...jar].map((it) => it.join('=')).join('; ');
    const answer = await fetch(`${url}${path}`, { method, headers: { origin: url, cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (line.includes('Max-Age=0')) jar.delete(name);
      else jar.set(name, value);
    }
    return answer.status;
  };

  const begun = [await visit('/oauth/start?ticket=one', 'POST'), await visit('/oauth/start?ticket=two', 'POST')];
  const ends = [];
  for (const ticket of ['one', 'two']) ends.push(await visit(`/oauth/callback?code=a&state=${stateOf(ticket)}`));

  expect(begun).toEqual([200, 200]);
  expect(ends).toEqual([200, 200]);
  expect([...jar]).toEqual([]);
  expect(await visit('/oauth/callback?code=a')).toBe(400);
  expect(await visit(`/oauth/callback?code=a&state=${encodeURIComponent('a; b=\r\n')}`)).toBe(400);
});

test('a sign-in that fails is in the log, where the page says that the reason is', async () => {
  const failures: unknown[] = [];
  const url = await openPages(failures);

  const page = await fetch(`${url}/oauth/start?ticket=broken`, { method: 'POST', headers: { origin: url } });

  expect(await page.text()).toContain('The sign-in failed: the log of this server says why.');
  expect(failures).toEqual([new Error('the reason')]);
});
