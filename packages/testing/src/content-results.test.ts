/**
 * Sends content of every kind from an author's source to clients of every revision. The clients validate each message against
 * the published schema of their revision.
 */
import { revisions, type Revision } from '@sigil/core/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { McpClient } from './clients/mcp-client.js';
import { connectPlugin, type TestedPlugin } from './open-plugin.js';
import { makeFolder, serveFolder, writeTsconfig, type AtEnd } from './vite/vite-folder.test-support.js';

const source = `
import { audio, content, file, image, link, Prompt, Resource, Tool, type EmbeddedResource, type ImageContent } from '@sigil/core';

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

export class Media {
  @Tool() picture(): Uint8Array { return png; }
  @Tool() async sound(): Promise<ArrayBuffer> { return text('fLaC').slice().buffer; }
  @Tool() document(): Uint8Array { return text('%PDF-'); }
  @Tool() unknownBytes(): Uint8Array { return Uint8Array.of(0); }
  @Tool() maybe(there: boolean): Uint8Array | string | null { return there ? png : null; }
  @Tool() several(): Uint8Array[] { return [png, Uint8Array.of(0), Uint8Array.of(1)]; }
  @Tool() helpers() {
    return [image(png), audio(text('ID3')), file('a,b', 'table.csv'), link('media://chart', { size: 8 }), 'and text'];
  }
  @Tool() one(): EmbeddedResource { return file(Uint8Array.of(0), 'a.pdf'); }
  @Tool() *chunks(): Generator<Uint8Array> { yield png.subarray(0, 3); yield png.subarray(3); }
  @Tool() async *slides(): AsyncGenerator<ImageContent | string> { yield image(png); yield 'between'; yield image(png); }
  @Tool() *wrapped() { yield content(image(png)); }
  @Tool() report(): { name: string; thumbnail: Uint8Array } { return { name: 'a', thumbnail: png }; }
  @Resource('media://chart') chart(): Uint8Array { return png; }
  @Resource('media://typed', { mimeType: 'application/x-own' }) typed(): Uint8Array { return png; }
  @Resource('media://streamed') *streamed(): Generator<Uint8Array> { yield png.subarray(0, 3); yield png.subarray(3); }
  @Resource('media://{id}/raw') raw(id: string): Uint8Array | string { return id === 'text' ? 'text' : Uint8Array.of(0); }
  @Prompt() compare(): ImageContent[] { return [image(png)]; }
}
`;

const data = 'iVBORw0KGgo=';
const pngImage = { type: 'image', data, mimeType: 'image/png' };
const binary = (uri: string, blob: string) => ({
  type: 'resource',
  resource: { uri, mimeType: 'application/octet-stream', blob },
});

const cleanUps: (() => Promise<void>)[] = [];
const atEnd: AtEnd = (cleanUp) => void cleanUps.unshift(cleanUp);
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

describe.each([true, false])('built with experimentalDecorators: %s', (experimentalDecorators) => {
  let plugin: TestedPlugin;
  beforeAll(async () => {
    const files = { 'src/media.ts': source, 'tsconfig.json': writeTsconfig({ experimentalDecorators }) };
    plugin = await (await serveFolder(await makeFolder(files, atEnd), { atEnd })).loadPlugin();
  });

  describe.each(revisions)('a client of $date', (revision) => {
    const connected = async <Result>(use: (client: McpClient) => Promise<Result>): Promise<Result> => {
      const client = await connectPlugin(plugin, { revision: revision.date });
      try {
        return await use(client);
      } finally {
        await client.close();
      }
    };
    const callTool = async (name: string, args = {}): Promise<unknown> =>
      (await connected((client) => client.callTool(name, args))).content;

    test.each([
      ['picture', [pngImage]],
      ['unknownBytes', [binary('attachment:unknownBytes.bin', 'AA==')]],
      ['several', [pngImage, binary('attachment:several-2.bin', 'AA=='), binary('attachment:several-3.bin', 'AQ==')]],
      ['chunks', [pngImage]],
      ['slides', [pngImage, { type: 'text', text: 'between' }, pngImage]],
      ['wrapped', [pngImage]],
    ])('gets the content blocks of %s', async (name, blocks) => {
      expect(await callTool(name)).toEqual(blocks);
    });

    test('gets files with their media types', async () => {
      expect(await callTool('document')).toEqual([
        {
          type: 'resource',
          resource: { uri: 'attachment:document.pdf', mimeType: 'application/pdf', blob: 'JVBERi0=' },
        },
      ]);
      expect(await callTool('one')).toEqual([
        { type: 'resource', resource: { uri: 'attachment:a.pdf', mimeType: 'application/pdf', blob: 'AA==' } },
      ]);
    });

    test('gets no content for null instead of bytes', async () => {
      expect(await callTool('maybe', { there: false })).toEqual([]);
      expect(await callTool('maybe', { there: true })).toEqual([pngImage]);
    });

    test('gets audio and links, or text where its revision lacks them', async () => {
      expect(await callTool('sound')).toEqual([soundIn(revision, 'audio/flac', 'ZkxhQw==')]);
      expect(await callTool('helpers')).toEqual([
        pngImage,
        soundIn(revision, 'audio/mpeg', 'SUQz'),
        { type: 'resource', resource: { uri: 'attachment:table.csv', mimeType: 'text/csv', text: 'a,b' } },
        revision.contentTypes.has('resource_link')
          ? { type: 'resource_link', uri: 'media://chart', name: 'chart', size: 8 }
          : { type: 'text', text: 'chart (media://chart)' },
        { type: 'text', text: 'and text' },
      ]);
    });

    test('gets bytes in structured data as base64, as the schema declares', async () => {
      const tools = await connected((client) => client.listTools());
      const report = tools.find(({ name }) => name === 'report');
      const { content, structuredContent } = await connected((client) => client.callTool('report'));

      expect(content).toEqual([{ type: 'text', text: JSON.stringify({ name: 'a', thumbnail: data }) }]);
      if (revision.structuredContent === 'none') return;
      expect(structuredContent).toEqual({ name: 'a', thumbnail: data });
      expect(report).toMatchObject({
        outputSchema: { properties: { thumbnail: { type: 'string', contentEncoding: 'base64' } } },
      });
    });

    test('gets an output schema only for structured results', async () => {
      const tools = await connected((client) => client.listTools());

      const named = tools.filter((tool) => 'outputSchema' in tool).map(({ name }) => name);
      expect(named).toEqual(revision.structuredContent === 'none' ? [] : ['report']);
    });

    test('reads bytes with the media type of the decorator, else with a detected one', async () => {
      const read = (uri: string): Promise<unknown> => connected((client) => client.readResource(uri));

      expect(await read('media://chart')).toEqual([{ uri: 'media://chart', mimeType: 'image/png', blob: data }]);
      expect(await read('media://streamed')).toEqual([{ uri: 'media://streamed', mimeType: 'image/png', blob: data }]);
      expect(await read('media://typed')).toEqual([
        { uri: 'media://typed', mimeType: 'application/x-own', blob: data },
      ]);
      expect(await read('media://a/raw')).toEqual([
        { uri: 'media://a/raw', mimeType: 'application/octet-stream', blob: 'AA==' },
      ]);
      expect(await read('media://text/raw')).toEqual([
        { uri: 'media://text/raw', mimeType: 'text/plain', text: 'text' },
      ]);
      const listed = await connected((client) => client.listResources());
      expect(listed.map(({ mimeType }) => mimeType)).toEqual([undefined, 'application/x-own', undefined]);
    });

    test('gets images from a prompt', async () => {
      expect(await connected((client) => client.getPrompt('compare'))).toEqual([{ role: 'user', content: pngImage }]);
    });
  });
});

function soundIn({ contentTypes }: Revision, mimeType: string, base64: string): object {
  if (contentTypes.has('audio')) return { type: 'audio', data: base64, mimeType };
  return { type: 'text', text: expect.stringContaining(mimeType) };
}
