import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outcomeOf, pluginsOf, type Files } from './mistakes.test-support.js';

const plugins = pluginsOf('weather', 'payments', 'archive', 'secrets', 'notes', 'public');

/** Closes components in every possible way; `public` is discovered. */
const sound = {
  'mcps.source.json': {
    weather: { config_cid: 'configs/weather.json' },
    payments: { enabled: false },
    archive: { config_cid: 'configs/archive.json', auto_discover: false },
    desk: { config_cid: 'configs/desk.json', limits: { secrets_read: { timeoutMs: 1000 } } },
    office: { plugin: 'notes', tools: { notes_read: { description: 'Reads' } } },
  },
  'configs/weather.json': {
    auto_discover: false,
    tools_transform_cid: 'transforms/only-reading.mjs',
    variables: { unit: 'metric' },
  },
  'configs/archive.json': { tools: { archive_read: {} }, mcp_enabled: true },
  'configs/desk.json': { config_cid: 'configs/base.json', tools: { secrets_read: { title: 'Read' } } },
  'configs/base.json': { plugin: 'secrets', description: 'For the desk' },
  'transforms/only-reading.mjs':
    'export default (_, { tools }) => tools.filter((it) => it.annotations?.readOnlyHint).map(({ name }) => ({ name }));',
};

const reachable = ['archive_read', 'notes_read', 'public_read', 'public_write', 'secrets_read', 'weather_read'];

test('the valid configuration makes exactly the configured tools reachable', async () => {
  const outcome = await outcomeOf(sound, plugins);

  expect([...outcome.reachable].sort()).toEqual(reachable);
  expect(outcome.reports).toEqual([]);
});

/** The sound files with another source, or with some of its members replaced. */
const withSource = (source: JsonObject): Files => ({
  ...sound,
  'mcps.source.json': { ...sound['mcps.source.json'], ...source },
});

describe('a server with a mistake in its configuration', () => {
  test.each<[string, Files, string, string]>([
    ['an unknown member', withSource({ payments: { enabeld: false } }), 'payments', 'there is no "enabeld"'],
    ['a wrong type', withSource({ payments: { enabled: 'false' } }), 'payments', '"enabled" must be true or false'],
    ['an entry that is none', withSource({ payments: false }), 'payments', 'expected an object'],
    ['a file that is not there', withSource({ weather: { config_cid: 'gone.json' } }), 'weather', 'not there'],
    ['a file that is no JSON', { ...sound, 'configs/weather.json': '{\n  "a": ,' }, 'weather', 'line 2, column 8'],
    ['a file of nothing', { ...sound, 'configs/desk.json': '' }, 'desk', 'line 1, column 1: expected a value'],
    [
      'a name that stands twice',
      { ...sound, 'configs/archive.json': '{"tools":{"archive_read":{}},\n"tools":{}}' },
      'archive',
      'line 2, column 1: there is a "tools" before it',
    ],
    [
      'a transform that does not load',
      { ...sound, 'transforms/only-reading.mjs': 'export default (' },
      'weather',
      'transforms/only-reading.mjs: ',
    ],
    [
      'a transform that fails when it is run',
      { ...sound, 'transforms/only-reading.mjs': 'export default () => { throw new Error("no list") };' },
      'weather',
      'no list',
    ],
  ])('is refused because of %s, and the other servers still serve', async (_what, files, server, words) => {
    const own: Readonly<Record<string, string>> = { desk: 'secrets' };

    const outcome = await outcomeOf(files, plugins);

    expect(outcome.refused.get(server)).toEqual(expect.arrayContaining([expect.stringContaining(words)]));
    expect([...outcome.reachable].sort()).toEqual(
      expectedWithout(own[server] ?? server, outcome.refused.has('public')),
    );
  });

  function expectedWithout(plugin: string, isAllWithheld: boolean): string[] {
    return reachable.filter((tool) => !tool.startsWith(plugin) && !(isAllWithheld && tool.startsWith('public')));
  }
});

test('a server that is defined twice is refused, and neither definition applies', async () => {
  const source = '{\n  "payments": { "enabled": false },\n  "payments": {}\n}';

  const outcome = await outcomeOf({ ...sound, 'mcps.source.json': source }, plugins);

  expect(outcome.refused.get('payments')).toEqual([
    'mcps.source.json: line 3, column 3: there is a "payments" before it',
  ]);
  expect([...outcome.reachable].filter((tool) => tool.startsWith('payments'))).toEqual([]);
});

test.each([
  ['is cut', '{ "payments": { "enabled": false }', 'line 1, column 35: expected "," or "}", got the end of the file'],
  ['is no object', '[]', 'expected a JSON object'],
])('a source that %s is rejected as a whole', async (_what, source, words) => {
  const { error } = await outcomeOf({ ...sound, 'mcps.source.json': source }, plugins);

  expect(error).toBe(`mcps.source.json: ${words}`);
});

describe('discovery', () => {
  const toolsOf = async (source: JsonObject, files: Files = {}): Promise<readonly string[]> => {
    const { reachable: tools } = await outcomeOf({ 'mcps.source.json': source, ...files }, plugins);
    return [...tools];
  };

  test('does not serve the plugin that a refused server names', async () => {
    const tools = await toolsOf({ desk: { plugin: 'secrets', tolls: {} } });

    expect(tools.filter((it) => it.startsWith('secrets'))).toEqual([]);
    expect(tools).toContain('public_write');
  });

  test('does not serve the plugin named in the truncated file of a refused server', async () => {
    const files = { 'desk.json': '{ "plugin": "secrets", "tools": {' };

    expect(await toolsOf({ desk: { config_cid: 'desk.json' } }, files)).toEqual([]);
  });

  test('does not serve the plugin that a misspelt member of a refused server names', async () => {
    const tools = await toolsOf({ desk: { plugn: 'secrets' } });

    expect(tools.filter((it) => it.startsWith('secrets'))).toEqual([]);
    expect(tools).toContain('public_write');
  });

  test('does not serve a plugin that a misspelt name may refer to', async () => {
    const tools = await toolsOf({
      paymnets: { enabled: false },
      desk: { plugin: 'secret', tools: { secrets_read: {} } },
    });

    expect(tools.filter((it) => /^(payments|secrets)/.test(it))).toEqual([]);
    expect(tools).toContain('public_write');
  });

  test('serves only plugins it served before while it is unknown which one a refused server uses', async () => {
    const files = { 'mcps.source.json': { desk: { config_cid: 'desk.json' } }, 'desk.json': '{ "plug' };

    const first = await outcomeOf(files, plugins);
    const later = await outcomeOf(files, plugins, { discoveredBefore: new Set(['public']) });

    expect([...first.reachable]).toEqual([]);
    expect([...later.reachable]).toEqual(['public_read', 'public_write']);
    expect(first.refused.get('public')).toEqual([expect.stringContaining('unknown which plugin it is about')]);
  });

  test.each([
    ['in no folder of the source', 'gone.json'],
    ['in a folder that is not there', 'configs/gone.json'],
  ])('T1.8 serves every plugin that nothing mentions if the file of a server is missing, %s', async (_where, path) => {
    const outcome = await outcomeOf({ 'mcps.source.json': { desk: { config_cid: path } } }, plugins);

    expect(outcome.reachable.size).toBe(2 * plugins.size);
    expect([...outcome.refused.keys()]).toEqual(['desk']);
    expect(outcome.refused.get('desk')).toEqual([expect.stringContaining(`"${path}" names a file that is not there`)]);
  });

  test.each([
    ['of the name of its server', 'secret', 'gone.json', 'secrets'],
    ['of a part of the name of its server', 'team-payments', 'gone.json', 'payments'],
    ['of its own name', 'desk', 'configs/notes.json', 'notes'],
    ['of nearly its own name', 'desk', 'configs/archiv.json', 'archive'],
  ])(
    'T1.8 does not serve a plugin %s if the file of a server is missing, and says why',
    async (_w, name, path, plugin) => {
      const outcome = await outcomeOf({ 'mcps.source.json': { [name]: { config_cid: path } } }, plugins);

      const why = `the configuration of server "${name}" is a file that is not there, and by its name may be about the plugin`;
      expect(outcome.refused.get(plugin)).toEqual([`plugin "${plugin}" is not served: ${why}`]);
      expect([...outcome.refused.keys()].sort()).toEqual([name, plugin].sort());
      expect(outcome.reachable.size).toBe(2 * plugins.size - 2);
    },
  );

  test('does not serve a plugin that another file of the folder mentions if the file of a server is missing', async () => {
    const outcome = await outcomeOf(
      {
        'mcps.source.json': { desk: { config_cid: 'configs/dsek.json' } },
        'configs/desk.json': { plugin: 'secrets', auto_discover: false },
        'plugins/public/package.json': { name: 'public' },
        'plugins/public/manifest.json': { plugin: 'public' },
      },
      plugins,
    );

    expect(outcome.refused.get('secrets')).toEqual([expect.stringContaining('another file of its folder mentions')]);
    expect([...outcome.reachable]).toContain('public_write');
  });

  test('serves every other plugin if the missing file is that of a server with a plugin of its name', async () => {
    const outcome = await outcomeOf({ 'mcps.source.json': { payments: { config_cid: 'gone.json' } } }, plugins);

    expect([...outcome.refused.keys()]).toEqual(['payments']);
    expect(outcome.reachable.size).toBe(2 * plugins.size - 2);
  });
});

test('an entry without a plugin name opens no plugin, and a command entry withholds none', async () => {
  const lost = await outcomeOf(withSource({ office: { x: {} } }), plugins);
  const command = await outcomeOf(withSource({ clock: { shell: { command: 'date' }, x: {} } }), plugins);

  expect([...lost.reachable].filter((tool) => !reachable.includes(tool))).toEqual([]);
  expect([...command.reachable].sort()).toEqual([...reachable].sort());
});

test('the profile readonly applies despite mistakes', async () => {
  const wrong = withSource({ payments: { enabeld: false }, desk: { plugin: 'secrets', tools: { secrets_write: 1 } } });

  const outcome = await outcomeOf(wrong, plugins, { profile: 'readonly' });

  expect([...outcome.reachable].sort()).toEqual(['archive_read', 'notes_read', 'public_read', 'weather_read']);
});

type Damage = (text: string) => string;

/** Returns the paths of a value and of all values in it, as the names that lead there. */
function pathsOf(value: JsonValue, path: readonly string[] = []): (readonly string[])[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[...path, name], ...pathsOf(inner, [...path, name])]);
}

/** Returns the value with the member at the path replaced by the members that `change` returns: none, one or several. */
function changeAt(
  value: JsonValue,
  [name, ...rest]: readonly string[],
  change: (name: string, value: JsonValue) => readonly (readonly [string, JsonValue])[],
): JsonValue {
  const members = Object.entries(value as JsonObject).flatMap(([member, inner]) => {
    if (member !== name) return [[member, inner] as const];
    return rest.length > 0 ? [[member, changeAt(inner, rest, change)] as const] : change(member, inner);
  });
  return new Members(members) as unknown as JsonValue; // written below, where names may be duplicate
}

class Members {
  constructor(readonly members: readonly (readonly [string, JsonValue])[]) {}
}

function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  const members = value instanceof Members ? value.members : isJsonObject(value) ? Object.entries(value) : undefined;
  if (!members) return JSON.stringify(value);
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${write(inner)}`).join(',')}}`;
}

const typos: fc.Arbitrary<(name: string) => string> = fc
  .tuple(fc.nat(), fc.constantFrom('drop', 'double', 'swap'))
  .map(([seed, kind]) => (name) => {
    const at = seed % name.length;
    if (kind === 'drop') return name.slice(0, at) + name.slice(at + 1);
    if (kind === 'double') return name.slice(0, at) + name[at] + name.slice(at);
    const next = (at + 1) % name.length;
    return [...name].map((it, i) => (i === at ? name[next]! : i === next ? name[at]! : it)).join('');
  });

const otherValues = fc.constantFrom<JsonValue>(null, 0, '', 'x', [], {}, { x: {} }, true, ['secrets']);

/** Damages a member of the JSON, or cuts its text. */
const damages: fc.Arbitrary<Damage> = fc.oneof(
  fc.nat().map(
    (at): Damage =>
      (text) =>
        text.slice(0, at % text.trimEnd().length),
  ),
  memberDamage(fc.constant(() => [])),
  memberDamage(typos.map((typo) => (name, value) => [[typo(name), value]])),
  memberDamage(typos.map((typo) => (name, value) => [[name, typeof value === 'string' ? typo(value) : value]])),
  memberDamage(otherValues.map((other) => (name) => [[name, other]])),
  memberDamage(
    otherValues.map((other) => (name, value) => [
      [name, value],
      [name, other],
    ]),
  ),
);

function memberDamage(
  changes: fc.Arbitrary<(name: string, value: JsonValue) => readonly (readonly [string, JsonValue])[]>,
): fc.Arbitrary<Damage> {
  return fc.tuple(fc.nat(), changes).map(([at, change]) => (text) => {
    const value = JSON.parse(text) as JsonValue;
    const paths = pathsOf(value);
    return write(changeAt(value, paths[at % paths.length]!, change));
  });
}

const damagedFiles = Object.keys(sound).filter((path) => path.endsWith('.json')) as (keyof typeof sound)[];

test('damage that is a mistake never makes an unreachable tool reachable', { timeout: 120_000 }, async () => {
  let mistakes = 0;
  const check = async (file: keyof typeof sound, damage: Damage): Promise<void> => {
    const text = damage(JSON.stringify(sound[file]));
    const outcome = await outcomeOf({ ...sound, [file]: text }, plugins);
    const isMistake = outcome.error !== undefined || outcome.refused.size > 0;
    if (!isMistake) return; // a sound configuration with another meaning
    mistakes++;
    const opened = [...outcome.reachable].filter((tool) => !reachable.includes(tool));
    expect({ opened, file, text }).toEqual({ opened: [], file, text });
  };

  await fc.assert(fc.asyncProperty(fc.constantFrom(...damagedFiles), damages, check), { numRuns: 100 });

  expect(mistakes).toBeGreaterThan(40);
});
