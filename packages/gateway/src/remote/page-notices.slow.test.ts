/** The upstream's notice that a page is done, which reaches only the client that was asked to open it. */
import type { JsonObject } from '@sigil/core';
import { createEngine, revisions } from '@sigil/core/engine';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { mostAskedPages } from './calls/page-requests.js';
import { openRemote } from './open-remote.js';
import { openLegacyHttp, openWsUpstream, type PagingUpstream } from '@sigil/test-support/upstream-servers';

const done = 'notifications/elicitation/complete';
const knowing = '2025-11-25';

const upstreams: readonly (readonly [string, () => Promise<PagingUpstream>])[] = [
  ['over HTTP', () => openLegacyHttp()],
  ['over a WebSocket', () => openWsUpstream('legacy')],
];

interface Asked {
  readonly client: McpClient;
  readonly questions: JsonObject[];
}

async function openClients(upstream: PagingUpstream, configuration: JsonObject, dates: string[]): Promise<Asked[]> {
  const remote = openRemote(
    { url: upstream.url, ...configuration },
    { name: 'up', client: { name: 'sigil', version: '0' } },
  );
  onTestFinished(() => remote.close());
  await remote.ready;
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  return Promise.all(
    dates.map(async (revision) => {
      const questions: JsonObject[] = [];
      const elicit = (question: JsonObject) => {
        questions.push(question);
        return { action: 'accept' } as const;
      };
      const client = await connectInMemory(engine, { revision, answers: { elicit } });
      onTestFinished(() => client.close());
      return { client, questions };
    }),
  );
}

const heardOf = ({ notifications }: McpClient): unknown[] =>
  notifications.filter(({ method }) => method === done).map(({ params }) => params);

describe.each(upstreams)('an upstream %s', (_name, open) => {
  test.each(['shared', 'perClient'])('notifies only the client that was asked, in %s sessions', async (sessions) => {
    const upstream = await open();
    const [asked, other] = await openClients(upstream, { sessions }, [knowing, knowing]);

    await asked!.client.callTool('page');
    const { elicitationId } = asked!.questions[0]!;
    await vi.waitFor(async () => {
      await upstream.announcePageDone(String(elicitationId));
      expect(heardOf(asked!.client)).toEqual([{ elicitationId }]);
    }, 20_000);
    await upstream.announcePageDone(String(elicitationId));
    await other!.client.callTool('echo', { text: 'a' });
    await asked!.client.callTool('echo', { text: 'a' });

    expect(elicitationId).toBe('page-1');
    expect(heardOf(asked!.client)).toHaveLength(1);
    expect(heardOf(other!.client)).toEqual([]);
  });

  test('notifies a client that learnt of the page from an error', async () => {
    const upstream = await open();
    const [asked] = await openClients(upstream, {}, [knowing]);

    const refused = asked!.client.callTool('sign_in');
    await expect(refused).rejects.toMatchObject({ code: -32042 });
    await vi.waitFor(async () => {
      await upstream.announcePageDone('page-1');
      expect(heardOf(asked!.client)).toEqual([{ elicitationId: 'page-1' }]);
    }, 20_000);
  });

  test('does not notify clients of revisions without this notification', async () => {
    const upstream = await open();
    const dates = revisions.map(({ date }) => date).filter((date) => date !== knowing);
    const clients = await openClients(upstream, {}, dates);

    for (const { client } of clients) await client.callTool('page').catch(() => undefined);
    await upstream.announcePageDone('page-1');
    for (const { client } of clients) await client.callTool('echo', { text: 'a' });

    expect(clients.map(({ client }) => heardOf(client))).toEqual(dates.map(() => []));
  });
});

test('the oldest pages are forgotten beyond the number that is remembered', async () => {
  const upstream = await openWsUpstream('legacy');
  const [asked] = await openClients(upstream, {}, [knowing]);

  for (let page = 0; page <= mostAskedPages; page++) await asked!.client.callTool('page');
  for (const number of [1, 2]) await upstream.announcePageDone(`page-${number}`);

  await vi.waitFor(() => expect(heardOf(asked!.client)).toEqual([{ elicitationId: 'page-2' }]), 20_000);
});
