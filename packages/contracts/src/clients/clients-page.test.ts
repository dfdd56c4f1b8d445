import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writeClients } from './write-clients.test-support.js';

const page = readFileSync(new URL('../../../../docs/guide/clients.md', import.meta.url), 'utf8');

test('docs/guide/clients.md contains the table of clients from the code', () => {
  const [, written = ''] = /### Where each client keeps its servers\n\n([^]*?)\n\n## Typed clients\n/.exec(page) ?? [];

  expect(unformatted(written)).toBe(unformatted(writeClients()));
});

/** Ignores line breaks in JSON, which the formatter chooses. */
function unformatted(text: string): string {
  return text.replace(/(```json[^\n]*\n)([^]*?)```/g, (_fence, head: string, json: string) => {
    return `${head}${JSON.stringify(JSON.parse(json))}\n\`\`\``;
  });
}
