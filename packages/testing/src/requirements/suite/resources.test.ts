import type { JsonValue } from '@sigil/core';
import { describe, expect, test } from 'vitest';
import { openPeer, underRule } from './peer.test-support.js';
import { resourceOf, serverOf, toolOf } from './server.test-support.js';

const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
const blob = Buffer.from(bytes).toString('base64');

/** Creates a template that reads files, and records the paths that reached it. */
function filesUnder(uriTemplate: string) {
  const paths: string[] = [];
  const template = {
    definition: { uriTemplate, name: 'files' },
    read: async (uri: string, { path }: { readonly path?: JsonValue }) => {
      paths.push(String(path));
      return { kind: 'result' as const, contents: [{ uri, text: 'content' }] };
    },
  };
  return { template, paths };
}

describe.each(underRule(130))('$date', (revision) => {
  // Rules: 130
  test.each<JsonValue>([
    '',
    'x',
    'x://',
    'x://b',
    '../x://a',
    'x://a/../a',
    'x:a',
    'x://%61%2f',
    'x://a\u0000',
    'x://%',
    '__proto__',
  ])('the URI %j is rejected, and no resource is read', async (uri) => {
    const reads: string[] = [];
    const resource = resourceOf('x://a', async (read) => {
      reads.push(read);
      return { kind: 'result', contents: [{ uri: read, text: '' }] };
    });
    const peer = await openPeer(serverOf({ resources: [resource] }).engine, revision);

    await peer.error('resources/read', { uri });

    expect(reads).toEqual([]);
  });

  // Rules: 130
  test.each<JsonValue>([7, null, ['x://a'], {}])('%j is rejected as a URI', async (uri) => {
    const peer = await openPeer(serverOf({ resources: [resourceOf('x://a')] }).engine, revision);

    expect(await peer.error('resources/read', { uri })).toMatchObject({ code: -32602 });
  });

  // Rules: 131
  test('the bytes of a resource and of an image from a tool arrive unchanged', async () => {
    const resource = resourceOf('x://bytes', async (uri) => ({ kind: 'result', contents: [{ uri, blob }] }));
    const image = toolOf('draw', async () => ({
      kind: 'result',
      content: [{ type: 'image', data: blob, mimeType: 'image/png' }],
      isError: false,
    }));
    const peer = await openPeer(serverOf({ resources: [resource], tools: [image] }).engine, revision);

    expect(await peer.result('resources/read', { uri: 'x://bytes' })).toMatchObject({ contents: [{ blob }] });
    expect(await peer.result('tools/call', { name: 'draw' })).toMatchObject({ content: [{ data: blob }] });
    expect(Uint8Array.from(Buffer.from(blob, 'base64'))).toEqual(bytes);
  });

  // Rules: 133
  test.each([
    'file:///srv/../etc/passwd',
    'file:///srv/..%2Fetc/passwd',
    'file:///srv/%2e%2e/etc/passwd',
    'file:///srv/%2E%2E%2Fetc%2Fpasswd',
    'file:///srv/a/../../etc/passwd',
    'file:///srv/..%5Cetc',
    'file:///srv/..',
  ])('%s is rejected, and no file is read', async (uri) => {
    const { template, paths } = filesUnder('file:///srv/{+path}');
    const peer = await openPeer(serverOf({ resourceTemplates: [template] }).engine, revision);

    await peer.error('resources/read', { uri });

    expect(paths).toEqual([]);
  });

  // Rules: 133
  test.each([
    ['file:///srv/a/b.txt', 'a/b.txt'],
    ['file:///srv/..a/b..', '..a/b..'],
    ['file:///srv/%E4%BD%A0', '你'],
  ])('%s reads the file %s', async (uri, path) => {
    const { template, paths } = filesUnder('file:///srv/{+path}');
    const peer = await openPeer(serverOf({ resourceTemplates: [template] }).engine, revision);

    await peer.result('resources/read', { uri });

    expect(paths).toEqual([path]);
  });
});

// Rules: 128, 129
test.each(underRule(128))(
  'reading an unknown resource in $date returns an error, not an empty result',
  async (revision) => {
    const peer = await openPeer(serverOf({ resources: [resourceOf('x://a')] }).engine, revision);

    const { error, result } = await peer.request('resources/read', { uri: 'x://b' });

    expect(error).toMatchObject({ code: -32602, data: { uri: 'x://b' } });
    expect(result).toBeUndefined();
  },
);

// Rules: 129
test.each(underRule(129))(
  'reading a template with invalid variables in $date returns an error, not an empty result',
  async (revision) => {
    const template = {
      definition: { uriTemplate: 'y://{id}', name: 'y' },
      read: async () => ({
        kind: 'bad-arguments' as const,
        problems: [{ path: 'id', expected: 'a number', received: 'text' }],
      }),
    };
    const peer = await openPeer(serverOf({ resourceTemplates: [template] }).engine, revision);

    expect(await peer.error('resources/read', { uri: 'y://a' })).toMatchObject({ code: -32602 });
  },
);
