import { expect, test } from 'vitest';
import type { BodyEncoding } from './description.js';
import { writeBody } from './write-body.js';

test.each(['application/json', 'application/merge-patch+json', 'application/json; charset=utf-8'])(
  '%s is written as JSON, without members that are undefined',
  (mediaType) => {
    const body = writeBody({ mediaType }, { a: [1, null], b: undefined, c: null });

    expect(body).toEqual({ contentType: mediaType, content: '{"a":[1,null],"c":null}' });
  },
);

test('JSON has the values of all types that Sigil decodes, and every digit of a bigint', () => {
  const value = {
    id: 9_007_199_254_740_993n,
    at: new Date(0),
    bytes: Uint8Array.of(1, 2),
    map: new Map([['a', 1]]),
    set: new Set([1n]),
    ['__proto__']: 1,
  };

  const written = writeBody({ mediaType: 'application/json' }, value)?.content;

  expect(written).toBe(
    '{"id":9007199254740993,"at":"1970-01-01T00:00:00.000Z","bytes":"AQI=","map":{"a":1},"set":[1],"__proto__":1}',
  );
});

test('null is a body in JSON, and no body in any other type', () => {
  expect(writeBody({ mediaType: 'application/json' }, null)?.content).toBe('null');
  expect(writeBody({ mediaType: 'text/plain' }, null)).toBeUndefined();
});

test('an optional body whose members are all left out is left out, and an empty one is sent', () => {
  const [optional, required] = [false, true].map((it) => ({ mediaType: 'application/json', required: it }));

  expect(optional && writeBody(optional, { a: undefined, b: undefined })).toBeUndefined();
  expect(optional && writeBody(optional, { a: null })?.content).toBe('{"a":null}');
  expect(optional && writeBody(optional, {})?.content).toBe('{}');
  expect(required && writeBody(required, { a: undefined })?.content).toBe('{}');
});

test('a required body that is missing is refused', () => {
  expect(() => writeBody({ mediaType: 'application/json', required: true }, undefined)).toThrow('is required');
});

test('a form repeats the items of lists, and has JSON for objects', () => {
  expect(form({ a: 'x y+&=~é', n: 1, none: null, list: ['a', 'b'], object: { b: true } })).toBe(
    'a=x+y%2B%26%3D%7E%C3%A9&n=1&list=a&list=b&object=%7B%22b%22%3Atrue%7D',
  );
});

test.each<[BodyEncoding, unknown, string]>([
  [{ style: 'deepObject' }, { a: { b: [1, 2] } }, 'p[a][b][]=1&p[a][b][]=2'],
  [{ style: 'deepObject', explode: true }, ['x'], 'p[]=x'],
  [{ explode: false }, ['a,', 'b'], 'p=a%2C,b'],
  [{ style: 'pipeDelimited' }, ['a', 'b'], 'p=a%7Cb'],
  [{ style: 'spaceDelimited' }, ['a', 'b'], 'p=a+b'],
  [{ explode: true }, { a: 1, b: 2 }, 'a=1&b=2'],
  [{ contentType: 'application/json' }, ['a'], 'p=%5B%22a%22%5D'],
  [{ allowReserved: true }, 'a/b&c', 'p=a/b%26c'],
])('a property of a form with the encoding %j', (encoding, value, sent) => {
  const written = form({ p: value }, { p: encoding });

  expect(encoding.style === 'deepObject' ? decodeURIComponent(written) : written).toBe(sent);
});

test('a multipart body has a part for each property and each item, with their types', async () => {
  const form = await readMultipart({
    id: 7,
    text: 'é\r\n--x',
    address: { city: 'Bergen' },
    file: Uint8Array.of(0, 255),
    photos: [Uint8Array.of(1), Uint8Array.of(2)],
    tags: ['a', 'b'],
    none: undefined,
    '"\r\n': 'quoted',
  });

  expect(form.get('id')).toBe('7');
  expect(form.get('text')).toBe('é\r\n--x');
  expect(form.get('address')).toBe('{"city":"Bergen"}');
  expect(form.get('file')).toMatchObject({ name: 'file', type: 'application/octet-stream', size: 2 });
  expect(form.getAll('photos')).toHaveLength(2);
  expect(form.getAll('tags')).toEqual(['a', 'b']);
  expect(form.has('none')).toBe(false);
  expect(form.get('"\r\n')).toBe('quoted');
});

test('encodings name the types of parts; a list of types counts by its first, a range not at all', async () => {
  const encodings = {
    picture: { contentType: 'image/png, image/jpeg' },
    any: { contentType: 'image/*' },
    meta: { contentType: 'application/json' },
  };
  const bytes = Uint8Array.of(1);

  const form = await readMultipart({ picture: bytes, any: bytes, meta: ['a'] }, encodings);

  expect(form.get('picture')).toMatchObject({ type: 'image/png' });
  expect(form.get('any')).toMatchObject({ type: 'application/octet-stream' });
  expect(form.get('meta')).toBe('["a"]');
});

test('an object is a part of the type JSON, and is no file', () => {
  const written = writeBody({ mediaType: 'multipart/form-data' }, { meta: { a: 1 } });

  expect(Buffer.from(written?.content ?? '').toString()).toMatch(
    /^--(\S+)\r\nContent-Disposition: form-data; name="meta"\r\nContent-Type: application\/json\r\n\r\n\{"a":1\}\r\n--\1--\r\n$/,
  );
});

test('styles in a multipart body make the names of parts, without percent-encoding', async () => {
  const form = await readMultipart({ p: { a: 'x y', b: '&' } }, { p: { style: 'deepObject' } });

  expect([...form]).toEqual([
    ['p[a]', 'x y'],
    ['p[b]', '&'],
  ]);
});

test('bytes are sent as they are, and so is text: some APIs want base64 in a type of bytes', () => {
  expect(writeBody({ mediaType: 'application/octet-stream' }, Uint8Array.of(0, 255))?.content).toEqual(
    Uint8Array.of(0, 255),
  );
  expect(writeBody({ mediaType: 'image/jpeg' }, '/9j/')).toEqual({ contentType: 'image/jpeg', content: '/9j/' });
});

test.each(['text/plain', 'application/xml', 'text/csv', 'application/yaml', 'image/svg+xml', 'application/x-ndjson'])(
  '%s is text',
  (mediaType) => {
    expect(writeBody({ mediaType }, 'a\nb')).toEqual({ contentType: mediaType, content: 'a\nb' });
  },
);

test('a range of media types is sent as the value suggests', () => {
  expect(writeBody({ mediaType: '*/*' }, { a: 1 })).toEqual({ contentType: 'application/json', content: '{"a":1}' });
  expect(writeBody({ mediaType: '*/*' }, Uint8Array.of(1))?.contentType).toBe('application/octet-stream');
  expect(writeBody({ mediaType: '*/*' }, 'a')?.contentType).toBe('text/plain');
});

function form(value: unknown, encodings: Readonly<Record<string, BodyEncoding>> = {}): string {
  const written = writeBody({ mediaType: 'application/x-www-form-urlencoded', encodings }, value);
  return Buffer.from(written?.content ?? '').toString();
}

/** Reads a body with the parser of `fetch`. */
async function readMultipart(
  value: unknown,
  encodings: Readonly<Record<string, BodyEncoding>> = {},
): Promise<FormData> {
  const written = writeBody({ mediaType: 'multipart/form-data', encodings }, value);
  if (!written) throw new Error('nothing was written');
  return new Response(written.content, { headers: { 'content-type': written.contentType } }).formData();
}
