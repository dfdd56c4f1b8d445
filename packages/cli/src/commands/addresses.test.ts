/** Resources of a plugin as an author writes it, from its source to a client. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectClient } from '../connect-client.test-support.js';
import { makePlugin, type PluginFolder } from '../plugin-folder.test-support.js';
import { runSigil } from '../run-sigil.js';
import { CapturedTerminal } from '../terminal/captured-terminal.test-support.js';

const source = `
import { Complete, link, McpError, Namespace, Resource, Tool, type ResourceLink } from '@sigil/core';

/** Notes. */
@Namespace('notes')
export class Notes {
  /** All. */
  @Resource('notes://café/all of them')
  all(): string {
    return 'all';
  }

  /** Find some. */
  @Resource('notes://café/find{?q,limit,deep,kind}')
  find(q = 'anything', limit?: number, deep = false, kind: 'a' | 'b' = 'a'): string {
    return JSON.stringify({ q, limit, deep, kind });
  }

  @Complete('notes://caf%C3%A9/find{?q,limit,deep,kind}', 'q')
  words(typed: string): string[] {
    return [typed + '!'];
  }

  /** One. */
  @Resource('notes://café/note/{name}')
  note(name: string): string {
    if (name !== 'there') throw new McpError('resource-not-found', \`no note is called "\${name}"\`);
    return name;
  }

  /** Where they are. */
  @Tool()
  where(): ResourceLink {
    return link('notes://café/all of them');
  }
}
`;

let plugin: PluginFolder;
let captured: CapturedTerminal;
let ended: Promise<number>;
let client: Awaited<ReturnType<typeof connectClient>>['client'];

// Reading changes nothing, so one server answers all tests.
beforeAll(async () => {
  plugin = makePlugin();
  plugin.write('src/greeter.ts', source);
  captured = new CapturedTerminal();
  ended = runSigil(['dev', plugin.path, '--port', '0'], captured.terminal);
  const [, url] = await captured.out.has(/serves .* at (\S+)[^]*Watching for changes; Ctrl\+C ends it\.\n/);
  ({ client } = await connectClient(url!));
});
afterAll(async () => {
  await client.close();
  captured.interrupt();
  await ended;
  plugin.remove();
});

const textOf = async (uri: string): Promise<unknown> => {
  const { contents } = await client.readResource({ uri });
  return contents[0] && 'text' in contents[0] ? contents[0].text : contents;
};

describe('the resources of a plugin', () => {
  test('are read in every spelling of their URI, and linked to in one that clients can parse', async () => {
    const { content } = await client.callTool({ name: 'notes_where', arguments: {} });
    const { resources } = await client.listResources();

    expect(content).toMatchObject([{ type: 'resource_link', uri: 'notes://caf%C3%A9/all%20of%20them' }]);
    expect(resources).toMatchObject([{ uri: 'notes://caf%C3%A9/all%20of%20them' }]);
    for (const uri of [
      'notes://caf%C3%A9/all%20of%20them',
      'notes://café/all of them',
      'NOTES://caf%c3%a9/%61ll of them',
    ])
      expect(await textOf(uri)).toBe('all');
  });

  test('have queries, whose parameters are those of the method', async () => {
    expect(await textOf('notes://café/find')).toBe('{"q":"anything","deep":false,"kind":"a"}');
    expect(await textOf('notes://caf%C3%A9/find?limit=3&kind=b&deep=true&q=a%20%26%20b')).toBe(
      '{"q":"a & b","limit":3,"deep":true,"kind":"b"}',
    );
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'notes://café/find{?q,limit,deep,kind}' },
      argument: { name: 'q', value: 'x' },
    });
    expect(completion.values).toEqual(['x!']);
  });

  test.each([
    ['notes://café/find?limit=many', 'argument "limit" must be a number'],
    ['notes://café/find?kind=c', 'argument "kind" must be'],
    ['notes://café/find?lmit=3', 'has no query parameter "lmit"'],
    ['notes://café/find?q=a&q=b', 'takes the query parameter "q" only once'],
    ['notes://café/note/gone', 'no note is called "gone"'],
    ['notes://café/note/there?q=a', 'resource not found'],
    ['notes://café/note/there#top', 'resource not found'],
    ['notes://café/note/%zz', 'resource not found'],
  ])('are not found at %s, with the reason and the URI', async (uri, why) => {
    const error: unknown = await client.readResource({ uri }).catch((it: unknown) => it);

    expect(error).toMatchObject({ message: expect.stringContaining(why) as string, data: { uri } });
  });
});
