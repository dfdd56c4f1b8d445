import type { Context, JsonObject } from '@sigil/core';
import { buildCatalog, fixedSource, type PublishedResourceTemplate, type PublishedTool } from '@sigil/core/catalog';
import { openMemoryStore } from '@sigil/plugin-host';
import { describe, expect, test } from 'vitest';
import { callIn, listedIn, pluginOf, readIn, resourceOf, serverOf, sourceOf, toolOf } from './servers.test-support.js';

const citySchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

function templateOf(uriTemplate: string, text: string): PublishedResourceTemplate {
  return {
    definition: { uriTemplate, name: uriTemplate },
    read: (uri) => Promise.resolve({ kind: 'result', contents: [{ uri, text }] }),
  };
}

describe('tools', () => {
  test('a configured tool overrides the discovered one with the same name', async () => {
    const plugin = pluginOf({ tools: [toolOf('a', 'from a'), toolOf('b', 'from b', { title: 'B' })] });

    const { source } = await serverOf({ auto_discover: true, tools: { b: { description: 'told' } } }, plugin);

    expect(listedIn(source)).toEqual(['a', 'b']);
    expect(source.current().tools[1]?.definition).toEqual({
      name: 'b',
      title: 'B',
      description: 'told',
      inputSchema: { type: 'object' },
    });
    expect(await callIn(source, 'b')).toBe('from b');
  });

  test.each([
    ['wx.forecast', 'wx_forecast'],
    ['wx_forecast', 'wx.forecast'],
  ])('a tool configured as %s overrides %s, which is not listed a second time', async (written, name) => {
    const plugin = pluginOf({ tools: [toolOf(name, 'sunny')] });

    const { source } = await serverOf({ auto_discover: true, tools: { [written]: { description: 'told' } } }, plugin);

    expect(source.current().tools).toMatchObject([{ definition: { name, description: 'told' } }]);
    expect(await callIn(source, written)).toBe('sunny');
  });

  test('without auto_discover only configured tools are listed and callable', async () => {
    const plugin = pluginOf({
      tools: [toolOf('a', 'from a'), toolOf('b', 'from b')],
      resources: [resourceOf('x:1', '1')],
    });

    const { source } = await serverOf({ tools: { shown: { runs: 'a' } } }, plugin);

    expect(listedIn(source)).toEqual(['shown']);
    expect(await callIn(source, 'shown')).toBe('from a');
    expect(await callIn(source, 'a')).toBeUndefined();
    expect(await callIn(source, 'b')).toBeUndefined();
    expect(await readIn(source, 'x:1')).toBeUndefined();
  });

  test('a tool without an implementation is reported and not listed', async () => {
    const plugin = pluginOf({ tools: [toolOf('convert')] });

    const { source, reports, problems } = await serverOf({ tools: { covert: { description: '' } } }, plugin);

    expect(listedIn(source)).toEqual([]);
    expect(problems).toEqual([
      'server "tested": tools.covert: there is no tool "covert" to run. Did you mean "convert"?',
    ]);
    expect(reports).toEqual(problems);
  });

  test('arguments are checked against the schema of the configuration before the plugin sees them', async () => {
    const plugin = pluginOf({ tools: [toolOf('a')] });

    const { source } = await serverOf({ tools: { a: { inputSchema: citySchema } } }, plugin);

    expect(await callIn(source, 'a', {})).toBe('[{"path":"city","expected":"given","received":"nothing"}]');
    expect(await callIn(source, 'a', { city: 'Rome' })).toBe('{"city":"Rome"}');
  });

  test('a tool with rules takes the place of the one that it runs, which callers could call around them', async () => {
    const find = toolOf('find', undefined, { inputSchema: { type: 'object', properties: { q: {}, key: {} } } });
    const plugin = pluginOf({ tools: [find, toolOf('other')] });
    const search = { runs: 'find', arguments: { key: { constant: 'k1' }, q: { name: 'query' } } };

    const alone = await serverOf({ auto_discover: true, tools: { search } }, plugin);
    const beside = await serverOf({ auto_discover: true, tools: { search, find: {} } }, plugin);

    expect(listedIn(alone.source)).toEqual(['search', 'other']);
    expect(await callIn(alone.source, 'find', { key: 'mine' })).toBeUndefined();
    expect(await callIn(alone.source, 'search', { query: 'a' })).toBe('{"q":"a","key":"k1"}');
    expect(listedIn(beside.source)).toEqual(['find', 'search', 'other']);
  });

  test('a tool whose rules do not fit is hidden under both names, or callers could call it without the rules', async () => {
    const find = toolOf('find', undefined, { inputSchema: { type: 'object', properties: { q: {} } } });
    const search = { runs: 'find', arguments: { key: { constant: 'k1' } } };
    const plugin = pluginOf({ tools: [find, toolOf('other')] });

    const alone = await serverOf({ auto_discover: true, tools: { search } }, plugin);
    const beside = await serverOf({ auto_discover: true, tools: { search, find: {} } }, plugin);

    expect(listedIn(alone.source)).toEqual(['other']);
    expect(await callIn(alone.source, 'find', { key: 'mine' })).toBeUndefined();
    expect(alone.problems).toEqual(['server "tested": tools.search: arguments.key: the tool has no such argument']);
    expect(listedIn(beside.source)).toEqual(['find', 'other']);
  });

  test('rules follow the lists of their tool: one that no longer fits is reported, and its tool is hidden', async () => {
    const before = toolOf('find', undefined, { inputSchema: { type: 'object', properties: { key: {} } } });
    const after = toolOf('find', undefined, { inputSchema: { type: 'object', properties: { apiKey: {} } } });
    const plugin = pluginOf({ tools: [before] });
    const server = await serverOf(
      { auto_discover: true, tools: { find: { arguments: { key: { constant: 'k1' } } } } },
      plugin,
    );

    expect(server.problems).toEqual([]);
    plugin.replaceWith(sourceOf({ tools: [after] }));
    expect(listedIn(server.source)).toEqual([]);
    expect(server.problems).toEqual([
      'server "tested": tools.find: arguments.key: the tool has no such argument. Did you mean "apiKey"?',
    ]);
    expect(server.reports).toEqual(server.problems);

    plugin.replaceWith(sourceOf({ tools: [before] }));
    expect(await callIn(server.source, 'find', {})).toBe('{"key":"k1"}');
    expect(server.problems).toEqual([]);
  });

  test('a constant from a variable is read when the server opens, and without it the tool is not offered', async () => {
    const find = toolOf('find', undefined, { inputSchema: { type: 'object', properties: { key: {} } } });
    const tools = { find: { arguments: { key: { constant: '${KEY}' } } } };
    const open = (readVariable: (name: string) => string | undefined): ReturnType<typeof serverOf> =>
      serverOf({ tools }, pluginOf({ tools: [find] }), { readVariable });

    const opened = await open((name) => (name === 'KEY' ? 'k1-value' : undefined));
    const closed = await open(() => undefined);

    expect(await callIn(opened.source, 'find', {})).toBe('{"key":"[redacted]"}');
    expect(listedIn(closed.source)).toEqual([]);
    expect(closed.problems).toEqual([
      'server "tested": tools.find: arguments: "key.constant" names the variable KEY, which is not set',
    ]);
  });

  test('a search finds a tool with rules by the names that clients see', async () => {
    const find = {
      ...toolOf('find', undefined, { inputSchema: { type: 'object', properties: { key: {} } } }),
      terms: { key: 1 },
    };

    const { source } = await serverOf(
      { tools: { find: { arguments: { key: { name: 'word' } } } } },
      pluginOf({ tools: [find] }),
    );

    expect(source.current().tools[0]).not.toHaveProperty('terms');
  });

  test('reconsider after a swap still rejects arguments that the configured schema rejects', async () => {
    const before = toolOf('a', 'as before');
    const lenient: PublishedTool = {
      ...before,
      reconsider: async (input, _refused, context) => before.run(input, context),
    };
    const { source } = await serverOf({ tools: { a: { inputSchema: citySchema } } }, pluginOf({ tools: [lenient] }));
    const tool = source.current().findTool('a');
    const refused = { kind: 'bad-arguments', problems: [] } as const;

    expect(await tool?.reconsider?.({}, refused, {} as Context)).toBe(refused);
    expect(await tool?.reconsider?.({ city: 'Rome' }, refused, {} as Context)).toMatchObject({ kind: 'result' });
  });

  test('an output schema requires a tool with structured output, and is enforced', async () => {
    const plugin = pluginOf({
      tools: [toolOf('plain'), toolOf('rich', undefined, { outputSchema: { type: 'object' } })],
    });
    const tools = { plain: { outputSchema: citySchema }, rich: { outputSchema: citySchema } };

    const { source, problems } = await serverOf({ tools }, plugin);

    expect(listedIn(source)).toEqual(['rich']);
    expect(problems[0]).toContain('"plain" that it runs answers without structure');
    await expect(callIn(source, 'rich', { city: 1 })).rejects.toThrow('"city" must be a string, got a number');
    await expect(callIn(source, 'rich', { city: 'Rome' })).resolves.toBe('{"city":"Rome"}');
  });

  test('a schema that makes clients drop the tool is reported, and the tool is not listed', async () => {
    const inputSchema = { type: 'object', properties: { a: { type: 'array', 'x-mcp-header': 'A' } } };

    const { source, problems } = await serverOf({ tools: { a: { inputSchema } } }, pluginOf({ tools: [toolOf('a')] }));

    expect(listedIn(source)).toEqual([]);
    expect(problems).toEqual([expect.stringContaining('x-mcp-header')]);
  });

  test('unlisted resources are readable unless resources are chosen or changed by name', async () => {
    const read = async () => ({ kind: 'result', contents: [] }) as const;
    const plugin = pluginOf({ tools: [toolOf('a')], resources: [resourceOf('x://page', 'page')], unlisted: { read } });
    const reads = async (configuration: JsonObject): Promise<boolean> =>
      (await serverOf(configuration, plugin)).source.current().findResource('x://linked') !== undefined;

    expect(await reads({ auto_discover: true })).toBe(true);
    expect(await reads({ auto_discover: true, tools: { b: { runs: 'a' } } })).toBe(true);
    const resources = { page: { uri: 'x://page', description: 'Another.' } };
    expect(await reads({ auto_discover: true, resources })).toBe(false);
    expect(await reads({ auto_discover: false })).toBe(false);
  });

  test('limits apply to the tools that they name, and "*" to all', async () => {
    const limits = { '*': { timeoutMs: 1_000 }, b: { timeoutMs: 5, maxConcurrentCalls: 1 } };

    const { source } = await serverOf({ limits }, pluginOf({ tools: [toolOf('a'), toolOf('b')] }));

    expect(source.current().tools.map((tool) => tool.limits)).toEqual([
      { timeoutMs: 1_000 },
      { timeoutMs: 5, maxConcurrentCalls: 1 },
    ]);
  });

  test('a former name leads to the offered tool, but not to a hidden one', async () => {
    const [now, hidden] = [toolOf('now', 'now'), toolOf('hidden', 'hidden')];
    const former = (name: string, tool: PublishedTool) => ({ name, tool, explain: () => 'it was renamed' });
    const plugin = fixedSource(
      buildCatalog({
        tools: [now, hidden],
        resources: [],
        resourceTemplates: [],
        prompts: [],
        formerTools: [former('before', now), former('hidden-before', hidden)],
      }),
    );

    const discovering = await serverOf({ auto_discover: true, tools: { now: { inputSchema: citySchema } } }, plugin);
    const curated = await serverOf({ tools: { now: {} } }, plugin);

    expect(await callIn(discovering.source, 'before')).toContain('"city"');
    expect(await callIn(curated.source, 'hidden-before')).toBeUndefined();
  });
});

describe('resources', () => {
  test('can have text, bytes or content by CID', async () => {
    const store = openMemoryStore();
    const [textCid, bytesCid] = [await store.put(Buffer.from('kept')), await store.put(Uint8Array.of(0xff, 0))];
    const resources = {
      text: { uri: 'a:text', text: 'said', mimeType: 'text/markdown' },
      blob: { uri: 'a:blob', blob: 'AAEC' },
      kept: { uri: 'a:kept', content_cid: textCid },
      bytes: { uri: 'a:bytes', content_cid: bytesCid, name: 'Bytes' },
    };

    const { source } = await serverOf({ resources }, pluginOf({}), { store });

    expect(source.current().resources.map(({ definition }) => definition.name)).toEqual([
      'text',
      'blob',
      'kept',
      'Bytes',
    ]);
    expect(await readIn(source, 'a:text')).toEqual([{ uri: 'a:text', mimeType: 'text/markdown', text: 'said' }]);
    expect(await readIn(source, 'a:blob')).toEqual([{ uri: 'a:blob', blob: 'AAEC' }]);
    expect(await readIn(source, 'a:kept')).toEqual([{ uri: 'a:kept', text: 'kept' }]);
    expect(await readIn(source, 'a:bytes')).toEqual([{ uri: 'a:bytes', blob: '/wA=' }]);
  });

  test('may be kept by clients as their entries say', async () => {
    const cache = { ttlMs: 60_000, scope: 'public' };
    const plugin = pluginOf({ resources: [resourceOf('x:1', 'listed')] });
    const resources = { text: { uri: 'a:text', text: 'said', cache }, one: { uri: 'x:1', cache } };

    const { source } = await serverOf({ resources }, plugin);

    expect(['a:text', 'x:1'].map((uri) => source.current().findResource(uri)?.cache)).toEqual([cache, cache]);
  });

  test('without content come from the plugin, also through a template', async () => {
    const plugin = pluginOf({
      resources: [resourceOf('x:1', 'listed'), resourceOf('x:2', 'hidden')],
      resourceTemplates: [templateOf('x:{id}', 'by template')],
    });
    const resources = { one: { uri: 'x:1', description: 'The first' }, nine: { uri: 'x:9' } };

    const { source } = await serverOf({ resources }, plugin);

    expect(source.current().resources[0]?.definition).toMatchObject({
      description: 'The first',
      mimeType: 'text/plain',
    });
    expect(await readIn(source, 'x:1')).toMatchObject([{ text: 'listed' }]);
    expect(await readIn(source, 'x:9')).toMatchObject([{ text: 'by template' }]);
    expect(await readIn(source, 'x:2')).toBeUndefined();
  });

  const openSchemes = () => ({
    reads: (uri: string) => /^(?:variable|cid):/.test(uri),
    read: (uri: string) => Promise.resolve({ kind: 'result' as const, contents: [{ uri, text: 'by scheme' }] }),
    components: { tools: [], resources: [], resourceTemplates: [templateOf('variable://{name}', 'own')], prompts: [] },
  });

  test('of the server’s own schemes are read by it, and those of unknown schemes are reported', async () => {
    const resources = { variable: { uri: 'variable://a' }, content: { uri: 'cid://a' }, other: { uri: 'other://a' } };

    const { source, problems } = await serverOf({ resources }, pluginOf({}), { openSchemes });

    expect(listedIn(source, 'resources')).toEqual(['variable://a', 'cid://a']);
    expect(await readIn(source, 'variable://a')).toMatchObject([{ text: 'own' }]);
    expect(await readIn(source, 'cid://a')).toMatchObject([{ text: 'by scheme' }]);
    expect(problems).toEqual([expect.stringContaining('resources.other: nothing reads "other://a"')]);
  });

  test('of own schemes are read through their server, but not through one that includes it', async () => {
    const inner = await serverOf({}, pluginOf({ tools: [toolOf('a')] }), { openSchemes });
    const include = [{ server: 'inner' }];

    const outer = await serverOf({ include }, pluginOf({}), { findServer: () => inner.source });

    expect(await readIn(inner.source, 'variable://b')).toMatchObject([{ text: 'own' }]);
    expect(listedIn(outer.source)).toEqual(['a']);
    expect(await readIn(outer.source, 'variable://b')).toBeUndefined();
  });
});

describe('the parts of a server', () => {
  test('include other servers under their namespaces, whatever auto_discover is', async () => {
    const other = sourceOf({ tools: [toolOf('run', 'from the other')] });
    const findServer = (name: string) => (name === 'other' ? other : undefined);
    const include = [{ server: 'other', namespace: 'o' }, { server: 'gone' }];

    const server = await serverOf({ auto_discover: false, include }, pluginOf({ tools: [toolOf('a')] }), {
      findServer,
    });

    expect(listedIn(server.source)).toEqual(['o.run']);
    expect(await callIn(server.source, 'o.run')).toBe('from the other');
    expect(server.problems).toEqual([
      'server "tested": "include" names "gone", which cannot be included: it is no server here',
    ]);
  });

  test.each([{}, { tools: { a: {} } }])(
    'name both servers of an address that two of them have, with %j',
    async (more) => {
      const others = new Map(
        ['one', 'two'].map((name) => [name, sourceOf({ resources: [resourceOf('x:same', name)] })]),
      );
      const include = [{ server: 'one' }, { server: 'two', namespace: 't' }];

      const server = await serverOf({ include, ...more }, pluginOf({ tools: [toolOf('a')] }), {
        findServer: (name) => others.get(name),
      });

      const why =
        'server "tested": the resource "x:same" of the server "two" was left out: the server "one" has the same address; it can be read at /mcp/two';
      expect(server.problems).toEqual([why]);
      expect(server.reports).toEqual([why]);
      expect(await readIn(server.source, 'x:same')).toMatchObject([{ text: 'one' }]);
    },
  );

  test('include a command, which is discovered like the plugin', async () => {
    const openShell = () => ({ tools: [toolOf('ls', 'files')], resources: [], resourceTemplates: [], prompts: [] });
    const plugin = pluginOf({ tools: [toolOf('a')] });

    const open = await serverOf({ shell: {} }, plugin, { openShell });
    const curated = await serverOf({ shell: {}, auto_discover: false, tools: { list: { runs: 'ls' } } }, plugin, {
      openShell,
    });

    expect(listedIn(open.source)).toEqual(['a', 'ls']);
    expect(listedIn(curated.source)).toEqual(['list']);
    expect(await callIn(curated.source, 'list')).toBe('files');
  });

  test('an invalid command and a missing plugin are reported as problems', async () => {
    const openShell = () => {
      throw new Error('"command" must be a text');
    };

    const server = await serverOf({ shell: {}, plugin: 'gone' }, pluginOf({}), { openShell });

    expect(server.problems).toEqual([
      'server "tested": there is no plugin "gone"',
      'server "tested": "shell": "command" must be a text',
    ]);
  });

  test('a server without further settings uses the plugin’s source directly', async () => {
    const plugin = pluginOf({});

    expect((await serverOf({ description: 'plain' }, plugin)).source).toBe(plugin);
  });
});
