import { describe, expect, test } from 'vitest';
import type { ContentForm, ReturnedKind } from '../manifest/plugin-module.js';
import type { JsonValue } from '../model/json.js';
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
    expect(readToolReturn(value, plain, {})).toEqual({ kind: 'result', content, isError: false });
  });
});

describe('a tool with an output schema', () => {
  test.each([{ a: [1] }, [1, 2], 'text', 0, false, null, ''])(
    'returns %j as structured content, with its JSON as text',
    (value) => {
      const json = JSON.stringify(value);

      expect(readToolReturn(value, { name: 'report', hasOutputSchema: true }, {})).toEqual({
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
    expect(() => readToolReturn(value, { name: 'report', hasOutputSchema: true }, {})).toThrow();
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
    expect(readResourceReturn(value, 'x://a', mimeType, {})).toEqual({
      kind: 'result',
      contents: [{ uri: 'x://a', ...contents }],
    });
  });

  test.each([
    { uri: 'x://b', text: 'b' },
    { uri: 'x://b', blob: 'AA==' },
  ])('%j is used unchanged', (contents) => {
    expect(readResourceReturn(contents, 'x://a', 'text/html', {}).contents).toEqual([contents]);
  });

  test('an object that only resembles contents is written as JSON', () => {
    expect(readResourceReturn({ uri: 'x://b' }, 'x://a', undefined, {}).contents).toEqual([
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
  ])('%s', (_what, value, messages) => {
    expect(readPromptReturn(value)).toEqual({ kind: 'result', messages });
  });
});

describe('a value that the type of the method does not allow', () => {
  const tool = { name: 'report', hasOutputSchema: false };
  const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };

  test.each<[readonly ReturnedKind[], unknown, string]>([
    [['text'], undefined, 'a string, got nothing'],
    [['text'], null, 'a string, got null'],
    [['text'], 7, 'a string, got a number'],
    [['text'], ['a'], 'a string, got an array'],
    [['text'], Uint8Array.of(1), 'a string, got bytes'],
    [['text', 'undefined'], null, 'a string or nothing, got null'],
    [['block'], undefined, 'a content block, got nothing'],
    [['block', 'null'], { type: 'picture' }, 'a content block or null, got an object'],
    [['bytes'], 'AA==', 'bytes, got a string'],
    [['list'], [image, { a: 1 }], 'a list of content, got an array'],
  ])('%j: %j is an error of the tool', (returns, value, message) => {
    expect(() => readToolReturn(value, tool, { returns })).toThrow(
      `the result is not what its type says: it must be ${message}`,
    );
  });

  test.each<[readonly ReturnedKind[], unknown, readonly unknown[]]>([
    [['text', 'undefined'], undefined, []],
    [['text'], '', [{ type: 'text', text: '' }]],
    [['block', 'null'], null, []],
    [['list'], [], []],
    [[], { secret: 1 }, []],
  ])('%j: %j is allowed', (returns, value, content) => {
    expect(readToolReturn(value, tool, { returns }).content).toEqual(content);
  });

  test.each([undefined, null, 7, { uri: 'x://b', text: 'b' }])('a resource of text does not return %j', (value) => {
    expect(() => readResourceReturn(value, 'x://a', undefined, { returns: ['text'] })).toThrow(
      'it must be a string, got',
    );
  });

  test.each([[undefined], [null], [7], [{ role: 'system', content: { type: 'text', text: 'hi' } }], [['a', null]]])(
    'a prompt does not return %j',
    (value) => {
      expect(() => readPromptReturn(value)).toThrow('it must be a string, a content block or a prompt message, got');
    },
  );
});

describe('a tool that returns content beside its data', () => {
  const tool = { name: 'report', hasOutputSchema: true };
  const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };

  test('has the data as structured content and as text, then the content', () => {
    const value = [{ n: 1 }, 'one', image, undefined, [Uint8Array.of(0)]];

    expect(readToolReturn(value, tool, { hasContent: true, encode: (data) => data as JsonValue })).toEqual({
      kind: 'result',
      content: [
        { type: 'text', text: '{"n":1}' },
        { type: 'text', text: 'one' },
        image,
        { type: 'resource', resource: expect.objectContaining({ uri: 'attachment:report.bin' }) },
      ],
      structuredJson: '{"n":1}',
      isError: false,
    });
  });

  test.each([
    ['no list', { n: 1 }, 'it must be an array of data and content, got an object'],
    ['something else after the data', [{ n: 1 }, { n: 2 }], 'after the data it must have only content'],
  ])('does not return %s', (_what, value, message) => {
    expect(() => readToolReturn(value, tool, { hasContent: true })).toThrow(message);
  });
});

describe('a content block without the members of its kind', () => {
  const wrong: readonly (readonly [what: string, block: unknown, message: string])[] = [
    ['text that is a number', { type: 'text', text: 5 }, '"text" must be a string, got a number'],
    ['text without text', { type: 'text' }, '"text" must be a string, got nothing'],
    ['an image without data', { type: 'image' }, '"data" must be base64 text, got nothing'],
    ['an image of bytes', { type: 'image', data: Uint8Array.of(1), mimeType: 'image/png' }, 'base64 text, got bytes'],
    ['an image of an unknown type', { type: 'image', data: 'AA==' }, '"mimeType" must be a string, got nothing'],
    ['a sound that is not base64', { type: 'audio', data: 'no base64!!', mimeType: 'audio/wav' }, 'got other text'],
    ['an image as data: URL', { type: 'image', data: 'data:x/y;base64,AA==', mimeType: 'x/y' }, 'got a data: URL'],
    ['a link without URI', { type: 'resource_link', name: 'a' }, '"uri" must be a string, got nothing'],
    ['a link without name', { type: 'resource_link', uri: 'x://a' }, '"name" must be a string, got nothing'],
    [
      'a link of a size in words',
      { type: 'resource_link', uri: 'x://a', name: 'a', size: '1' },
      '"size" must be a number',
    ],
    ['an embedded resource of nothing', { type: 'resource' }, '"resource" must be an object, got nothing'],
    ['an embedded resource without URI', { type: 'resource', resource: {} }, '"resource.uri" must be a string'],
    [
      'an embedded resource without contents',
      { type: 'resource', resource: { uri: 'x://a' } },
      '"resource" must be an object with text or blob, got an object without them',
    ],
    [
      'an embedded resource whose blob is not base64',
      { type: 'resource', resource: { uri: 'x://a', blob: '%' } },
      '"resource.blob" must be base64 text, got other text',
    ],
    [
      'annotations for a stranger',
      { type: 'text', text: 'a', annotations: { audience: ['all'] } },
      '"annotations.audience" must be a list of "user" and "assistant", got an array',
    ],
  ];

  test.each(wrong)('is not the result of a tool: %s', (_what, block, message) => {
    const tool = { name: 'report', hasOutputSchema: false };

    expect(() => readToolReturn(block, tool, { returns: ['block'] })).toThrow('the result is not what its type says: ');
    expect(() => readToolReturn(block, tool, { returns: ['block'] })).toThrow(message);
    expect(() => readToolReturn(['a', [block]], tool, { returns: ['list'] })).toThrow('"[1][0].');
  });

  test.each(wrong)('is not beside data: %s', (_what, block, message) => {
    const pair = (): unknown =>
      readToolReturn([{ n: 1 }, block], { name: 'report', hasOutputSchema: true }, { hasContent: true });

    expect(pair).toThrow('"[1].');
    expect(pair).toThrow(message.replace('"', ''));
  });

  test.each(wrong)('is not a message of a prompt: %s', (_what, block, message) => {
    expect(() => readPromptReturn(block)).toThrow(message);
    expect(() => readPromptReturn({ role: 'user', content: block })).toThrow('"content.');
    expect(() => readPromptReturn(['a', { role: 'user', content: block }])).toThrow('"[1].content.');
  });

  test.each([
    { type: 'text', text: '', annotations: { audience: ['user'], priority: 1, lastModified: '2026-01-01T00:00:00Z' } },
    { type: 'resource_link', uri: 'x://a', name: 'a', title: undefined, size: 0, _meta: { a: 1 } },
    { type: 'resource', resource: { uri: 'x://a', text: '' } },
    { type: 'image', data: 'AA==', mimeType: 'image/png', title: 'a member of its own' },
  ])('has them in %j', (block) => {
    expect(readToolReturn(block, { name: 'report', hasOutputSchema: false }, { returns: ['block'] }).content).toEqual([
      block,
    ]);
  });

  test.each([
    [{ uri: 'x://b', blob: 'not base64' }, '"blob" must be base64 text, got other text'],
    [{ uri: 'x://b', text: 'b', mimeType: 5 }, '"mimeType" must be a string, got a number'],
  ])('is as wrong in the contents of a resource: %j', (contents, message) => {
    expect(() => readResourceReturn(contents, 'x://a', undefined, { returns: ['contents'] })).toThrow(message);
  });
});

describe('content of a kind that the type of the method does not allow', () => {
  const tool = { name: 'report', hasOutputSchema: false };
  const text = { type: 'text', text: 'a secret' };
  const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };
  const images: ContentForm = { places: [], rest: ['image-block'] };

  test.each<[readonly ContentForm[], unknown, string]>([
    [['image-block'], text, 'it must be an image block, got a text block'],
    [['image-block', 'null'], undefined, 'it must be an image block or null, got nothing'],
    [['image-block'], Uint8Array.of(1), 'it must be an image block, got bytes'],
    [['text', 'resource_link-block'], image, 'it must be a string or a resource link, got an image block'],
    [[images], [image, text], '"[1]" must be an image block, got a text block'],
    [[images], image, 'it must be a list of content, got an image block'],
    [[{ places: [[images]] }], [[text]], '"[0][0]" must be an image block, got a text block'],
    [[{ places: [['text'], ['image-block']] }], ['a'], '"[1]" must be an image block, got nothing'],
    [[{ places: [['text'], ['image-block']] }], ['a', image, image], 'it must be a list of at most 2, got 3'],
  ])('%j: %j is an error of the tool', (content, value, message) => {
    expect(() => readToolReturn(value, tool, { content })).toThrow(`the result is not what its type says: ${message}`);
  });

  test.each<[readonly ContentForm[], unknown]>([
    [['block'], text],
    [['image-block', images], [image]],
    [[images], []],
    [[{ places: [['text'], ['image-block', 'undefined']] }], ['a']],
    [[{ places: [['text']] }, images], [image]],
    [['list'], [[text]]],
  ])('%j: %j is allowed', (content, value) => {
    expect(readToolReturn(value, tool, { content }).content).toEqual(
      [value].flat(3).map((one) => (one === 'a' ? { type: 'text', text: 'a' } : one)),
    );
  });

  test.each([
    [[{ n: 1 }], '"[1]" must be an image block, got nothing'],
    [[{ n: 1 }, 'the image'], '"[1]" must be an image block, got a string'],
    [[{ n: 1 }, image, image], 'it must be a list of at most 2, got 3'],
    [[{ n: 1 }, { n: 2 }], '"[1]" must be an image block, got an object'],
  ])('%j is no data with an image', (value, message) => {
    const content: readonly ContentForm[] = [{ places: [['data'], ['image-block']] }];

    expect(() => readToolReturn(value, { ...tool, hasOutputSchema: true }, { hasContent: true, content })).toThrow(
      message,
    );
  });
});
