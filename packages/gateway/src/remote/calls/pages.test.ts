import { McpError } from '@sigil/core';
import { RelayedError } from '@sigil/core/catalog';
import { expect, test } from 'vitest';
import { pagesOf } from './pages.js';

const page = (count: number) => ({ mode: 'url', message: `page ${count}`, url: `https://example.com/${count}` });

test('pagesOf() reads at most ten pages from the error and skips invalid ones', () => {
  const elicitations = [{ url: 'no URL' }, 'x', ...Array.from({ length: 12 }, (_, count) => page(count))];

  const pages = pagesOf(new RelayedError(-32042, 'sign in', { elicitations }));

  expect(pages).toHaveLength(10);
  expect(pages?.[0]).toEqual({ message: 'page 0', url: 'https://example.com/0' });
});

test('pagesOf() returns undefined for any other error', () => {
  expect(pagesOf(new RelayedError(-32050, 'no', { elicitations: [page(1)] }))).toBeUndefined();
  expect(pagesOf(new McpError('internal-error', 'no'))).toBeUndefined();
});
