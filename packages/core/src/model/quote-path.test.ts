import { expect, test } from 'vitest';
import { quotePath } from './quote-path.js';

test.each([
  ['city', '"city"'],
  ['days[0].name', '"days[0].name"'],
  ['["a b"]', '"a b"'],
  ['["a \\"b\\""]', '"a \\"b\\""'],
  ['days[0]["a b"]', `"days[0]['a b']"`],
  ['["a b"]["c]"].d', `"['a b']['c]'].d"`],
  [`x["it's"]`, `"x['it\\'s']"`],
])('%s is quoted as %s', (path, quoted) => {
  expect(quotePath(path)).toBe(quoted);
});
