/** Clients that differ in what no question is of, at an upstream with sessions. */
import type { JsonObject } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { connectInMemory } from '@sigil/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from '../open-remote.js';
import { openLegacyHttp } from '../upstreams.test-support.js';

test.each(['2025-11-25', '2026-07-28'])(
  'clients of %s that can be asked the same share a session',
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
