import { expect, test } from 'vitest';
import { findMasked } from './find-masked.js';

const plain = { name: 'plain', include: [] };
const secret = { name: 'secret', errors: 'masked', include: [] } as const;

test('a server with masked errors is masked, and so is the server "all"', () => {
  expect(findMasked([plain, secret])).toEqual(new Set(['secret', 'all']));
});

test('a server that includes a masked one is masked, also indirectly', () => {
  const outer = { name: 'outer', include: [{ server: 'inner' }] };
  const inner = { name: 'inner', include: [{ server: 'secret' }] };

  expect(findMasked([plain, outer, inner, secret])).toEqual(new Set(['secret', 'inner', 'outer', 'all']));
});

test('no server is masked when none asks for it', () => {
  expect(findMasked([plain]).size).toBe(0);
});
