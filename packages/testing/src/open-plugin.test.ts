import { Tool, type Announcer, type Context } from '@sigil/core';
import type { Manifest, PluginModule } from '@sigil/core/building';
import { revisions } from '@sigil/core/engine';
import { beforeEach, describe, expect, test } from 'vitest';
import { connectPlugin, openPlugin, type TestedPlugin } from './open-plugin.js';

const events: string[] = [];
beforeEach(() => void events.splice(0));

class Counter {
  #announcer: Announcer | undefined;
  start(announcer: Announcer): void {
    this.#announcer = announcer;
    events.push('started');
  }
  stop(): void {
    events.push('stopped');
  }
  count(context: Context): string {
    this.#announcer?.listChanged('tools');
    return String(context.clientCapabilities['elicitation'] !== undefined);
  }
  fail(): string {
    throw new TypeError('inside');
  }
}
// Decorators of either kind may be called by hand; this package's tests are compiled with the legacy kind.
for (const name of ['count', 'fail'] as const) Tool()(Counter.prototype, name, {});

const manifest: Manifest = {
  ...{ manifestVersion: 1, plugin: { name: 'counter', version: '1.2.3' }, code: { file: 'plugin.cjs', cid: 'b' } },
  classes: [{ name: 'Counter', file: 'src/counter.ts' }],
  tools: ['count', 'fail'].map((name) => ({
    ...{ name, inputSchema: { type: 'object' }, origin: { class: 'Counter', method: name } },
  })),
  ...{ resources: [], resourceTemplates: [], prompts: [], completions: [] },
};

function pluginOf(
  PluginClass: PluginModule['classes'] extends ReadonlyMap<string, infer One> ? One : never,
): TestedPlugin {
  const withContext = { decode: (_: unknown, context: Context) => [context] };
  return {
    manifest,
    module: {
      ...{ abi: 3, classes: new Map([['Counter', PluginClass]]), configurations: new Map() },
      ...{ tools: new Map(['count', 'fail'].map((name) => [name, withContext])), prompts: new Map() },
      ...{ resources: new Map(), resourceTemplates: new Map() },
    },
  };
}

describe.each(revisions)('in $date', ({ date }) => {
  test('connecting starts the plugin, and closing stops it', async () => {
    const client = await connectPlugin(pluginOf(Counter), { revision: date });

    const { content } = await client.callTool('count');
    const whileOpen = [...events];
    await client.close();

    expect(content).toEqual([{ type: 'text', text: 'false' }]);
    expect([whileOpen, events]).toEqual([['started'], ['started', 'stopped']]);
  });

  test('one client receives a change announced during the call of another', async () => {
    const { connect, close } = await openPlugin(pluginOf(Counter));
    const first = await connect({ revision: date });
    const second = await connect({ revision: date });

    await first.callTool('count');

    expect((await second.nextNotification('notifications/tools/list_changed')).method).toContain('list_changed');
    await Promise.all([first.close(), second.close()]);
    await close();
  });
});

test('a client without a revision speaks the newest one, and knows the name and version of the server', async () => {
  const client = await connectPlugin(pluginOf(Counter), { answers: { elicit: () => ({ action: 'decline' }) } });

  expect(client.server).toMatchObject({ supportedVersions: expect.arrayContaining([revisions.at(-1)!.date]) });
  const serverInfo = { 'io.modelcontextprotocol/serverInfo': { name: 'counter', version: '1.2.3' } };
  expect(client.server).toMatchObject({ _meta: serverInfo });
  expect(await client.callTool('count')).toMatchObject({ content: [{ text: 'true' }] });
  await client.close();
});

test('faults has the error that a method threw', async () => {
  const { connect, faults, close } = await openPlugin(pluginOf(Counter));
  const client = await connect();

  const { content } = await client.callTool('fail');

  expect(JSON.stringify(content)).not.toContain('inside');
  expect(faults).toMatchObject([{ during: 'tool "fail"', error: { message: 'inside' } }]);
  await client.close();
  await close();
});

test('a plugin that fails to start is stopped', async () => {
  class Broken extends Counter {
    override start(): void {
      throw new Error('no');
    }
  }

  await expect(openPlugin(pluginOf(Broken))).rejects.toMatchObject({ code: 'start-failed' });

  expect(events).toEqual(['stopped']);
});

test('a client that fails to connect leaves no plugin running', async () => {
  await expect(connectPlugin(pluginOf(Counter), { revision: '1999-12-31' })).rejects.toThrow('no revision');

  expect(events).toEqual(['started', 'stopped']);
});

test('a client that declares that it shows views reads them, and calls the tools that are for views only', async () => {
  const page = '<!doctype html><title>Count</title>';
  const digest = 'sha256:0';
  const tools = manifest.tools.map((tool) => ({ ...tool, _meta: { ui: { visibility: ['app'] } } }));
  const entries = [{ uri: 'ui://counter/board', name: 'board', size: page.length, digest }];
  const plugin = {
    ...pluginOf(Counter),
    manifest: { ...manifest, tools, views: { file: 'views.bin', cid: 'b', entries } },
    viewFiles: new TextEncoder().encode(page),
  };
  const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };

  const client = await connectPlugin(plugin, { capabilities: { extensions } });
  const other = await connectPlugin(plugin);
  const listed = await Promise.all([client, other].map(async (it) => (await it.listTools()).map(({ name }) => name)));

  expect((await client.readResource('ui://counter/board'))[0]).toMatchObject({ text: page });
  expect((await client.callTool('count')).isError).toBe(false);
  expect(listed).toEqual([['count', 'fail'], []]);
  await Promise.all([client.close(), other.close()]);
});
