import type { JsonObject } from '@sigil/core';
import { buildCatalog, fixedSource } from '@sigil/core/catalog';
import { createEngine, openConversation, type Outgoing } from '@sigil/core/engine';
import { openMemoryStore } from '@sigil/plugin-host';
import { connectInMemory } from '@sigil/testing';
import { callOf, gate, modernRequest, textResult, toolOf } from '@sigil/testing/transports';
import { expect, test } from 'vitest';
import { openKeptResults } from './keep-large-results.js';
import { withKeptResults } from './with-kept-results.js';

test('a server without a configuration reads the large results that it kept', async () => {
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

test('a kept result cannot be read by another caller', async () => {
  const kept = openKeptResults(openMemoryStore());
  const long = toolOf('report', async () => textResult('long '.repeat(1_000)));
  const tools = [{ ...long, limits: { maxResultBytes: 500 } }];
  const catalog = buildCatalog({ tools, resources: [], resourceTemplates: [], prompts: [] });
  const source = withKeptResults(fixedSource(catalog), 'all', kept);
  const engine = createEngine({ info: { name: 'all', version: '1' }, source, keepLargeResult: kept.of('all').keep });
  const ask = async (id: string, message: JsonObject): Promise<string> => {
    const sent: string[] = [];
    const ended = gate();
    const send = ({ kind, json }: Outgoing): undefined => {
      sent.push(json);
      if (kind === 'response') ended.open();
    };
    const principal = { id, issuer: 'https://id.example', scopes: [], claims: {} };
    void openConversation(engine, { send }, principal).receive(JSON.stringify(message));
    await ended.opened;
    return sent.join();
  };

  const [uri] = /cid:[^"\\ ]+/.exec(await ask('ann', callOf(1, 'report'))) ?? [''];
  const read = modernRequest(2, 'resources/read', { uri });

  expect(await ask('ann', read)).toContain('long long');
  expect(await ask('bob', read)).toContain('resource not found');
  engine.close();
  await kept.close();
});
