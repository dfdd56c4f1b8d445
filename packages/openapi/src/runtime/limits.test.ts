import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { defaultApiLimits, readLimits } from './limits.js';

test('the documentation lists every limit with its default', async () => {
  const rows = await readFile(new URL('../../../../docs/reference/limits.md', import.meta.url), 'utf8');
  const section = /## Imported APIs\n[\s\S]*?(?=\n## |$)/.exec(rows)?.[0];

  for (const [name, value] of Object.entries(defaultApiLimits)) {
    expect(section).toMatch(new RegExp(`\\| \`${name}\` +\\| +${value.toLocaleString('en-US')}[ |]`));
  }
});

test('a limit must be a whole number', () => {
  expect(readLimits({ maxRetryAfterMs: 0 })).toEqual({ ...defaultApiLimits, maxRetryAfterMs: 0 });
  expect(() => readLimits({ requestTimeoutMs: 0 })).toThrow('limits: "requestTimeoutMs" must be a whole number');
  expect(() => readLimits({ maxAnswerBytes: 1.5 })).toThrow('limits: "maxAnswerBytes" must be a whole number');
});
