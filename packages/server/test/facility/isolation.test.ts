import type { HostedPlugin } from '@sigil/plugin-host';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostBundled, namesOf, openFacility, type Facility } from './facility.test-support.js';

let plugins: Map<string, HostedPlugin>;
let other: Map<string, HostedPlugin>;
let facility: Facility;

beforeAll(async () => {
  plugins = await hostBundled('echo', 'markdown', 'date');
  other = await hostBundled('echo');
  facility = await openFacility(
    {
      date: { auto_discover: true, prompts: { ask: { template: 'What day is it?' } } },
      curated: { plugin: 'markdown', tools: { convert: {} } },
      shared: { plugin: 'echo' },
      gathered: { include: [{ server: 'curated', namespace: 'c' }] },
    },
    { plugins: new Map([...plugins, ['apart', other.get('echo')!]]) },
  );
});

afterAll(async () => {
  facility.close();
  await Promise.all([...plugins.values(), ...other.values()].map((plugin) => plugin.close()));
});

const notFound = expect.objectContaining({
  message: expect.stringMatching(/no tool|no prompt|not found/) as string,
}) as Error;

describe('isolation between servers', () => {
  test.each([
    ['date', { tool: 'echo', uri: 'echo://last', prompt: 'summarize' }],
    ['shared', { tool: 'now', uri: 'markdown://cheatsheet', prompt: 'ask' }],
    ['curated', { tool: 'now', uri: 'markdown://cheatsheet', prompt: 'summarize' }],
    ['gathered', { tool: 'convert', uri: 'markdown://cheatsheet', prompt: 'c.summarize' }],
  ])('the server %s does not list, run or read %j', async (server, { tool, uri, prompt }) => {
    const client = await facility.connect(server);

    expect(namesOf(await client.listTools())).not.toContain(tool);
    expect((await client.listResources()).map((it) => it['uri'])).not.toContain(uri);
    expect(namesOf(await client.listPrompts())).not.toContain(prompt);
    await expect(client.callTool(tool, { message: '', markdown: '' })).rejects.toEqual(notFound);
    await expect(client.readResource(uri)).rejects.toEqual(notFound);
    await expect(client.getPrompt(prompt)).rejects.toEqual(notFound);
  });

  test('an include adds only what the other server offers of its plugin', async () => {
    const client = await facility.connect('gathered');

    expect(namesOf(await client.listTools())).toEqual(['c.convert']);
    expect((await client.callTool('c.convert', { markdown: '# A' })).content).toMatchObject([{ text: '<h1>A</h1>' }]);
  });
});

test('two servers share an instance only where a configuration gives them the same plugin', async () => {
  const [shared, again, apart] = await Promise.all(['shared', 'shared', 'apart'].map((name) => facility.connect(name)));

  await shared!.callTool('echo', { message: 'for shared' });

  expect(await again!.readResource('echo://last')).toMatchObject([{ text: 'for shared' }]);
  expect(await apart!.readResource('echo://last')).toMatchObject([
    { text: expect.stringContaining('Nothing') as string },
  ]);
});

test('a plugin served by a configured server is not also a server of its own', () => {
  expect([...facility.servers.all.keys()]).toEqual(['apart', 'curated', 'date', 'gathered', 'shared']);
});
