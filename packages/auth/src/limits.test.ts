import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { defaultAuthLimits } from './limits.js';

test('the documentation lists every limit with its default', async () => {
  const rows = await readFile(new URL('../../../docs/reference/limits.md', import.meta.url), 'utf8');
  const section = /## Authentication\n[\s\S]*?(?=\n## |$)/.exec(rows)?.[0];

  for (const [name, value] of Object.entries(defaultAuthLimits)) {
    expect(section).toMatch(new RegExp(`\\| \`${name}\` +\\| +${value.toLocaleString('en-US')}[ |]`));
  }
});
