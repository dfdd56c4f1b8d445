import { expect, test } from 'vitest';
import { openCidReader } from '../../src/servers/cid-reader.js';
import { loadMcps, type Mcps } from '../../src/servers/load-mcps.js';
import { openCountingStore, openFacility } from './facility.test-support.js';

const store = openCountingStore();

function load(mcps: Parameters<typeof loadMcps>[0], contents = openCidReader(store)): Promise<Mcps> {
  return loadMcps(mcps, contents);
}

test.each(['', '{}'])('T1.1 an empty mcps variable (%j) configures nothing', async (text) => {
  const mcps = await load(text);

  expect(mcps.names).toEqual([]);
});

test('T1.2 a valid mcps variable, as text or as an object, is the configuration', async () => {
  const map = { echo: { description: 'says it again', enabled: false } };

  for (const given of [map, JSON.stringify(map)]) {
    const mcps = await load(given);

    expect(mcps.names).toEqual(['echo']);
    await expect(mcps.resolve('echo')).resolves.toMatchObject({ description: 'says it again', enabled: false });
  }
});

test('T1.3 an mcps variable that is a CID is read from the store', async () => {
  const mcps = await load(await store.putJson({ echo: { description: 'kept' } }));

  await expect(mcps.resolve('echo')).resolves.toMatchObject({ name: 'echo', description: 'kept' });
});

test.each([
  ['malformed JSON', '{"echo": ', 'mcps: line 1, column 9: expected a value, got the end of the file'],
  ['JSON that is no object', '[]', 'mcps: expected a JSON object of server names, got other JSON'],
  ['a CID that nothing is kept under', 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy', 'mcps: '],
])('T1.4 %s is rejected instead of falling back to a default', async (_what, text, words) => {
  await expect(load(text)).rejects.toThrow(words);
});

test('T1.5 a server that is not in the map has the empty configuration', async () => {
  const mcps = await load({ other: {} });

  await expect(mcps.resolve('echo')).resolves.toEqual({
    name: 'echo',
    description: '',
    enabled: true,
    autoDiscover: true,
    tools: {},
    resources: {},
    prompts: {},
    include: [],
    variables: {},
    limits: {},
  });
});

test('T1.6 a config_cid is resolved, and members beside it override it', async () => {
  const cid = await store.putJson({ description: 'from the file', tools: { echo: { description: 'Echo' } } });

  const mcps = await load({ echo: { config_cid: cid, description: 'from the map' } });

  await expect(mcps.resolve('echo')).resolves.toMatchObject({
    description: 'from the map',
    tools: { echo: { description: 'Echo' } },
    autoDiscover: false,
  });
});

test('T1.7 a config_cid inside a configuration is resolved, with its transforms', async () => {
  const transform = await store.putText('export const none = () => [];');
  const base = await store.putJson({ description: 'base', tools_transform_cid: transform });

  const mcps = await load({ echo: { config_cid: await store.putJson({ config_cid: base, auto_discover: true }) } });

  await expect(mcps.resolve('echo')).resolves.toMatchObject({
    description: 'base',
    autoDiscover: true,
    toolsTransformCid: transform,
  });
});

test.each(['config_cid', 'tools_transform_cid'])(
  'T1.8 a server whose %s cannot be resolved is refused, and the others are available',
  async (member) => {
    const gone = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy';

    const facility = await openFacility({
      broken: { [member]: gone },
      sound: { resources: { a: { uri: 'a:b', text: '' } } },
    });

    expect([...facility.servers.all.keys()]).toEqual(['sound']);
    expect(facility.servers.refused.get('broken')).toEqual([
      expect.stringContaining(`server "broken": "${member}" cannot be resolved`),
    ]);
    expect(facility.reports).toHaveLength(1);
  },
);

test('T1.9 a configuration that was resolved is not read from the store again', async () => {
  const contents = openCidReader(store);
  const map = { echo: { config_cid: await store.putJson({ description: 'read once' }) } };

  await (await load(map, contents)).resolve('echo');
  const readsBefore = store.reads.length;
  const again = await (await load(map, contents)).resolve('echo');

  expect(again.description).toBe('read once');
  expect(store.reads).toHaveLength(readsBefore);
});
