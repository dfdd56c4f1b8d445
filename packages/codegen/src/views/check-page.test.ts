import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { viewLimits } from './check-page.js';

test('the documentation lists every limit with its default', async () => {
  const page = await readFile(new URL('../../../../docs/reference/limits.md', import.meta.url), 'utf8');
  const section = /## Built views\n[\s\S]*?(?=\n## |$)/.exec(page)?.[0];

  for (const [name, value] of Object.entries(viewLimits)) {
    expect(section).toMatch(new RegExp(`\\| \`${name}\` +\\| +${value.toLocaleString('en-US')}[ |]`));
  }
});
