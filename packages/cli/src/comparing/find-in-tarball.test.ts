import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { findInTarball } from './find-in-tarball.js';

interface Entry {
  readonly name: string;
  readonly text: string;
  readonly prefix?: string;
}

function tarball(...entries: readonly Entry[]): Uint8Array {
  const blocks = entries.map(({ name, text, prefix = '' }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(Buffer.byteLength(text).toString(8).padStart(11, '0'), 124);
    header.write(prefix, 345);
    const content = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 512) * 512);
    content.write(text);
    return Buffer.concat([header, content]);
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

test.each<[string, Entry[], string | undefined]>([
  ['a file', [{ name: 'package/a.json', text: '{"a":1}' }], '{"a":1}'],
  [
    'a file behind larger ones',
    [
      { name: 'package/b', text: 'x'.repeat(1000) },
      { name: 'package/a.json', text: 'ä' },
    ],
    'ä',
  ],
  ['a file in a folder of any name', [{ name: 'weather-1.0.0/a.json', text: '1' }], '1'],
  ['a file whose path is in two parts', [{ prefix: 'package', name: 'a.json', text: '2' }], '2'],
  ['no file of the name', [{ name: 'package/dist/a.json', text: '3' }], undefined],
  ['nothing in an empty archive', [], undefined],
])('a search in a tarball finds %s', (_name, entries, text) => {
  expect(findInTarball(tarball(...entries), 'a.json')?.toString('utf8')).toBe(text);
});

test('data that is not an archive is rejected', () => {
  expect(() => findInTarball(Buffer.from('no gzip'), 'a.json')).toThrow('incorrect header check');
});
