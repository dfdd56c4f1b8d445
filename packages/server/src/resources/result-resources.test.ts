import type { JsonObject } from '@sigil/core';
import { buildCatalog, fixedSource, type PublishedTool } from '@sigil/core/catalog';
import { createEngine, openConversation, type Outgoing, type Principal } from '@sigil/core/engine';
import { openMemoryStore } from '@sigil/plugin-host';
import { connectInMemory } from '@sigil/testing';
import { callOf, gate, modernRequest, textResult, toolOf } from '@sigil/testing/transports';
import { expect, test } from 'vitest';
import { openKeptResults } from './keep-large-results.js';
import { addResultResources } from './result-resources.js';

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
  const source = addResultResources(fixedSource(catalog), 'all', kept);
  const engine = createEngine({ info: { name: 'all', version: '1' }, source, keepLargeResult: kept.of('all').keep });
  const client = await connectInMemory(engine, { revision: '2026-07-28' });

  const { content } = await client.callTool('report');

  const [, link] = content;
  const uri = link?.type === 'resource_link' ? link.uri : '';
  expect(await client.readResource(uri)).toEqual([{ uri, mimeType: 'text/plain', text }]);
  engine.close();
  await kept.close();
});

/** Keeps the results of one long tool, and sends requests of callers. */
function reportingServer(guard: Pick<PublishedTool, 'scopes' | 'permits'>, showsOnlyAllowed = false) {
  const kept = openKeptResults(openMemoryStore());
  const long = toolOf('report', async () => textResult('long '.repeat(1_000)));
  const tools = [{ ...long, limits: { maxResultBytes: 500 }, ...guard }];
  const catalog = buildCatalog({ tools, resources: [], resourceTemplates: [], prompts: [], showsOnlyAllowed });
  const source = addResultResources(fixedSource(catalog), 'all', kept);
  const engine = createEngine({ info: { name: 'all', version: '1' }, source, keepLargeResult: kept.of('all').keep });
  return {
    async ask(caller: Partial<Principal>, message: JsonObject): Promise<string> {
      const sent: string[] = [];
      const ended = gate();
      const send = ({ kind, json }: Outgoing): undefined => {
        sent.push(json);
        if (kind === 'response') ended.open();
      };
      const principal = { id: 'ann', issuer: 'https://id.example', scopes: [], claims: {}, ...caller };
      void openConversation(engine, { send }, { principal }).receive(JSON.stringify(message));
      await ended.opened;
      return sent.join();
    },
    async close() {
      engine.close();
      await kept.close();
    },
  };
}

const uriIn = (answer: string): string => /cid:[^"\\ ]+/.exec(answer)?.[0] ?? '';

test('a kept result cannot be read by another caller', async () => {
  const server = reportingServer({});

  const uri = uriIn(await server.ask({ id: 'ann' }, callOf(1, 'report')));
  const read = modernRequest(2, 'resources/read', { uri });

  expect(await server.ask({ id: 'ann' }, read)).toContain('long long');
  expect(await server.ask({ id: 'bob' }, read)).toContain('resource not found');
  await server.close();
});

test.each<[string, Pick<PublishedTool, 'scopes' | 'permits'>, string]>([
  ['lacks the scope of its tool', { scopes: ['reports'] }, 'this needs the scope reports'],
  ['a rule of the operator refuses', { permits: ({ scopes }) => scopes.includes('reports') }, 'you may not use this'],
])('a kept result cannot be read with a token of its caller that %s', async (_case, guard, refusal) => {
  const server = reportingServer(guard);

  const uri = uriIn(await server.ask({ scopes: ['reports'] }, callOf(1, 'report')));
  const [whole, part] = [uri, `${uri}/1`].map((it) => modernRequest(2, 'resources/read', { uri: it }));

  expect(await server.ask({ scopes: ['reports'] }, whole!)).toContain('long long');
  for (const read of [whole!, part!]) expect(await server.ask({}, read)).toContain(refusal);
  await server.close();
});

test('a kept result of a hidden tool is not found', async () => {
  const server = reportingServer({ scopes: ['reports'] }, true);

  const uri = uriIn(await server.ask({ scopes: ['reports'] }, callOf(1, 'report')));
  const read = modernRequest(2, 'resources/read', { uri });

  expect(await server.ask({ scopes: ['reports'] }, read)).toContain('long long');
  expect(await server.ask({}, read)).toContain('resource not found');
  await server.close();
});
