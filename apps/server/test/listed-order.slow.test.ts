/**
 * Checks that every bundled server, and `all`, lists the components of a plugin in the order of its source.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type ServerProcess } from './built-server.test-support.js';
import { peerKinds } from './real-peers.test-support.js';

const names = ['data', 'date', 'echo', 'jq', 'markdown', 'sql'];
const kinds = ['tools', 'resources', 'resourceTemplates', 'prompts'] as const;
type Lists = Readonly<Record<(typeof kinds)[number], readonly string[]>>;

/** Returns the names in each list; for resources the `uri`, which `all` leaves unchanged. */
async function listsOf(server: string): Promise<Lists> {
  const peer = await peerKinds[0]!.connect({ endpoint: `${running.url}/mcp/${server}` });
  const { client } = peer;
  const [tools, resources, templates, prompts] = await Promise.all([
    client.listTools(),
    client.listResources(),
    client.listResourceTemplates(),
    client.listPrompts(),
  ]);
  await peer.close();
  return {
    tools: tools.tools.map(({ name }) => name),
    resources: resources.resources.map(({ uri }) => uri),
    resourceTemplates: templates.resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    prompts: prompts.prompts.map(({ name }) => name),
  };
}

async function declaredBy(plugin: string): Promise<Lists> {
  const file = fileURLToPath(new URL(`../plugins/${plugin}/dist/manifest.json`, import.meta.url));
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, readonly Record<string, string>[]>;
  const keys = { tools: 'name', resources: 'uri', resourceTemplates: 'uriTemplate', prompts: 'name' };
  const lists = kinds.map((kind) => [kind, manifest[kind]!.map((component) => component[keys[kind]]!)]);
  return Object.fromEntries(lists) as Lists; // one entry for each kind
}

let running: ServerProcess;
beforeAll(async () => {
  running = await startServer();
}, 60_000);
afterAll(() => running.stop());

test.each(names)('/mcp/%s lists what its plugin declares first, in declared order', async (name) => {
  const declared = await declaredBy(name);

  const listed = await listsOf(name);

  for (const kind of kinds) expect(listed[kind].slice(0, declared[kind].length)).toEqual(declared[kind]);
});

test('/mcp/all lists one server after another, each in its own order', async () => {
  const each = await Promise.all(names.map(async (name) => ({ name, lists: await listsOf(name) })));

  const all = await listsOf('all');

  for (const kind of ['tools', 'prompts'] as const) {
    expect(all[kind]).toEqual(each.flatMap(({ name, lists }) => lists[kind].map((it) => `${name}_${it}`)));
  }
  for (const { lists } of each) {
    expect(all.resources.filter((uri) => lists.resources.includes(uri))).toEqual(lists.resources);
  }
});
