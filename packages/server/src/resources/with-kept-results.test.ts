import { buildCatalog, fixedSource } from '@sigil/core/catalog';
import { createEngine } from '@sigil/core/engine';
import { openMemoryStore } from '@sigil/plugin-host';
import { connectInMemory } from '@sigil/testing';
import { expect, test } from 'vitest';
import { openKeptResults } from './keep-large-results.js';
import { withKeptResults } from './with-kept-results.js';

test('what a server without a configuration has kept is read there', async () => {
  const text = 'x'.repeat(1000);
  const catalog = buildCatalog({
    tools: [
      {
        definition: { name: 'report', inputSchema: { type: 'object' } },
        limits: { maxResultBytes: 500 },
        run: () => Promise.resolve({ kind: 'result', content: [{ type: 'text', text }], isError: false }),
      },
    ],
    resources: [],
    resourceTemplates: [],
    prompts: [],
  });
  const kept = openKeptResults(openMemoryStore());
  const source = withKeptResults(fixedSource(catalog), 'all', kept);
  const engine = createEngine({ info: { name: 'all', version: '1' }, source, keepLargeResult: kept.of('all').keep });
  const client = await connectInMemory(engine, { revision: '2026-07-28' });

  const { content } = await client.callTool('report');

  const [, link] = content;
  const uri = link?.type === 'resource_link' ? link.uri : '';
  expect(await client.readResource(uri)).toEqual([{ uri, mimeType: 'text/plain', text }]);
  engine.close();
  await kept.close();
});
