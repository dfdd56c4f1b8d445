import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeClientModule } from '@sigil/contracts';
import type { JsonObject } from '@sigil/core';
import { buildCatalog, fixedSource, type Components } from '@sigil/core/catalog';
import { createEngine, revisions } from '@sigil/core/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectInMemory } from './connect-in-memory.js';
import type { McpClient } from './mcp-client.js';

/** The parameter of the generated module, and the members of its client that this test calls. */
interface Caller {
  callTool(params: { name: string; arguments: JsonObject }): Promise<unknown>;
  readResource(params: { uri: string }): Promise<unknown>;
  getPrompt(params: { name: string; arguments: Record<string, string> }): Promise<unknown>;
}
interface Weather {
  forecast(input: { city: string }): Promise<unknown>;
  stations(): Promise<unknown>;
  resources: { reading(input: { station: string }): Promise<unknown> };
  prompts: { packing(input: { city: string }): Promise<unknown> };
}

const inputSchema = { type: 'object' };
const cities = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

function answer(value: JsonObject | string[]): Awaited<ReturnType<Components['tools'][number]['run']>> {
  const json = JSON.stringify(value);
  return { kind: 'result', content: [{ type: 'text', text: json }], structuredJson: json, isError: false };
}

const components: Components = {
  tools: [
    {
      definition: { name: 'forecast', inputSchema: cities, outputSchema: cities },
      run: async ({ city }) => answer({ city: String(city) }),
    },
    {
      definition: { name: 'stations', inputSchema, outputSchema: { type: 'array', items: { type: 'string' } } },
      run: async () => answer(['Blindern']),
    },
  ],
  resources: [],
  resourceTemplates: [
    {
      definition: { name: 'reading', uriTemplate: 'weather://{station}/now' },
      read: async (uri, { station }) => ({ kind: 'result', contents: [{ uri, text: String(station) }] }),
    },
  ],
  prompts: [
    {
      definition: { name: 'packing', arguments: [{ name: 'city', required: true }] },
      get: async ({ city }) => {
        return { kind: 'result', messages: [{ role: 'user', content: { type: 'text', text: String(city) } }] };
      },
    },
  ],
};

const home = fileURLToPath(new URL('../../out-tsc/', import.meta.url));
let folder: string;
let open: (client: Caller) => Weather;

beforeAll(async () => {
  const definitions = <Item extends { readonly definition: object }>(items: readonly Item[]): Item['definition'][] =>
    items.map(({ definition }) => definition);
  const text = writeClientModule({
    server: 'weather',
    tools: definitions(components.tools) as never,
    resources: [],
    resourceTemplates: definitions(components.resourceTemplates) as never,
    prompts: definitions(components.prompts) as never,
  });
  mkdirSync(home, { recursive: true });
  folder = mkdtempSync(join(home, 'typed-client-'));
  writeFileSync(join(folder, 'client.ts'), text);
  const module = (await import(/* @vite-ignore */ join(folder, 'client.ts'))) as { weatherClient: typeof open };
  open = module.weatherClient;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Adapts a test client to the interface that a generated client needs. */
function callerOf(client: McpClient): Caller {
  return {
    callTool: (params) => client.callTool(params.name, params.arguments),
    readResource: async ({ uri }) => ({ contents: await client.readResource(uri) }),
    getPrompt: async (params) => ({ messages: await client.getPrompt(params.name, params.arguments) }),
  };
}

describe.each(revisions.map(({ date }) => date))('a generated client in %s', (revision) => {
  test('returns the results of tools, resources and prompts', async () => {
    const source = fixedSource(buildCatalog(components));
    const engine = createEngine({ info: { name: 'weather', version: '1.0.0' }, source });
    const client = await connectInMemory(engine, { revision });
    const weather = open(callerOf(client));

    const answers = [
      await weather.forecast({ city: 'Oslo' }),
      await weather.stations(),
      await weather.resources.reading({ station: 'a/b' }),
      await weather.prompts.packing({ city: 'Bergen' }),
    ];

    expect(answers).toMatchObject([
      { city: 'Oslo' },
      ['Blindern'],
      [{ uri: 'weather://a%2Fb/now', text: 'a/b' }],
      { messages: [{ role: 'user', content: { text: 'Bergen' } }] },
    ]);
    await client.close();
    engine.close();
  });
});
