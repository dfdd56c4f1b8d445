import type { JsonObject } from '@sigil/core';
import type { CatalogSource } from '@sigil/core/catalog';
import { openMemoryStore } from '@sigil/plugin-host';
import { expect, test } from 'vitest';
import { openCidReader } from './cid-reader.js';
import { loadMcps } from './load-mcps.js';
import { openServers, type ServersEnvironment } from './open-servers.js';
import { callIn, listedIn, pluginOf, sourceOf, toolOf } from './servers.test-support.js';

const plugins = new Map<string, CatalogSource>([
  ['a', pluginOf({ tools: [toolOf('run', 'from a', { annotations: { readOnlyHint: true } })] })],
  ['b', pluginOf({ tools: [toolOf('run', 'from b')] })],
]);

async function open(
  mcps: JsonObject,
  { optedOut = [] as string[], ...more }: Partial<ServersEnvironment> & { optedOut?: string[] } = {},
) {
  const reports: string[] = [];
  const contents = openCidReader(openMemoryStore());
  const servers = await openServers(await loadMcps(mcps, contents), {
    plugins: new Map([...plugins].map(([name, plugin]) => [name, { plugin, isDiscovered: !optedOut.includes(name) }])),
    contents,
    profile: 'default',
    report: (problem) => reports.push(problem),
    ...more,
  });
  const source = (name: string): CatalogSource => servers.all.get(name)!.source;
  return { servers, reports, source, names: [...servers.all.keys()] };
}

test('each plugin that is not configured is a server of its own', async () => {
  const { names, source } = await open({ z: { plugin: 'a', tools: { run: {} } } });

  expect(names).toEqual(['b', 'z']);
  expect(await callIn(source('z'), 'run')).toBe('from a');
});

test('a plugin that opted out is a server only where it is configured', async () => {
  expect((await open({}, { optedOut: ['a'] })).names).toEqual(['b']);
  expect((await open({ a: {} }, { optedOut: ['a'] })).names).toEqual(['a', 'b']);
});

test('a disabled server is not opened and cannot be included', async () => {
  const { names, reports } = await open({ a: { enabled: false }, c: { include: [{ server: 'a' }, { server: 'b' }] } });

  expect(names).toEqual(['b', 'c']);
  expect(reports).toEqual(['server "c": "include" names "a", which cannot be included: it is disabled']);
});

test('servers may include each other in any order, but not themselves', async () => {
  const { source, reports } = await open({
    outer: { include: [{ server: 'inner', namespace: 'i' }, { server: 'outer' }] },
    inner: {
      include: [
        { server: 'a', namespace: 'x' },
        { server: 'b', namespace: 'y' },
      ],
    },
    round: { include: [{ server: 'about' }, { server: 'b' }] },
    about: { include: [{ server: 'round' }] },
  });

  expect(listedIn(source('outer'))).toEqual(['i.x.run', 'i.y.run']);
  expect(await callIn(source('outer'), 'i.y.run')).toBe('from b');
  expect(listedIn(source('round'))).toEqual(['run']);
  expect(reports.toSorted()).toEqual([
    'server "about": "include" names "round", which cannot be included: it includes "about" in its turn',
    'server "outer": "include" names "outer", which cannot be included: it is this server itself',
    'server "round": "include" names "about", which cannot be included: it includes "round" in its turn',
  ]);
});

test('a server that cannot be included is reported with the nearest name, or as refused', async () => {
  const { reports } = await open({
    outer: { include: [{ server: 'inward' }, { server: 'broken' }] },
    inwards: {},
    broken: { include: 7 },
  });

  expect(reports.filter((it) => it.includes('names'))).toEqual([
    'server "outer": "include" names "inward", which cannot be included: it is no server here. Did you mean "inwards"?',
    'server "outer": "include" names "broken", which cannot be included: it is refused, as told of it',
  ]);
});

test('the profile readonly offers only tools that declare themselves read-only', async () => {
  const { source } = await open({}, { profile: 'readonly' });

  expect(listedIn(source('a'))).toEqual(['run']);
  expect(listedIn(source('b'))).toEqual([]);
});

test('invalid configurations are refused and reported per server', async () => {
  const { names, servers, reports } = await open({ a: { tols: {} }, b: 'text' });

  expect(names).toEqual([]);
  expect([...servers.refused.keys()]).toEqual(['a', 'b']);
  expect(reports).toEqual([
    'server "a" is refused: server "a": there is no "tols". Did you mean "tools"?',
    'server "b" is refused: server "b": expected an object with a "config_cid"',
  ]);
});

test('access rules apply in each server and in servers that include it', async () => {
  const rule = { kind: 'tools', pattern: 'run', scopes: ['a'], claims: new Map() } as const;
  const outer = { include: [{ server: 'a', namespace: 'x' }] };

  const { source, reports } = await open(
    { a: { plugin: 'a', tools: { run: {} } }, outer },
    { access: { access: [rule], visibility: 'all' } },
  );

  expect(reports).toEqual([]);
  expect(source('a').current().findTool('run')?.scopes).toEqual(['a']);
  expect(source('b').current().findTool('run')?.scopes).toEqual(['a']);
  expect(source('outer').current().findTool('x.run')?.scopes).toEqual(['a']);
});

test('access rules are checked once the lists of every upstream have been read', async () => {
  const upstream = pluginOf({ isPending: true });
  const rule = { kind: 'tools', scopes: ['x'], claims: new Map() } as const;
  const access = [
    { ...rule, pattern: 'far' },
    { ...rule, pattern: 'fra' },
  ];

  const { reports } = await open(
    { f: { remote: { url: 'http://a.example/mcp' } } },
    { access: { access, visibility: 'all' }, openRemote: () => upstream },
  );
  const before = [...reports];
  upstream.replaceWith(sourceOf({ tools: [toolOf('far')] }));
  upstream.replaceWith(sourceOf({ tools: [toolOf('far'), toolOf('away')] }));

  expect(before).toEqual([]);
  expect(reports).toEqual(['"auth.access.tools": "fra" names nothing that is served. Did you mean "far"?']);
});

test('an access rule that matches nothing is reported with the nearest name', async () => {
  const ruleOf = (kind: 'tools' | 'resources', pattern: string) => ({
    kind,
    pattern,
    scopes: ['a'],
    claims: new Map(),
  });
  const access = [ruleOf('tools', 'rnu'), ruleOf('tools', 'r*'), ruleOf('resources', 'run')];

  const { reports } = await open({}, { access: { access, visibility: 'all' } });

  expect(reports).toEqual([
    '"auth.access.tools": "rnu" names nothing that is served. Did you mean "run"?',
    '"auth.access.resources": "run" names nothing that is served',
  ]);
});
