import { describe, expect, test } from 'vitest';
import type { Context } from '../model/context.js';
import { idleContext } from './catalog.test-support.js';
import { readResourceStream } from './read-resource-stream.js';
import type { Stream, StreamCarrier } from './stream-carrier.js';

/** A context of a call that may read this many bytes. */
function reading(maxResourceBytes = 1_000): Context {
  const carrier: StreamCarrier = {
    ...idleContext(),
    delivery: { asEvents: false, maxLength: 0, maxResourceBytes },
    emit: async () => undefined,
  };
  return carrier;
}

function* of(...parts: unknown[]): Generator<unknown> {
  yield* parts;
}

const resource = { uri: 'file://a', mimeType: undefined };
const read = (stream: Stream, maxBytes?: number) => readResourceStream(stream, reading(maxBytes), resource);

test('text parts are joined', async () => {
  expect(await read(of('a', 'ö', ''))).toEqual({
    kind: 'result',
    contents: [{ uri: 'file://a', mimeType: 'text/plain', text: 'aö' }],
  });
});

test('an empty stream is an empty text', async () => {
  expect(await read(of())).toMatchObject({ contents: [{ text: '' }] });
});

test('the MIME type of the definition is used', async () => {
  const { contents } = await readResourceStream(of('{}'), reading(), { uri: 'a://b', mimeType: 'application/json' });

  expect(contents).toEqual([{ uri: 'a://b', mimeType: 'application/json', text: '{}' }]);
});

describe('bytes', () => {
  const all = Uint8Array.from({ length: 100_003 }, (_, index) => index % 251);

  test.each([1, 2, 3, 4, 1_000, 99_999, 200_000])(
    'are encoded as base64 when they come in parts of %i',
    async (partBytes) => {
      const parts: Uint8Array[] = [];
      for (let start = 0; start < all.length; start += partBytes) parts.push(all.subarray(start, start + partBytes));

      const { contents } = await read(of(...parts), all.length);

      const blob = Buffer.from(all).toString('base64');
      expect(contents).toEqual([{ uri: 'file://a', mimeType: 'application/octet-stream', blob }]);
    },
  );

  test('are encoded as base64 when one buffer is reused', async () => {
    const reused = function* () {
      const buffer = new Uint8Array(4);
      for (let round = 1; round < 4; round++) yield buffer.fill(round);
    };

    const { contents } = await read(reused());

    expect(contents).toMatchObject([{ blob: Buffer.from('010101010202020203030303', 'hex').toString('base64') }]);
  });
});

test('a stream over the limit is stopped with an error that names the limit', async () => {
  let isStopped = false;
  const endless = function* () {
    try {
      for (;;) yield 'x'.repeat(100);
    } finally {
      isStopped = true;
    }
  };

  await expect(read(endless(), 1_000)).rejects.toThrow('longer than 1000 bytes (limit maxResourceBytes)');
  expect(isStopped).toBe(true);
});

test.each<[string, unknown[], string]>([
  ['text after bytes', [new Uint8Array(1), 'a'], 'yielded both'],
  ['bytes after text', ['a', new Uint8Array(1)], 'yielded both'],
  ['anything else', [{ a: 1 }], 'yields text or bytes, got object'],
])('a stream with %s is rejected', async (_what, parts, message) => {
  await expect(read(of(...parts))).rejects.toThrow(message);
});

test.each([
  ['text', 'a', Uint8Array.of(1), 'it must be a string, got bytes'],
  ['text', 'a', undefined, 'it must be a string, got nothing'],
  ['bytes', Uint8Array.of(1), 'a', 'it must be bytes, got a string'],
] as const)('a resource of %s does not yield another value', async (kind, fine, other, message) => {
  const code = { returns: [kind] };

  await expect(readResourceStream(of(fine, fine), reading(), { ...resource, code })).resolves.toBeDefined();
  await expect(readResourceStream(of(fine, other), reading(), { ...resource, code })).rejects.toThrow(
    `a yielded value is not what its type says: ${message}`,
  );
});
