import { expect, test } from 'vitest';
import { formatContent } from './format-content.js';

const base64 = Buffer.from('12345').toString('base64');

test.each([
  [{ type: 'text', text: 'as it is\n' }, 'as it is\n'],
  [{ type: 'image', data: base64, mimeType: 'image/png' }, '[image image/png, 5 bytes]'],
  [{ type: 'audio', data: base64, mimeType: 'audio/wav' }, '[audio audio/wav, 5 bytes]'],
  [{ type: 'resource_link', uri: 'a://b', name: 'b' }, '[resource a://b]'],
  [{ type: 'resource', resource: { uri: 'a://b', text: 'inside' } }, 'inside'],
  [{ type: 'resource', resource: { uri: 'a://b', blob: base64 } }, '[resource of unknown type, 5 bytes]'],
] as const)('%j is shown as %s', (block, expected) => {
  expect(formatContent(block)).toBe(expected);
});
