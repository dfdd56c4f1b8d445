/** The extensions that a client declares, as a server of either era receives them. */
import type { JsonObject } from '@sigil/core';
import { buildCatalog, fixedSource, type PublishedTool } from '@sigil/core/catalog';
import { createEngine, openConversation } from '@sigil/core/engine';
import { expect, onTestFinished, test } from 'vitest';
import { connect, type ConnectOptions } from '../src/index.js';

const views = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };

/** Returns the capabilities that a tool of a server sees of its client. */
async function declared(options: Partial<ConnectOptions>): Promise<JsonObject> {
  const seen: JsonObject[] = [];
  const tool: PublishedTool = {
    definition: { name: 'look', inputSchema: { type: 'object' } },
    run: async (_input, { clientCapabilities }) => {
      seen.push(clientCapabilities);
      return { kind: 'result', content: [], isError: false };
    },
  };
  const catalog = buildCatalog({ tools: [tool], resources: [], resourceTemplates: [], prompts: [] });
  const engine = createEngine({ info: { name: 'sky', version: '1' }, source: fixedSource(catalog) });
  const client = await connect(
    {
      open({ receive }) {
        const conversation = openConversation(engine, { send: async ({ json }) => receive(json) });
        return {
          send: (text) => void conversation.receive(text),
          close: async () => conversation.close(),
        };
      },
    },
    { name: 'tests', version: '1', ...options },
  );
  onTestFinished(() => client.close());
  await client.callTool('look', {});
  return seen[0]!;
}

test.each(['2025-06-18', '2025-11-25', '2026-07-28'])(
  'a server of %s receives them beside the capabilities',
  async (revision) => {
    const questions = { elicit: () => ({ action: 'cancel' as const }) };

    expect(await declared({ revision, questions, extensions: views })).toEqual({
      elicitation: expect.any(Object),
      extensions: views,
    });
    expect(await declared({ revision, questions })).toEqual({ elicitation: expect.any(Object) });
  },
);

test('they are added to those among explicit capabilities', async () => {
  const capabilities = { sampling: {}, extensions: { 'com.example/a': {} } };

  expect(await declared({ capabilities, extensions: views })).toEqual({
    sampling: {},
    extensions: { 'com.example/a': {}, ...views },
  });
});
