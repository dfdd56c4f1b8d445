import { describe, expect, test } from 'vitest';
import { readPromptReturn, readResourceReturn, readToolReturn } from './read-return.js';

describe('a tool without an output schema', () => {
  const plain = { name: 'report', hasOutputSchema: false };
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const pngImage = { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' };
  const fileOf = (uri: string, mimeType: string, blob: string) => ({
    type: 'resource',
    resource: { uri, mimeType, blob },
  });
  const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };

  test.each([
    ['a string is text', 'hello', [{ type: 'text', text: 'hello' }]],
    ['the empty string is text too', '', [{ type: 'text', text: '' }]],
    ['nothing is no content', undefined, []],
    ['null is no content', null, []],
    ['a number is its JSON', 3, [{ type: 'text', text: '3' }]],
    ['an object is its JSON', { a: 1 }, [{ type: 'text', text: '{"a":1}' }]],
    ['JSON has whole characters', { a: '\ud83d' }, [{ type: 'text', text: '{"a":"\ufffd"}' }]],
    ['a content block stands for itself', image, [image]],
    ['a list of content blocks too', [image, image], [image, image]],
    ['a list of anything else is its JSON', [image, 1], [{ type: 'text', text: JSON.stringify([image, 1]) }]],
    ['an empty list is no content', [], []],
    ['an image is known by its bytes', png, [pngImage]],
    ['a Buffer and an ArrayBuffer are bytes', [Buffer.from(png), png.slice().buffer], [pngImage, pngImage]],
    ['a sound too', Buffer.from('fLaC'), [{ type: 'audio', data: 'ZkxhQw==', mimeType: 'audio/flac' }]],
    ['other bytes are a file', Buffer.from('%PDF-'), [fileOf('attachment:report.pdf', 'application/pdf', 'JVBERi0=')]],
    [
      'bytes of which nothing is known are a file, each with its own URI',
      [Uint8Array.of(0), Uint8Array.of(1)],
      [
        fileOf('attachment:report.bin', 'application/octet-stream', 'AA=='),
        fileOf('attachment:report-2.bin', 'application/octet-stream', 'AQ=='),
      ],
    ],
    ['what is left out of a list is no content', [undefined, image, null], [image]],
    ['text, bytes and blocks stand in one list', ['a', [png], image], [{ type: 'text', text: 'a' }, pngImage, image]],
  ])('%s', (_what, value, content) => {
    expect(readToolReturn(value, plain)).toEqual({ kind: 'result', content, isError: false });
  });
});

describe('a tool with an output schema', () => {
  test.each([{ a: [1] }, [1, 2], 'text', 0, false, null, ''])(
    'returns %j as structured content, with its JSON as text',
    (value) => {
      const json = JSON.stringify(value);

      expect(readToolReturn(value, { name: 'report', hasOutputSchema: true })).toEqual({
        kind: 'result',
        content: [{ type: 'text', text: json }],
        structuredJson: json,
        isError: false,
      });
    },
  );

  const circle: Record<string, unknown> = {};
  circle['self'] = circle;

  test.each([
    ['nothing', undefined],
    ['a function', () => 1],
    ['a BigInt', 1n],
    ['a circle', circle],
  ])('fails for %s, which JSON cannot represent', (_what, value) => {
    expect(() => readToolReturn(value, { name: 'report', hasOutputSchema: true })).toThrow();
  });
});

describe('a resource', () => {
  test.each([
    ['a string is text', 'hello', undefined, { mimeType: 'text/plain', text: 'hello' }],
    ['a string has the declared type', '<p>', 'text/html', { mimeType: 'text/html', text: '<p>' }],
    ['an object is JSON', { a: 1 }, undefined, { mimeType: 'application/json', text: '{"a":1}' }],
    ['bytes show their type', Buffer.from('GIF89a'), undefined, { mimeType: 'image/gif', blob: 'R0lGODlh' }],
    ['bytes have the declared type', Buffer.from('GIF89a'), 'x/y', { mimeType: 'x/y', blob: 'R0lGODlh' }],
    ['other bytes are just bytes', Uint8Array.of(0), undefined, { mimeType: 'application/octet-stream', blob: 'AA==' }],
  ])('%s', (_what, value, mimeType, contents) => {
    expect(readResourceReturn(value, 'x://a', mimeType)).toEqual({
      kind: 'result',
      contents: [{ uri: 'x://a', ...contents }],
    });
  });

  test.each([
    { uri: 'x://b', text: 'b' },
    { uri: 'x://b', blob: 'AA==' },
  ])('%j is used unchanged', (contents) => {
    expect(readResourceReturn(contents, 'x://a', 'text/html').contents).toEqual([contents]);
  });

  test('an object that only resembles contents is written as JSON', () => {
    expect(readResourceReturn({ uri: 'x://b' }, 'x://a', undefined).contents).toEqual([
      { uri: 'x://a', mimeType: 'application/json', text: '{"uri":"x://b"}' },
    ]);
  });
});

describe('a prompt', () => {
  const message = { role: 'assistant', content: { type: 'text', text: 'hi' } };

  test.each([
    ['a string is what the user says', 'hello', [{ role: 'user', content: { type: 'text', text: 'hello' } }]],
    ['a content block is, too', message.content, [{ role: 'user', content: message.content }]],
    ['a message stands for itself', message, [message]],
    [
      'a list is a conversation',
      ['hello', message],
      [{ role: 'user', content: { type: 'text', text: 'hello' } }, message],
    ],
    [
      'a role that does not exist makes it JSON',
      { ...message, role: 'system' },
      [{ role: 'user', content: { type: 'text', text: JSON.stringify({ ...message, role: 'system' }) } }],
    ],
  ])('%s', (_what, value, messages) => {
    expect(readPromptReturn(value)).toEqual({ kind: 'result', messages });
  });
});
