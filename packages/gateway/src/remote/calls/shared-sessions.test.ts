/** Clients that share sessions at an upstream according to what they can be asked. */
import type { JsonObject } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { connectInMemory } from '@sigil/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from '../open-remote.js';
import { openGateway } from '../scripted-upstreams.test-support.js';
import { openLegacyHttp } from '@sigil/test-support/upstream-servers';

test.each(['2025-11-25', '2026-07-28'])(
  'clients of %s with the same askable capabilities share a session',
  async (revision) => {
    const upstream = await openLegacyHttp();
    const remote = openRemote({ url: upstream.url }, { name: 'up', client: { name: 'sigil', version: '0' } });
    onTestFinished(() => remote.close());
    await remote.ready;
    const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
    const opened = (): number => upstream.requests.filter(({ method }) => method === 'initialize').length;
    const call = async (capabilities: JsonObject): Promise<void> => {
      const client = await connectInMemory(engine, { revision, capabilities });
      onTestFinished(() => client.close());
      await client.callTool('echo', { text: 'a' });
    };
    await call({ elicitation: { form: {} } });
    const before = opened();

    for (const x of ['a', 'b', 'c']) await call({ elicitation: { form: { x }, [x]: {} }, experimental: { [x]: {} } });

    expect(opened()).toBe(before);
  },
);

const flags = [0, 1, 2, 3].map((bits) => [(bits & 1) > 0, (bits & 2) > 0] as const);

/** Eighteen kinds of clients, which differ in what they can be asked. */
const kinds: readonly JsonObject[] = flags
  .flatMap(([form, url]) =>
    flags.map(([tools, context]) => ({
      elicitation: { ...(form && { form: {} }), ...(url && { url: {} }) },
      sampling: { ...(tools && { tools: {} }), ...(context && { context: {} }) },
    })),
  )
  .concat([{ roots: {} }, { roots: {}, sampling: {} }] as never);

test('a session with a running call is not closed, however many kinds of clients there are', async () => {
  const upstream = await openLegacyHttp();
  const running = new Promise<void>((resolve) => (upstream.state.onSlow = resolve));
  const { connect } = await openGateway({ url: upstream.url });
  const clients = await Promise.all(kinds.map((capabilities) => connect({ revision: '2025-11-25', capabilities })));
  const sessionsOf = (wanted: string) =>
    upstream.requests.filter(({ method }) => method === wanted).map(({ headers }) => headers['mcp-session-id']);
  const leaving = new AbortController();

  const slow = clients[0]!.callTool('slow', {}, { signal: leaving.signal }).catch(() => undefined);
  await running;
  for (const client of clients.slice(1)) await client.callTool('echo', { text: 'a' });
  await expect.poll(() => sessionsOf('DELETE').length).toBeGreaterThan(0);
  const [ofSlow] = sessionsOf('tools/call');
  leaving.abort(new Error('enough'));
  await slow;

  expect(sessionsOf('DELETE')).not.toContain(ofSlow);
});
