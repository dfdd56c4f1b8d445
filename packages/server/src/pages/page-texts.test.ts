import { expect, test } from 'vitest';
import { breakable } from './page-texts.js';

test.each([
  ['http://127.0.0.1:3000/mcp/my-server', ['http://', '127.0.0.1:3000/', 'mcp/', 'my-server']],
  ['https://example.org/a?b=c&d=e', ['https://', 'example.org/', 'a?', 'b=', 'c&', 'd=', 'e']],
  ['plain', ['plain']],
])('line breaks in %s are allowed only after a separator', (address, parts) => {
  expect(breakable(address)).toEqual(parts);
});
