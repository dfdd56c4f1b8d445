/** A user who has signed in is asked for more scopes when the upstream wants them. Spec: 2026-07-28 basic/authorization#scope-challenge-handling */
import type { JsonObject } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { latestLegacyRevision, modernDates } from '@sigil/core/internal';
import { connectInMemory, type ToolAnswer } from '@sigil/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openRemote } from '../open-remote.js';
import { agree, openProtectedUpstream, type ProtectedUpstream } from './protected-upstream.test-support.js';
import { openMemorySecrets } from './secret-store.js';
import { SignIns } from './sign-ins.js';

const dates = [latestLegacyRevision.date, modernDates[0]!];

interface Opened {
  readonly signIns: SignIns;
  /** The pages that the client was asked to open. */
  readonly pages: JsonObject[];
  call(name: string): Promise<ToolAnswer>;
  names(): Promise<string[]>;
}

/** A client whose user agrees to each page, or one that shows none. */
async function open(
  upstream: ProtectedUpstream,
  {
    revision = dates[0]!,
    showsPages = true,
    limits = {},
  }: { revision?: string; showsPages?: boolean; limits?: object },
): Promise<Opened> {
  const signIns = new SignIns({ secrets: openMemorySecrets(), baseUrl: () => 'http://127.0.0.1:1/oauth' });
  const remote = openRemote(
    { url: upstream.url, transport: 'http', protocol: 'modern', auth: { kind: 'oauth' }, ...limits },
    { name: 'up', client: { name: 'sigil', version: '0' }, signIns },
  );
  onTestFinished(() => remote.close());
  await remote.ready;
  const pages: JsonObject[] = [];
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const elicit = async (page: JsonObject) => {
    pages.push(page);
    await agree(signIns, String(page['url']));
    return { action: 'accept' as const };
  };
  const client = await connectInMemory(engine, { revision, ...(showsPages ? { answers: { elicit } } : {}) });
  onTestFinished(() => client.close());
  const names = async (): Promise<string[]> => (await client.listTools()).map(({ name }) => String(name));
  return { signIns, pages, names, call: (name) => client.callTool(name, {}) };
}

/** Signs in, and waits for the lists. */
async function signIn({ call, names, signIns }: Opened): Promise<void> {
  const link = linkIn(await call('sign_in'));
  if (link !== '') await agree(signIns, link);
  await vi.waitFor(async () => expect(await names()).not.toContain('sign_in'), { timeout: 20_000 });
}

const textOf = (answer: ToolAnswer): string => JSON.stringify(answer.content);
const linkIn = (answer: ToolAnswer): string => /http:[^\s"\\]+ticket=[\w-]+/.exec(textOf(answer))?.[0] ?? '';

test.each(dates)(
  'a call that needs another scope requests it along with the granted ones, and runs once (%s)',
  async (revision) => {
    const upstream = await openProtectedUpstream({ look: ['base'], write: ['write'] });
    const opened = await open(upstream, { revision });
    await signIn(opened);

    const written = await opened.call('write');
    const looked = await opened.call('look');

    expect(textOf(written)).toContain('write is done');
    expect(textOf(looked)).toContain('look is done');
    expect(upstream.asked).toEqual(['base', 'base write']);
    expect(upstream.calls).toEqual(['write', 'look']);
    expect(opened.pages.map(({ message }) => message)).toEqual([
      'Sign in to use "up"',
      'Allow "up" more access (write)',
    ]);
  },
);

test('a client that cannot open pages gets a link, and keeps its access until the user agrees', async () => {
  const upstream = await openProtectedUpstream({ look: ['base'], write: ['write'] });
  const opened = await open(upstream, { showsPages: false });
  await signIn(opened);

  const refused = await opened.call('write');
  const again = await opened.call('write');
  const looked = await opened.call('look');
  await agree(opened.signIns, linkIn(refused));
  const written = await opened.call('write');

  expect(refused.isError).toBe(true);
  expect(linkIn(again)).toBe(linkIn(refused));
  expect(textOf(looked)).toContain('look is done');
  expect(textOf(written)).toContain('write is done');
});

test('agreeing to two links grants the scopes of both', async () => {
  const upstream = await openProtectedUpstream({ write: ['write'], erase: ['erase'] });
  const opened = await open(upstream, { showsPages: false });
  await signIn(opened);

  const links = [linkIn(await opened.call('write')), linkIn(await opened.call('erase'))];
  for (const link of links) await agree(opened.signIns, link);

  expect(new Set(links).size).toBe(2);
  expect(upstream.asked).toEqual(['base', 'base write', 'base write erase']);
});

test('a scope that was asked for and not granted is not asked for again', async () => {
  const upstream = await openProtectedUpstream({ write: ['write'] });
  upstream.withheld.add('write');
  const opened = await open(upstream, {});
  await signIn(opened);

  const refused = [await opened.call('write'), await opened.call('write')];

  expect(refused.map(({ isError }) => isError)).toEqual([true, true]);
  expect(textOf(refused[1]!)).toContain('it wants the scope \\"write\\"');
  expect(upstream.asked).toEqual(['base', 'base write']);
  expect(upstream.calls).toEqual([]);
});

test('an upstream that keeps requesting scopes is stopped after maxStepUps', async () => {
  const upstream = await openProtectedUpstream({ write: ['write-0'] });
  const opened = await open(upstream, { limits: { maxStepUps: 2 } });
  await signIn(opened);

  const answers = [];
  for (let time = 1; time <= 4; time++) {
    upstream.needs['write'] = [`write-${time}`];
    answers.push(textOf(await opened.call('write')));
  }

  expect(upstream.asked).toEqual(['base', 'base write-1', 'base write-1 write-2']);
  expect(answers.at(-1)).toContain('limit maxStepUps');
});

test('a refusal for another reason asks the user nothing and keeps the user signed in', async () => {
  const upstream = await openProtectedUpstream({ look: ['base'], forbidden: [''] });
  const opened = await open(upstream, {});
  await signIn(opened);

  const forbidden = await opened.call('forbidden');
  const looked = await opened.call('look');

  expect(textOf(forbidden)).toContain('HTTP 403');
  expect(textOf(looked)).toContain('look is done');
  expect(opened.pages).toHaveLength(1);
});

test('the sign-in tool requests the scope that the lists need', async () => {
  const upstream = await openProtectedUpstream({ look: ['base'] });
  upstream.listScopes = ['list'];
  const opened = await open(upstream, {});
  await opened.call('sign_in');

  await vi.waitFor(
    async () => {
      await opened.call('sign_in');
      expect(await opened.names()).toEqual(['look']);
    },
    { timeout: 20_000, interval: 200 },
  );

  expect(upstream.asked).toEqual(['base', 'base list']);
});
