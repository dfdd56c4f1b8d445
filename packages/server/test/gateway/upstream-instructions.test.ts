/** The instructions of an upstream, as the clients of a configured server read them. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { JsonObject } from '@sigil/core';
import { expect, onTestFinished, test } from 'vitest';
import { openGateway, openUpstream, untilServing, type Gateway } from './gateway.test-support.js';

const revisions = ['2025-11-25', '2026-07-28'] as const;

/** The `remote` of a server of ours, which is of the era that it is spoken to in. */
async function remoteOf(protocol: 'legacy' | 'modern', instructions: string): Promise<JsonObject> {
  const upstream = await openUpstream({ instructions });
  return { url: `${upstream.url}/mcp/sums`, protocol };
}

/** @param path below `/mcp/` */
async function said({ url }: Gateway, path: string, revision: (typeof revisions)[number]): Promise<unknown> {
  const legacy = revision === '2025-11-25';
  const client = new Client(
    { name: 'test', version: '1' },
    legacy ? {} : { versionNegotiation: { mode: { pin: revision } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp/${path}`)));
  onTestFinished(() => client.close());
  return client.getInstructions();
}

test.each(revisions)(
  'clients of %s get the instructions of an upstream, and from combined servers those of all',
  async (revision) => {
    const [old, fresh] = [await remoteOf('legacy', 'Look first.'), await remoteOf('modern', 'Leap.')];
    const gateway = await openGateway({
      old: { description: 'Of the team.', remote: old },
      fresh: { remote: fresh, auto_discover: false, tools: { add: {} }, limits: { '*': { timeoutMs: 500 } } },
      both: { include: [{ server: 'old', namespace: 'o' }, { server: 'fresh' }] },
    });
    await untilServing(gateway, 'old', 'fresh');

    const told = ['old', 'fresh', 'both', 'all'].map((path) => said(gateway, path, revision));

    const [ofOld, ofFresh, ofBoth, ofAll] = await Promise.all(told);
    const headed = (name: string, text: string): string =>
      `## ${name}\n\nThe names of these tools and prompts begin with "${name}_".\n\n${text}`;
    expect([ofOld, ofFresh]).toEqual(['Look first.', 'Leap.']);
    expect(ofBoth).toBe(`Leap.\n\n${headed('o', 'Look first.')}`);
    const ofTwo = (titles: string, prefixes: string, text: string): string =>
      `## ${titles}\n\nThe names of these tools and prompts begin with ${prefixes}.\n\n${text}`;
    expect(ofAll).toContain(ofTwo('both, fresh', '"both_" or "fresh_"', 'Leap.'));
    expect(ofAll).toContain(ofTwo('both.o, old', '"both_o_" or "old_"', 'Look first.'));
  },
);

test('the profile readonly passes on the instructions too', async () => {
  const far = { remote: await remoteOf('modern', 'Leap.') };
  const gateway = await openGateway({ far }, { profile: 'readonly' });
  await untilServing(gateway, 'far');

  expect(await said(gateway, 'far', '2025-11-25')).toBe('Leap.');
});
