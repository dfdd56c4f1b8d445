import { expect, test } from 'vitest';
import { findMasked } from './find-masked.js';

const plain = { name: 'plain', include: [] };
const secret = { name: 'secret', errors: 'masked', include: [] } as const;

test('a server that says so is masked, and with it the one of all servers', () => {
  expect(findMasked([plain, secret])).toEqual(new Set(['secret', 'all']));
});

test('a server that includes a masked one is masked, over any number of steps', () => {
  const outer = { name: 'outer', include: [{ server: 'inner' }] };
  const inner = { name: 'inner', include: [{ server: 'secret' }] };

  expect(findMasked([plain, outer, inner, secret])).toEqual(new Set(['secret', 'inner', 'outer', 'all']));
});

test('without one none is', () => {
  expect(findMasked([plain]).size).toBe(0);
});
