import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { defaultObserveLimits } from './limits.js';

test('the documentation lists the limits with their defaults', async () => {
  const rows = await readFile(new URL('../../../docs/reference/limits.md', import.meta.url), 'utf8');
  const section = /## Metrics\n[\s\S]*?(?=\n## |$)/.exec(rows)?.[0];

  for (const [name, value] of Object.entries(defaultObserveLimits)) {
    expect(section).toMatch(new RegExp(`\\| \`${name}\` +\\| +${value.toLocaleString('en-US')}[ |]`));
  }
});
