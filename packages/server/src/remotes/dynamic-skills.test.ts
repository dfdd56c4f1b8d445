/** Skills of a remote server whose files are known only to it. */
import type { JsonObject } from '@sigil/core';
import { connect } from '@sigil/client';
import { listen } from '@sigil/test-support/upstream-servers';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from './serving.test-support.js';

const folder = 'skill://docs/pdf';
const uri = `${folder}/SKILL.md`;
const frontmatter = { name: 'pdf', description: 'Reads PDFs.' };
const cache = { ttlMs: 60_000, cacheScope: 'public' };
const entries: Readonly<Record<string, readonly JsonObject[]>> = {
  [folder]: [
    { uri, name: 'SKILL.md', mimeType: 'text/markdown' },
    { uri: `${folder}/forms`, name: 'forms', mimeType: 'inode/directory' },
    { uri: 'skill://other/secret.md', name: 'secret.md' },
  ],
  [`${folder}/forms`]: [{ uri: `${folder}/forms/a%20b.md`, name: 'a b.md', mimeType: 'text/markdown' }],
};

/** An upstream with one skill, whose pages of a folder have one entry each. */
async function openUpstream(directoryRead = true): Promise<string> {
  const { url } = await listen((_request, response, body) => {
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: Record<string, string> };
    const skills = { 'io.modelcontextprotocol/skills': directoryRead ? { directoryRead } : {} };
    const listed = entries[params['uri'] ?? ''];
    const at = Number(params['cursor'] ?? 0);
    const next = listed && at + 1 < listed.length ? { nextCursor: String(at + 1) } : {};
    const results: Readonly<Record<string, JsonObject | undefined>> = {
      'server/discover': {
        supportedVersions: ['2026-07-28'],
        capabilities: { resources: {}, extensions: skills },
        ...cache,
      },
      'resources/list': { resources: [], ...cache },
      'resources/templates/list': { resourceTemplates: [], ...cache },
      'skills/list': { skills: [{ uri, frontmatter, resources: 'dynamic' }], ...cache },
      'resources/read': { contents: [{ uri: params['uri'] ?? '', text: `text of ${params['uri']}` }], ...cache },
      'resources/directory/read': listed && { resources: [listed[at]!], ...next, ...cache },
    };
    const result = results[method];
    const outcome = result
      ? { result: { resultType: 'complete', ...result } }
      : { error: { code: -32602, message: 'no such folder' } };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }));
  });
  return url;
}

async function open(server: string, upstream: string, more: JsonObject = {}) {
  const both = { include: [{ server: 'a', namespace: 'a' }, { server: 'b' }] };
  const b = { prompts: { hello: { description: 'Says it.', template: 'Hello' } } };
  const gateway = await serve({}, { a: { remote: { url: upstream }, ...more }, b, both });
  const client = await connect(`${gateway.url}/mcp/${server}`, { name: 'test', version: '1', revision: '2026-07-28' });
  onTestFinished(() => client.close());
  return client;
}

test.each(['a', 'both'])('in the server "%s", folders are listed and files are read', async (server) => {
  const client = await open(server, await openUpstream());
  const list = async (of: string, cursor?: string) =>
    client.request('resources/directory/read', cursor === undefined ? { uri: of } : { uri: of, cursor });

  const first = await list(folder);
  const second = await list(folder, String(first['nextCursor']));

  expect(first['resources']).toEqual([{ uri, name: 'SKILL.md', mimeType: 'text/markdown' }]);
  expect(second['resources']).toMatchObject([{ uri: `${folder}/forms`, mimeType: 'inode/directory' }]);
  expect((await list(folder, String(second['nextCursor'])))['resources']).toEqual([]);
  expect((await list(`${folder}/forms`))['resources']).toMatchObject([{ uri: `${folder}/forms/a%20b.md` }]);
  expect((await list('skill://docs'))['resources']).toEqual([
    { uri: folder, name: 'pdf', mimeType: 'inode/directory' },
  ]);
  expect(await client.readResource(`${folder}/forms/a%20b.md`)).toMatchObject([
    { text: `text of ${folder}/forms/a%20b.md` },
  ]);
  await expect(list(`${folder}/none`)).rejects.toMatchObject({ code: -32602 });
  await expect(list('skill://docs/other')).rejects.toMatchObject({ code: -32602 });
});

test('folders of an upstream that lists none stay closed', async () => {
  const client = await open('a', await openUpstream(false));

  await expect(client.request('resources/directory/read', { uri: folder })).rejects.toMatchObject({ code: -32602 });
});

test.each([
  ['that is pinned', { remote: { pins: 'block' } }],
  [
    'whose resources are chosen by address',
    { auto_discover: true, resources: { note: { uri: 'note://a', text: 'a' } } },
  ],
])('files that nobody has seen are not read from a server %s', async (_which, more) => {
  const upstream = await openUpstream();
  const remote = { url: upstream, ...('remote' in more ? more.remote : {}) };
  const client = await open('a', upstream, { ...more, remote });

  await expect(client.request('resources/directory/read', { uri: folder })).rejects.toMatchObject({ code: -32602 });
  await expect(client.readResource(`${folder}/forms/a%20b.md`)).rejects.toThrow('not found');
  expect(await client.readResource(uri)).toHaveLength(1);
});
