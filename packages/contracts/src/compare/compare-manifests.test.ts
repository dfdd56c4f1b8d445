import type { JsonObject } from '@sigil/core';
import { describe, expect, test } from 'vitest';
import type { ComparableManifest } from './comparable-manifest.js';
import { compareManifests } from './compare-manifests.js';
import type { ManifestChange } from './changes/manifest-change.js';

type Loose = Readonly<Record<string, unknown>>;

const string = { type: 'string' };
const origin = { class: 'Weather', method: 'forecast' };
const nothing = {
  manifestVersion: 1,
  plugin: { name: 'weather', version: '1.0.0' },
  code: { file: 'plugin.js', cid: 'a' },
  classes: [],
  tools: [],
  resources: [],
  resourceTemplates: [],
  prompts: [],
  completions: [],
};

function manifest(members: Loose): ComparableManifest {
  return { ...nothing, ...members } as unknown as ComparableManifest;
}

function args(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

function tools(...list: readonly Loose[]): Loose {
  return { tools: list.map((it) => ({ name: 'forecast', inputSchema: args({ city: string }), origin, ...it })) };
}

function resources(...list: readonly Loose[]): Loose {
  return {
    resources: list.map((it) => ({ uri: 'weather://now', name: 'now', mimeType: 'text/plain', origin, ...it })),
  };
}

function templates(...list: readonly Loose[]): Loose {
  return { resourceTemplates: list.map((it) => ({ uriTemplate: 'w://{city}', name: 'of', origin, ...it })) };
}

function prompts(...list: readonly Loose[]): Loose {
  return { prompts: list.map((it) => ({ name: 'packing', origin, ...it })) };
}

function classes(...list: readonly Loose[]): Loose {
  return { classes: list.map((it) => ({ name: 'Weather', file: 'src/weather.ts', ...it })) };
}

function styled(...completions: readonly Loose[]): Loose {
  const list = completions.map((it) => ({ of: 'packing', argument: 'style', ...it }));
  return { ...prompts({ arguments: [{ name: 'style' }] }), completions: list };
}

const hint = (hints: Loose): Loose => tools({ annotations: hints });
const key = args({ apiUrl: string }, ['apiUrl']);

/** Pairs of manifests with the name of their difference, and each change as `level kind component path`. */
const pairs: readonly (readonly [name: string, before: Loose, after: Loose, changes: readonly string[]])[] = [
  ['nothing at all', tools({}), tools({}), []],
  ['the spelling of a URI', resources({ uri: 'w://a b/%7e' }), resources({ uri: 'W://a%20b/~' }), []],
  [
    'the spelling of a template',
    templates({ uriTemplate: 'w://é/{a}' }),
    templates({ uriTemplate: 'W://%c3%a9/{a}' }),
    [],
  ],
  [
    'the parameters of a query',
    templates({ uriTemplate: 'w://{city}{?a,b}' }),
    templates({ uriTemplate: 'w://{city}{?c,b}' }),
    [
      'breaking query-parameter-removed resource template "w://{city}{?a,b}"',
      'minor query-parameter-added resource template "w://{city}{?a,b}"',
    ],
  ],
  [
    'two templates that only their queries tell apart',
    templates({ uriTemplate: 'w://{city}{?a}' }, { uriTemplate: 'w://{city}{?b}', name: 'other' }),
    templates({ uriTemplate: 'w://{city}{?b}', name: 'other' }),
    ['breaking component-removed resource template "w://{city}{?a}"'],
  ],
  [
    'what joins a namespace',
    { ...tools({ name: 'wx.forecast' }), ...prompts({ name: 'wx.packing' }) },
    { ...tools({ name: 'wx_forecast' }), ...prompts({ name: 'wx_packing' }) },
    ['minor name-respelled tool "wx.forecast"', 'minor name-respelled prompt "wx.packing"'],
  ],
  [
    'two tools that only a dot tells apart',
    tools({ name: 'a.b' }, { name: 'a_b' }),
    tools({ name: 'a_b' }),
    ['breaking component-removed tool "a.b"'],
  ],
  ['a version', {}, { plugin: { name: 'weather', version: '2.0.0' } }, []],
  ['only the code', {}, { code: { file: 'plugin.js', cid: 'b' } }, ['patch code-changed plugin']],
  [
    'the code and words',
    tools({}),
    { ...tools({ description: 'x' }), code: { file: 'plugin.js', cid: 'b' } },
    ['patch documentation-changed tool "forecast"'],
  ],
  ['the plugin’s name', {}, { plugin: { name: 'sky', version: '1.0.0' } }, ['breaking plugin-renamed plugin']],
  [
    'the plugin’s description',
    {},
    { plugin: { name: 'weather', version: '1.0.0', description: 'x' } },
    ['patch documentation-changed plugin'],
  ],
  [
    'the plugin’s instructions',
    { plugin: { name: 'weather', version: '1.0.0', instructions: 'Look first.' } },
    { plugin: { name: 'weather', version: '1.0.0', instructions: 'Leap.' } },
    ['patch documentation-changed plugin'],
  ],
  [
    'the instructions of a class',
    { classes: [{ name: 'Sky', file: 'sky.ts' }] },
    { classes: [{ name: 'Sky', file: 'sky.ts', instructions: 'Look first.' }] },
    ['patch documentation-changed class "Sky"'],
  ],
  [
    'the instructions of a running server, as one text',
    { plugin: { name: 'weather', version: '1', instructions: 'One.\n\nTwo.' }, classes: undefined },
    {
      plugin: { name: 'weather', version: '1', instructions: 'One.' },
      classes: [{ name: 'Sky', file: 'sky.ts', instructions: 'Two, changed.' }],
    },
    ['patch documentation-changed plugin'],
  ],
  [
    'no instructions of a running server, which has them as one text',
    { plugin: { name: 'weather', version: '1', instructions: 'One.\n\nTwo.' }, classes: undefined, code: undefined },
    {
      plugin: { name: 'weather', version: '1', instructions: 'One.' },
      classes: [{ name: 'Sky', file: 'sky.ts', instructions: 'Two.' }],
    },
    [],
  ],
  ['the method behind a tool', tools({}), tools({ origin: { class: 'Sky', method: 'look' } }), []],
  ['the order of tools', tools({}, { name: 'b' }), tools({ name: 'b' }, {}), []],

  ['a tool more', {}, tools({}), ['minor component-added tool "forecast"']],
  ['a tool fewer', tools({}), {}, ['breaking component-removed tool "forecast"']],
  [
    'a tool under another name',
    tools({}),
    tools({ name: 'predict' }),
    ['breaking component-removed tool "forecast"', 'minor component-added tool "predict"'],
  ],
  [
    'an argument',
    tools({}),
    tools({ inputSchema: args({ city: string, days: string }) }),
    ['minor property-added tool "forecast" input.days'],
  ],
  [
    'a result',
    tools({ outputSchema: { type: 'object', properties: { a: string } } }),
    tools({ outputSchema: { type: 'object', properties: {} } }),
    ['breaking property-removed tool "forecast" output.a'],
  ],
  [
    'structured results',
    tools({}),
    tools({ outputSchema: { type: 'object' } }),
    ['minor structured-output-added tool "forecast" output'],
  ],
  [
    'no structured results',
    tools({ outputSchema: { type: 'object' } }),
    tools({}),
    ['breaking structured-output-removed tool "forecast" output'],
  ],
  [
    'words and a picture',
    tools({ icons: [{ src: 'a' }] }),
    tools({ title: 'F' }),
    ['patch documentation-changed tool "forecast"', 'patch documentation-changed tool "forecast"'],
  ],
  [
    'a scope more, and one fewer',
    tools({ scopes: ['a', 'b'] }),
    tools({ scopes: ['c', 'a'] }),
    ['breaking scopes-added tool "forecast"', 'minor scopes-removed tool "forecast"'],
  ],
  ['scopes in another order', tools({ scopes: ['a', 'b'] }), tools({ scopes: ['b', 'a'] }), []],
  ['a first scope', prompts({}), prompts({ scopes: ['a'] }), ['breaking scopes-added prompt "packing"']],
  ['no scope', resources({ scopes: ['a'] }), resources({}), ['minor scopes-removed resource "weather://now"']],
  ['metadata', tools({}), tools({ _meta: { a: 1 } }), ['minor metadata-changed tool "forecast"']],
  [
    'a hint that says the default',
    tools({}),
    hint({ readOnlyHint: false }),
    ['patch documentation-changed tool "forecast"'],
  ],
  ['destructive no more', tools({}), hint({ destructiveHint: false }), ['minor promise-given tool "forecast"']],
  [
    'read-only no more, and not destructive',
    hint({ readOnlyHint: true }),
    hint({ readOnlyHint: false, destructiveHint: false }),
    ['breaking promise-withdrawn tool "forecast"', 'breaking promise-withdrawn tool "forecast"'],
  ],
  ['out into the world', hint({ openWorldHint: false }), tools({}), ['breaking promise-withdrawn tool "forecast"']],
  ['repeatable', tools({}), hint({ idempotentHint: true }), ['minor promise-given tool "forecast"']],
  ['a hint of a title', tools({}), hint({ title: 'F' }), ['patch documentation-changed tool "forecast"']],
  ['tasks may be', tools({}), tools({ task: 'optional' }), ['minor tasks-changed tool "forecast"']],
  [
    'tasks must be',
    tools({ task: 'optional' }),
    tools({ task: 'required' }),
    ['breaking tasks-changed tool "forecast"'],
  ],
  [
    'tasks must no longer be',
    tools({ task: 'required' }),
    tools({ task: 'optional' }),
    ['minor tasks-changed tool "forecast"'],
  ],
  ['tasks are gone', tools({ task: 'optional' }), tools({}), ['breaking tasks-changed tool "forecast"']],

  ['a resource more', {}, resources({}), ['minor component-added resource "weather://now"']],
  [
    'another URI',
    resources({}),
    resources({ uri: 'weather://today' }),
    ['breaking component-removed resource "weather://now"', 'minor component-added resource "weather://today"'],
  ],
  [
    'another media type',
    resources({}),
    resources({ mimeType: 'text/html' }),
    ['breaking mime-type-changed resource "weather://now"'],
  ],
  [
    'a media type',
    resources({ mimeType: undefined }),
    resources({}),
    ['minor mime-type-changed resource "weather://now"'],
  ],
  [
    'the name of a resource',
    resources({}),
    resources({ name: 'today' }),
    ['minor name-changed resource "weather://now"'],
  ],
  [
    'hints of a resource',
    resources({ size: 1 }),
    resources({ size: 2, annotations: { priority: 1 }, cache: { ttlMs: 1, scope: 'public' } }),
    [
      'patch metadata-changed resource "weather://now"',
      'patch metadata-changed resource "weather://now"',
      'patch metadata-changed resource "weather://now"',
    ],
  ],
  [
    'a variable’s name',
    templates({}),
    templates({ uriTemplate: 'w://{place}' }),
    [
      'breaking component-removed resource template "w://{city}"',
      'minor component-added resource template "w://{place}"',
    ],
  ],
  [
    'words of a template',
    templates({}),
    templates({ description: 'x' }),
    ['patch documentation-changed resource template "w://{city}"'],
  ],

  ['a prompt fewer', prompts({}), {}, ['breaking component-removed prompt "packing"']],
  [
    'an optional argument more',
    prompts({}),
    prompts({ arguments: [{ name: 'a' }] }),
    ['minor argument-added prompt "packing" arguments.a'],
  ],
  [
    'a required argument more',
    prompts({}),
    prompts({ arguments: [{ name: 'a', required: true }] }),
    ['breaking argument-added prompt "packing" arguments.a'],
  ],
  [
    'an argument fewer',
    prompts({ arguments: [{ name: 'a' }] }),
    prompts({}),
    ['breaking argument-removed prompt "packing" arguments.a'],
  ],
  [
    'an argument is required',
    prompts({ arguments: [{ name: 'a' }] }),
    prompts({ arguments: [{ name: 'a', required: true }] }),
    ['breaking argument-required prompt "packing" arguments.a'],
  ],
  [
    'an argument is optional',
    prompts({ arguments: [{ name: 'a', required: true }] }),
    prompts({ arguments: [{ name: 'a', required: false }] }),
    ['minor argument-optional prompt "packing" arguments.a'],
  ],
  [
    'arguments in another order',
    prompts({ arguments: [{ name: 'a' }, { name: 'b' }] }),
    prompts({ arguments: [{ name: 'b' }, { name: 'a' }] }),
    [],
  ],
  [
    'words of an argument',
    prompts({ arguments: [{ name: 'a' }] }),
    prompts({ arguments: [{ name: 'a', description: 'x' }] }),
    ['patch documentation-changed prompt "packing" arguments.a'],
  ],

  [
    'suggestions of a method',
    styled(),
    styled({ origin }),
    ['minor completion-added prompt "packing" arguments.style'],
  ],
  ['no suggestions', styled({ origin }), styled(), ['minor completion-removed prompt "packing" arguments.style']],
  [
    'a value more',
    styled({ values: ['light'] }),
    styled({ values: ['light', 'heavy'] }),
    ['minor completion-values-added prompt "packing" arguments.style'],
  ],
  [
    'a value fewer',
    styled({ values: ['light', 'heavy'] }),
    styled({ values: ['heavy'] }),
    ['breaking completion-values-removed prompt "packing" arguments.style'],
  ],
  [
    'any text instead of values',
    styled({ values: ['light'] }),
    styled({ origin }),
    ['minor completion-values-added prompt "packing" arguments.style'],
  ],
  [
    'values instead of any text',
    styled(),
    styled({ values: ['light'] }),
    [
      'breaking completion-values-removed prompt "packing" arguments.style',
      'minor completion-added prompt "packing" arguments.style',
    ],
  ],
  ['a prompt with its suggestions', {}, styled({ values: ['light'] }), ['minor component-added prompt "packing"']],
  [
    'suggestions for a variable',
    templates({}),
    { ...templates({}), completions: [{ of: 'w://{city}', argument: 'city', origin }] },
    ['minor completion-added resource template "w://{city}" arguments.city'],
  ],

  ['a class without configuration', classes({}), {}, []],
  [
    'a configuration that may be',
    classes({}),
    classes({ configSchema: key }),
    ['minor configuration-added class "Weather" config'],
  ],
  [
    'a configuration that must be',
    {},
    classes({ configSchema: key, configRequired: true }),
    ['breaking configuration-added class "Weather" config'],
  ],
  ['no configuration', classes({ configSchema: key }), {}, ['breaking configuration-removed class "Weather" config']],
  [
    'no configuration of a service',
    { services: [{ name: 'clock', file: 'src/provide.ts', configSchema: key }] },
    {},
    ['breaking configuration-removed service "clock" config'],
  ],
  [
    'a configuration must be',
    classes({ configSchema: key }),
    classes({ configSchema: key, configRequired: true }),
    ['breaking configuration-required class "Weather" config'],
  ],
  [
    'a configuration need not be',
    classes({ configSchema: key, configRequired: true }),
    classes({ configSchema: key }),
    ['minor configuration-optional class "Weather" config'],
  ],
  [
    'a setting more',
    classes({ configSchema: key }),
    classes({ configSchema: args({ apiUrl: string, units: string }, ['apiUrl', 'units']) }),
    ['breaking property-added class "Weather" config.units'],
  ],
  [
    'a setting may be more',
    classes({ configSchema: key }),
    classes({ configSchema: args({ apiUrl: { type: ['string', 'null'] } }, ['apiUrl']) }),
    ['minor values-added class "Weather" config.apiUrl'],
  ],
  [
    'a namespace',
    { ...classes({}), ...tools({}) },
    { ...classes({ namespace: 'sky' }), ...tools({ name: 'sky.forecast' }) },
    [
      'breaking namespace-changed class "Weather"',
      'breaking component-removed tool "forecast"',
      'minor component-added tool "sky.forecast"',
    ],
  ],
  [
    'a namespace that nothing carries',
    classes({}),
    classes({ namespace: 'sky' }),
    ['patch namespace-changed class "Weather"'],
  ],
  [
    'where a class is and what is said of it',
    classes({}),
    classes({ file: 'b.ts', description: 'x' }),
    ['patch documentation-changed class "Weather"'],
  ],
];

function inShort({ level, kind, component, path }: ManifestChange): string {
  return [level, kind, component, path].filter((it) => it !== undefined).join(' ');
}

test.each(pairs)('compareManifests() classifies the difference: %s', (_name, before, after, expected) => {
  const changes = compareManifests(manifest(before), manifest(after));

  expect(changes.map(inShort)).toEqual(expected);
  for (const { says } of changes) expect(says).toMatch(/^[^.]+$/);
});

describe('the hint about a rename', () => {
  const hints = (before: Loose, after: Loose): (string | undefined)[] =>
    compareManifests(manifest(before), manifest(after)).map((change) => change.hint);

  test('is given for tools with the same schemas', () => {
    expect(hints(tools({ description: 'old' }), tools({ name: 'predict', description: 'new' }))).toEqual([
      'perhaps renamed to "predict"',
      'perhaps renamed from "forecast"',
    ]);
  });

  test('is given for a resource of the same method', () => {
    expect(hints(resources({}), resources({ uri: 'weather://today' }))).toEqual([
      'perhaps renamed to "weather://today"',
      'perhaps renamed from "weather://now"',
    ]);
  });

  test('is given for a property with the same schema', () => {
    const other = tools({ inputSchema: args({ town: string }) });

    expect(hints(tools({}), other)).toEqual(['perhaps renamed to "town"', 'perhaps renamed from "city"']);
  });

  test('is not given if there are several candidates', () => {
    const other = tools({ name: 'predict' }, { name: 'guess' });
    const [removed] = compareManifests(manifest(tools({})), manifest(other));

    expect(removed).toMatchObject({ kind: 'component-removed' });
    expect(removed).not.toHaveProperty('hint');
  });
});

describe('the listing of a server', () => {
  const listing = (members: Loose): ComparableManifest => {
    const { classes: _classes, completions: _completions, code: _code, ...lists } = manifest(members);
    return lists;
  };

  test('is compared only by what servers list', () => {
    const whole = manifest({ ...tools({ task: 'required' }), ...classes({ configSchema: key }) });

    expect(compareManifests(whole, { ...listing(tools({})), plugin: { name: 'other', version: '1' } })).toEqual([]);
  });

  test('may have members that are undefined', () => {
    const told = tools({ title: undefined, annotations: undefined, outputSchema: undefined });

    expect(compareManifests(manifest(tools({})), listing(told))).toEqual([]);
  });
});

test('changes are sorted by level, breaking first', () => {
  const before = manifest({ ...tools({ description: 'a' }), ...prompts({}) });
  const after = manifest({ ...tools({ description: 'b' }, { name: 'c' }) });

  expect(compareManifests(before, after).map(({ level }) => level)).toEqual(['breaking', 'minor', 'patch']);
});
