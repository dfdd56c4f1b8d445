import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { viewLimits } from './view-limits.js';

test('the documentation lists the limits with their values', async () => {
  const rows = await readFile(new URL('../../../docs/reference/limits.md', import.meta.url), 'utf8');
  const section = /## Views\n[\s\S]*?(?=\n## |$)/.exec(rows)?.[0];

  for (const [name, value] of Object.entries(viewLimits))
    expect(section).toMatch(new RegExp(`\\| \`${name}\` +\\| +${value.toLocaleString('en-US')}[ |]`));
});
