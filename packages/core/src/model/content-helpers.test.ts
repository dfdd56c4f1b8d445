import { describe, expect, test } from 'vitest';
import { audio, file, image, link } from './content-helpers.js';

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const pngText = 'iVBORw0KGgo=';

describe('image() and audio()', () => {
  test.each([
    ['bytes', png],
    ['a Buffer', Buffer.from(png)],
    ['an ArrayBuffer', png.slice().buffer],
    ['a part of a larger buffer', Uint8Array.of(1, ...png, 1).subarray(1, 9)],
    ['base64', pngText],
    ['a data: URL', `data:image/png;base64,${pngText}`],
  ])('detect the media type of %s by the signature', (_what, data) => {
    expect(image(data)).toEqual({ type: 'image', data: pngText, mimeType: 'image/png' });
  });

  test('use the given media type and the other block members', () => {
    const annotations = { priority: 1 };

    expect(image(Buffer.from('<svg/>'), { mimeType: 'image/svg+xml', annotations })).toEqual({
      type: 'image',
      data: 'PHN2Zy8+',
      mimeType: 'image/svg+xml',
      annotations,
    });
    expect(audio(Buffer.from('ID3'))).toEqual({ type: 'audio', data: 'SUQz', mimeType: 'audio/mpeg' });
  });

  test('a data: URL gives the media type when the bytes do not show it', () => {
    expect(image('data:image/svg+xml;charset=utf-8;base64,PHN2Zy8+').mimeType).toBe('image/svg+xml');
  });

  test.each([
    [
      'bytes that show nothing',
      () => image(Uint8Array.of(1)),
      "cannot tell the media type of these bytes; name it: { mimeType: 'image/…' }",
    ],
    [
      'bytes of another kind',
      () => image(Buffer.from('%PDF-')),
      'image() got application/pdf; file() takes bytes of any type',
    ],
    ['a type of another kind', () => audio(png, { mimeType: 'image/png' }), 'audio() got image/png'],
    ['text that is no base64', () => image('not base64!'), 'takes bytes, or base64 as text'],
    ['no text', () => image(''), 'takes bytes, or base64 as text'],
  ])('reject %s', (_what, make, message) => {
    expect(make).toThrow(message);
  });
});

describe('file()', () => {
  test.each([
    [
      'text by the ending',
      'a;b',
      'Table 1.csv',
      { uri: 'attachment:Table%201.csv', mimeType: 'text/csv', text: 'a;b' },
    ],
    ['text of no known ending', 'a', 'LICENSE', { uri: 'attachment:LICENSE', mimeType: 'text/plain', text: 'a' }],
    [
      'bytes by their signature',
      png,
      'chart.bin',
      { uri: 'attachment:chart.bin', mimeType: 'image/png', blob: pngText },
    ],
    [
      'bytes by the ending',
      Uint8Array.of(0),
      'a.PDF',
      { uri: 'attachment:a.PDF', mimeType: 'application/pdf', blob: 'AA==' },
    ],
    [
      'a zip that is a document',
      Buffer.from('PK\x03\x04'),
      'a.docx',
      { uri: 'attachment:a.docx', mimeType: expect.stringMatching(/wordprocessing/), blob: 'UEsDBA==' },
    ],
    [
      'bytes of which nothing is known',
      Uint8Array.of(0),
      'constructor',
      { uri: 'attachment:constructor', mimeType: 'application/octet-stream', blob: 'AA==' },
    ],
  ])('detects the media type of %s', (_what, data, name, resource) => {
    expect(file(data, name)).toEqual({ type: 'resource', resource });
  });

  test('uses the given URI and media type', () => {
    const uri = new URL('https://example.com/a');

    expect(file('{}', 'a.txt', { uri, mimeType: 'application/json', _meta: { a: 1 } })).toEqual({
      type: 'resource',
      resource: { uri: 'https://example.com/a', mimeType: 'application/json', text: '{}' },
      _meta: { a: 1 },
    });
  });
});

describe('link()', () => {
  test.each([
    ['https://example.com/files/Annual%20report.pdf?v=1#top', 'Annual%20report.pdf'],
    ['stations://all', 'all'],
    ['file:///tmp/100%', '100%'],
    ['urn:isbn:1', 'urn:isbn:1'],
    ['x:///', 'x:'],
  ])('names the resource %s after its URI', (uri, name) => {
    expect(link(uri)).toEqual({ type: 'resource_link', uri, name });
  });

  test('keeps the given members', () => {
    const about = { name: 'a', title: 'A', description: 'B', mimeType: 'text/plain', size: 3 };

    expect(link(new URL('https://example.com/'), about)).toEqual({
      type: 'resource_link',
      uri: 'https://example.com/',
      ...about,
    });
  });
});
