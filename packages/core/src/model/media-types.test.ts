import { describe, expect, test } from 'vitest';
import { endingOf, mediaTypeOfBase64, mediaTypeOfBytes, mediaTypeOfName } from './media-types.js';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const ogg = (codec: string): string => `OggS\0${'.'.repeat(23)}${codec}`;

describe('bytes', () => {
  test.each([
    ['\x89PNG\r\n\x1a\n...', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['GIF87a', 'image/gif'],
    ['GIF89a', 'image/gif'],
    ['RIFF....WEBPVP8 ', 'image/webp'],
    ['\0\0\0\x1cftypavif', 'image/avif'],
    ['\0\0\0\x18ftypheic', 'image/heic'],
    ['BM....\0\0\0\0', 'image/bmp'],
    ['II*\0', 'image/tiff'],
    ['MM\0*', 'image/tiff'],
    ['\0\0\x01\0', 'image/x-icon'],
    ['RIFF....WAVEfmt ', 'audio/wav'],
    ['fLaC', 'audio/flac'],
    ['FORM....AIFF', 'audio/aiff'],
    ['MThd\0\0\0\x06', 'audio/midi'],
    ['\0\0\0\x20ftypM4A ', 'audio/mp4'],
    [ogg('OpusHead'), 'audio/ogg'],
    [ogg('\x01vorbis'), 'audio/ogg'],
    ['ID3\x04', 'audio/mpeg'],
    ['\xff\xfb\x90', 'audio/mpeg'],
    ['\xff\xf1', 'audio/aac'],
    ['%PDF-1.7', 'application/pdf'],
    ['PK\x03\x04', 'application/zip'],
    ['\x1f\x8b\x08', 'application/gzip'],
    ['\0asm\x01', 'application/wasm'],
    ['\0\0\0\x20ftypisom', 'video/mp4'],
  ])('that start with %j are %s', (start, mediaType) => {
    expect(mediaTypeOfBytes(bytes(start))).toBe(mediaType);
    expect(mediaTypeOfBase64(Buffer.from(start, 'latin1').toString('base64'))).toBe(mediaType);
  });

  test.each([
    '',
    'hello',
    'RIFF....AVI ',
    'RIFF',
    'BM, a text that begins so',
    '\x89PNG',
    ogg('\x80theora'),
    '{"a":1}',
    'FORM....ILBM',
  ])('that start with %j have no known type', (start) => {
    expect(mediaTypeOfBytes(bytes(start))).toBeUndefined();
  });
});

describe('file names', () => {
  test.each([
    ['a.csv', 'text/csv'],
    ['A.B.JPEG', 'image/jpeg'],
    ['a', undefined],
    ['.toString', undefined],
    ['a.constructor', undefined],
  ])('%s has the media type %s', (name, mediaType) => {
    expect(mediaTypeOfName(name)).toBe(mediaType);
  });

  test('endingOf returns the file extension of a type, or bin for an unknown one', () => {
    expect([endingOf('image/jpeg'), endingOf('application/pdf'), endingOf('x/y')]).toEqual(['jpg', 'pdf', 'bin']);
  });
});
