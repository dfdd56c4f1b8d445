import type { ContentBlock, JsonObject, JsonValue } from '@sigil/core';
import { describe, expect, test } from 'vitest';
import { openPeer, underRule } from './peer.test-support.js';
import { promptOf, serverOf } from './server.test-support.js';

const bytes = Buffer.from([0, 1, 2, 253, 254, 255]).toString('base64');
const resource = { uri: 'x://a', mimeType: 'text/plain', text: 'a' };

/** Builds a prompt that consists of one block. */
const promptWith = (content: ContentBlock) =>
  promptOf('packing', { get: async () => ({ kind: 'result', messages: [{ role: 'assistant', content }] }) });

async function contentOf(
  revision: Parameters<typeof openPeer>[1],
  block: ContentBlock,
): Promise<JsonValue | undefined> {
  const peer = await openPeer(serverOf({ prompts: [promptWith(block)] }).engine, revision);
  const { messages } = await peer.result('prompts/get', { name: 'packing' });
  const [first] = Array.isArray(messages) ? (messages as JsonObject[]) : [];
  return first?.['content'];
}

// Rules: 136
test.each(underRule(136))('an image in a prompt of $date is base64 with its MIME type', async (revision) => {
  const image = { type: 'image', data: bytes, mimeType: 'image/png' } as const;

  expect(await contentOf(revision, image)).toEqual(image);
});

// Rules: 137
test.each(underRule(137))('audio in a prompt of $date is base64 with its MIME type', async (revision) => {
  const audio = { type: 'audio', data: bytes, mimeType: 'audio/wav' } as const;

  expect(await contentOf(revision, audio)).toEqual(audio);
});

describe.each(underRule(138))('$date', (revision) => {
  // Rules: 138
  test.each<ContentBlock>([
    { type: 'resource', resource },
    { type: 'resource', resource: { uri: 'x://b', mimeType: 'image/png', blob: bytes } },
  ])('a resource in a prompt has its URI, MIME type and content: $resource', async (block) => {
    expect(await contentOf(revision, block)).toEqual(block);
  });

  // Rules: 139
  test.each<[JsonValue]>([[[]], ['Rome'], [7], [true]])(
    'the prompt arguments %j are rejected, and the prompt is not rendered',
    async (args) => {
      let renderings = 0;
      const prompt = promptOf('packing', {
        get: async () => {
          renderings++;
          return { kind: 'result', messages: [] };
        },
      });
      const peer = await openPeer(serverOf({ prompts: [prompt] }).engine, revision);

      const { code } = await peer.error('prompts/get', { name: 'packing', arguments: args });

      expect([code, renderings]).toEqual([-32602, 0]);
    },
  );

  // Rules: 139
  test('a prompt with invalid arguments fails with a protocol error that names the problem', async () => {
    const problems = [{ path: 'city', expected: 'a string', received: 'nothing' }];
    const prompt = promptOf('packing', { get: async () => ({ kind: 'bad-arguments', problems }) });
    const peer = await openPeer(serverOf({ prompts: [prompt] }).engine, revision);

    expect(await peer.error('prompts/get', { name: 'packing', arguments: {} })).toMatchObject({
      code: -32602,
      message: 'prompt "packing": argument "city" must be a string, got nothing',
    });
  });
});
