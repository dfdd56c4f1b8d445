import { inflateSync } from 'node:zlib';
import type { ImageContent } from '@sigil/core';
import { connectPlugin, type McpClient } from '@sigil/testing';
import * as plugin from 'sigil:plugin';
import { afterAll, beforeAll, expect, test } from 'vitest';

let client: McpClient;
beforeAll(async () => void (client = await connectPlugin(plugin)));
afterAll(() => client.close());

/** Width, height and the colour at a place of a PNG as we write them. */
function readPng(data: string) {
  const bytes = Buffer.from(data, 'base64');
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const start = bytes.indexOf('IDAT') + 4;
  const pixels = inflateSync(bytes.subarray(start, start + bytes.readUInt32BE(start - 8)));
  const colorAt = (x: number, y: number): string => {
    const place = y * (width * 3 + 1) + 1 + x * 3;
    return pixels.subarray(place, place + 3).toString('hex');
  };
  return { width, height, colorAt };
}

test('the highest bar reaches the top, and a bar of half its value reaches the middle', async () => {
  const bars = [
    { label: 'Mon', value: 10 },
    { label: 'Tue', value: 5 },
  ];
  const { content } = await client.callTool('draw', { bars, color: '#ff0000' });

  const [picture, legend] = content as [ImageContent, unknown];
  expect(picture).toMatchObject({ type: 'image', mimeType: 'image/png' });
  expect(legend).toEqual({ type: 'text', text: 'Mon: 10, Tue: 5' });
  const { width, height, colorAt } = readPng(picture.data);
  expect([width, height]).toEqual([116, 212]);
  expect([colorAt(20, 5), colorAt(20, 15), colorAt(72, 90), colorAt(72, 110)]).toEqual([
    'ffffff',
    'ff0000',
    'ffffff',
    'ff0000',
  ]);
});

test.each([
  ['no bars', { bars: [] }],
  ['a negative value', { bars: [{ label: 'a', value: -1 }] }],
  ['a colour by its name', { bars: [{ label: 'a', value: 1 }], color: 'red' }],
])('a chart with %s is rejected', async (_what, args) => {
  expect((await client.callTool('draw', args)).isError).toBe(true);
});
