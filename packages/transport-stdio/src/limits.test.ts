import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { defaultStdioLimits } from './limits.js';

test('the limits are documented with their defaults', async () => {
  const rows = await readFile(new URL('../../../docs/reference/limits.md', import.meta.url), 'utf8');

  for (const [name, value] of Object.entries(defaultStdioLimits)) {
    expect(rows).toMatch(new RegExp(`\\| \`${name}\` +\\| +${value.toLocaleString('en-US')}[ |]`));
  }
});
