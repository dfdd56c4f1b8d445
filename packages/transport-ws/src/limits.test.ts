import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { defaultWebSocketLimits } from './limits.js';

test('the limits are documented with their defaults', async () => {
  const rows = await readFile(new URL('../../../docs/reference/limits.md', import.meta.url), 'utf8');
  const section = /## WebSocket\n[\s\S]*?(?=\n## |$)/.exec(rows)?.[0];

  for (const [name, value] of Object.entries(defaultWebSocketLimits)) {
    expect(section).toMatch(new RegExp(`\\| \`${name}\` +\\| +${value.toLocaleString('en-US')}[ |]`));
  }
});
