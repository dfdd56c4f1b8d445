/** How long clients may keep what they read of an upstream. */
import { viewMimeType } from '@sigil/core/building';
import { buildCatalog, fixedSource, type PublishedResource } from '@sigil/core/catalog';
import { createEngine } from '@sigil/core/engine';
import { listen } from '@sigil/test-support/upstream-servers';
import { expect, onTestFinished, test } from 'vitest';
import { openGateway } from './scripted-upstreams.test-support.js';

/** Serves resources in the modern era. @param change edits each answer as text */
async function openUpstream(resources: readonly PublishedResource[], change = (json: string): string => json) {
  const source = fixedSource(buildCatalog({ tools: [], resources, resourceTemplates: [], prompts: [] }));
  const engine = createEngine({ info: { name: 'up', version: '1' }, source });
  onTestFinished(() => engine.close());
  const { url } = await listen((_request, response, body) => {
    const incoming = engine.read(body);
    if (incoming.kind !== 'modern') return void response.writeHead(400).end();
    const { method } = JSON.parse(body) as { method: string };
    // Nothing changes here.
    if (method === 'subscriptions/listen') return void response.writeHead(404).end();
    const isRead = method === 'resources/read';
    response.setHeader('content-type', 'application/json');
    const send = ({ json }: { readonly json: string }): undefined => void response.write(isRead ? change(json) : json);
    void engine.serve(incoming, { send }).done.then(() => response.end());
  });
  return openGateway({ url, protocol: 'modern' });
}

function resourceOf(uri: string, cache?: PublishedResource['definition']['cache']): PublishedResource {
  return {
    definition: { uri, name: uri, mimeType: viewMimeType, ...(cache && { cache }) },
    announcesUpdates: false,
    read: async () => ({ kind: 'result', contents: [{ uri, text: 'hello' }] }),
  };
}

test.each(['note://a', 'ui://board/a'])('%s may be kept as long as the upstream says', async (uri) => {
  const { connect } = await openUpstream([resourceOf(uri, { ttlMs: 5_000, scope: 'public' })]);

  const result = await (await connect({ revision: '2026-07-28' })).request('resources/read', { uri });

  expect(result).toMatchObject({ contents: [{ text: 'hello' }], ttlMs: 5_000, cacheScope: 'public' });
});

test.each([
  ['none', /,"ttlMs":\d+,"cacheScope":"\w+"/, ''],
  ['a time that is a text', '"ttlMs":5000', '"ttlMs":"5000"'],
  ['a negative time', '"ttlMs":5000', '"ttlMs":-1'],
  ['an unknown scope', '"public"', '"everybody"'],
])('contents whose hint is %s are not kept', async (_what, from, to) => {
  const uri = 'note://a';
  const { connect } = await openUpstream([resourceOf(uri, { ttlMs: 5_000, scope: 'public' })], (json) =>
    json.replace(from, to),
  );

  const result = await (await connect({ revision: '2026-07-28' })).request('resources/read', { uri });

  expect(result).toMatchObject({ contents: [{ text: 'hello' }], ttlMs: 0, cacheScope: 'private' });
});
