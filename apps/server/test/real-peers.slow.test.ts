import { validateTranscript } from '@sigil/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type ServerProcess } from './built-server.test-support.js';
import { peerKinds, type Peer, type Place } from './real-peers.test-support.js';

let server: ServerProcess;
let peer: Peer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

describe.each(peerKinds)('$name', ({ connect, revision }) => {
  describe.each([
    ['over HTTP', (mount: string): Place => ({ endpoint: `${server.url}/mcp/${mount}` })],
    ['over stdio', (mount: string): Place => ({ mount })],
  ])('%s', (_way, placeOf) => {
    afterEach(async () => {
      const transcript = await peer.transcript();
      await peer.close();
      expect(transcript.some((line) => line.from === 'server')).toBe(true);
      expect(validateTranscript(revision, transcript)).toEqual([]);
    });

    test('lists and calls a tool', async () => {
      peer = await connect(placeOf('echo'));

      const { tools } = await peer.client.listTools();
      const result = await peer.client.callTool({ name: 'echo', arguments: { message: 'hello' } });

      expect(tools.map((tool) => tool.name)).toContain('echo');
      expect(result.content).toEqual([{ type: 'text', text: 'hello' }]);
    });

    test('gets a structured result that matches the listed schema', async () => {
      peer = await connect(placeOf('sql'));

      // The SDK's client itself validates the structured result against the listed schema.
      await peer.client.listTools();
      const result = await peer.client.callTool({
        name: 'query_database',
        arguments: { table: await firstTable(peer), limit: 2 },
      });

      expect(result.isError).toBe(false);
      expect(result.structuredContent).toBeDefined();
    });

    test('reads a resource and a templated resource', async () => {
      peer = await connect(placeOf('sql'));

      const { resources } = await peer.client.listResources();
      const { resourceTemplates } = await peer.client.listResourceTemplates();
      const read = await peer.client.readResource({ uri: `sql://tables/${await firstTable(peer)}` });

      expect(resources.map((resource) => resource.uri)).toContain('sql://tables');
      expect(resourceTemplates.map((template) => template.uriTemplate)).toContain('sql://tables/{table}');
      expect(read.contents[0]).toMatchObject({ mimeType: 'application/json' });
    });

    test('gets a prompt', async () => {
      peer = await connect(placeOf('markdown'));

      const { prompts } = await peer.client.listPrompts();
      const first = prompts[0]!;
      const given = Object.fromEntries(
        (first.arguments ?? []).filter((it) => it.required).map((it) => [it.name, 'a text']),
      );
      const { messages } = await peer.client.getPrompt({ name: first.name, arguments: given });

      expect(messages[0]).toMatchObject({ role: 'user' });
    });

    test('finds the tools of every plugin in the mount "all" under their namespaces', async () => {
      peer = await connect(placeOf('all'));

      const { tools } = await peer.client.listTools();
      const result = await peer.client.callTool({ name: 'jq_query', arguments: { filter: '.a', json: '{"a": 5}' } });

      const names = tools.map((tool) => tool.name);
      const ofPlugins = ['data_query', 'date_now', 'echo_echo', 'jq_query', 'markdown_convert', 'sql_query_database'];
      expect(names).toEqual(expect.arrayContaining(ofPlugins));
      expect(JSON.stringify(result.content)).toContain('5');
    });
  });
});

async function firstTable({ client }: Peer): Promise<string> {
  const { contents } = await client.readResource({ uri: 'sql://tables' });
  const text = contents[0] && 'text' in contents[0] ? contents[0].text : '[]';
  const found = /"(?:name|table)":\s*"(\w+)"/.exec(text);
  if (!found) throw new Error(`no table in ${text}`);
  return found[1]!;
}
