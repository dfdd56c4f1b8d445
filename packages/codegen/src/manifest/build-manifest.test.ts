import { instructionsOf, type ManifestPlugin } from '@sigil/core/building';
import { expect, test } from 'vitest';
import { nowhere } from '../plugin-code/evaluate-decoders.test-support.js';
import type { PluginModel } from '../model/plugin-model.js';
import { buildManifest } from './build-manifest.js';

const plugin = { name: 'weather', version: '1.2.3' };
const code = { file: 'plugin.cjs', cid: 'bafk' };

const model: PluginModel = {
  schemaCalls: [],
  classes: [
    {
      ...{ name: 'Weather', exportName: 'Weather', file: 'src/weather.ts' },
      ...{ description: 'Weather for people.', namespace: 'weather', completions: [] },
      methods: [
        {
          ...nowhere,
          ...{ kind: 'tool', coerce: true, method: 'forecast', name: 'weather.forecast', title: 'Forecast' },
          ...{ readOnly: true, openWorld: false },
          parameters: [
            { kind: 'argument', property: { name: 'city', node: { kind: 'string' }, isRequired: true } },
            { kind: 'context' },
            { kind: 'spread', properties: [{ name: 'days', node: { kind: 'number' }, isRequired: false }] },
          ],
          returns: { kind: 'structured', node: { kind: 'object', properties: [] } },
        },
        {
          ...nowhere,
          ...{ kind: 'prompt', method: 'packing', name: 'weather.packing', description: 'Packing advice.' },
          parameters: [
            {
              kind: 'argument',
              property: {
                ...{ name: 'city', isRequired: true },
                node: { kind: 'string', documentation: { title: 'City', description: 'Where to.' } },
              },
            },
            { kind: 'argument', property: { name: 'style', node: { kind: 'string' }, isRequired: false } },
          ],
        },
        {
          ...nowhere,
          ...{ kind: 'tool', coerce: true, method: 'about', name: 'weather.about' },
          ...{ parameters: [], returns: { kind: 'text' } },
        },
      ],
    },
    {
      ...{ name: 'Stations', exportName: 'default', file: 'src/stations.ts', completions: [] },
      methods: [
        {
          ...nowhere,
          ...{ kind: 'resource', method: 'all', name: 'all', parameters: [] },
          ...{ uri: 'weather://stations', isTemplate: false, mimeType: 'application/json', size: 12 },
        },
        {
          ...nowhere,
          ...{ kind: 'resource', method: 'reading', name: 'reading', annotations: { priority: 1 } },
          ...{ uri: 'weather://{station}/now', isTemplate: true, mimeType: 'text/plain' },
          parameters: [{ kind: 'argument', property: { name: 'station', node: { kind: 'string' }, isRequired: true } }],
        },
      ],
    },
  ],
};

test('tools are listed in source order with their origin', () => {
  const { tools } = buildManifest(model, plugin, code);

  expect(tools.map((tool) => [tool.name, tool.origin])).toEqual([
    ['weather.forecast', { class: 'Weather', method: 'forecast' }],
    ['weather.about', { class: 'Weather', method: 'about' }],
  ]);
});

test('a tool has its schemas, its title and the hints that its author set', () => {
  const [forecast] = buildManifest(model, plugin, code).tools;

  expect(forecast).toEqual({
    name: 'weather.forecast',
    title: 'Forecast',
    inputSchema: {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'number' } },
      required: ['city'],
      additionalProperties: false,
    },
    outputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true, openWorldHint: false },
    terms: { city: 2, days: 2, forecast: 5 },
    origin: { class: 'Weather', method: 'forecast' },
  });
});

test('a tool without options has only a name, an input schema and an origin', () => {
  const [, about] = buildManifest(model, plugin, code).tools;

  expect(Object.keys(about ?? {}).sort()).toEqual(['inputSchema', 'name', 'origin']);
});

test('a prompt lists its arguments in order', () => {
  const [packing] = buildManifest(model, plugin, code).prompts;

  expect(packing?.description).toBe('Packing advice.');
  expect(packing?.arguments).toEqual([
    { name: 'city', title: 'City', description: 'Where to.', required: true },
    { name: 'style', required: false },
  ]);
});

test('resources and resource templates are listed separately', () => {
  const { resources, resourceTemplates } = buildManifest(model, plugin, code);

  expect(resources).toEqual([
    {
      ...{ uri: 'weather://stations', name: 'all', mimeType: 'application/json', size: 12 },
      origin: { class: 'Stations', method: 'all' },
    },
  ]);
  expect(resourceTemplates).toEqual([
    {
      ...{ uriTemplate: 'weather://{station}/now', name: 'reading', mimeType: 'text/plain' },
      ...{ annotations: { priority: 1 }, origin: { class: 'Stations', method: 'reading' } },
    },
  ]);
});

test('classes have the name, file, description and namespace of their source', () => {
  const manifest = buildManifest(model, plugin, code);

  expect(manifest.classes).toEqual([
    {
      name: 'Weather',
      file: 'src/weather.ts',
      description: 'Weather for people.',
      namespace: 'weather',
    },
    { name: 'Stations', file: 'src/stations.ts' },
  ]);
  expect([manifest.manifestVersion, manifest.plugin, manifest.code]).toEqual([1, plugin, code]);
});

test('task, resumable, meta, formerly and cache options are copied to their components', () => {
  const owner = { name: 'A', exportName: 'A', file: 'src/a.ts', completions: [] };
  const cache = { ttlMs: 5, scope: 'private' } as const;
  const shared = { ...nowhere, kind: 'resource', mimeType: 'text/plain', parameters: [], cache } as const;
  const { tools, resources, resourceTemplates } = buildManifest(
    {
      schemaCalls: [],
      classes: [
        {
          ...owner,
          methods: [
            {
              ...nowhere,
              ...{ kind: 'tool', coerce: true, method: 'run', name: 'run', parameters: [], returns: { kind: 'text' } },
              ...{
                task: 'required',
                resumable: true,
                meta: { 'example.com/owner': 'maps' },
                formerly: { arguments: { a: 'b' } },
              },
            },
            { ...shared, method: 'all', name: 'all', uri: 'a://all', isTemplate: false },
            { ...shared, method: 'one', name: 'one', uri: 'a://{b}', isTemplate: true },
          ],
        },
      ],
    },
    plugin,
    code,
  );

  expect(tools[0]).toMatchObject({ task: 'required', resumable: true, _meta: { 'example.com/owner': 'maps' } });
  expect(tools[0]?.formerly).toEqual({ arguments: { a: 'b' } });
  expect(tools[0]).not.toHaveProperty('meta');
  expect([resources[0]?.cache, resourceTemplates[0]?.cache]).toEqual([cache, cache]);
});

test('a class has the schema of its configuration, and whether it is required', () => {
  const owner = { name: 'A', exportName: 'A', file: 'src/a.ts', completions: [], methods: [] };
  const property = { name: 'apiUrl', node: { kind: 'url' }, isRequired: true } as const;
  const node = { kind: 'object', properties: [property] } as const;

  const { classes } = buildManifest(
    {
      schemaCalls: [],
      classes: [
        { ...owner, configuration: { node, isRequired: true } },
        { ...owner, name: 'B', configuration: { node, isRequired: false } },
      ],
    },
    plugin,
    code,
  );

  const configSchema = {
    type: 'object',
    properties: { apiUrl: { type: 'string', format: 'uri' } },
    required: ['apiUrl'],
    additionalProperties: false,
  };
  expect(classes).toEqual([
    { name: 'A', file: 'src/a.ts', configSchema, configRequired: true },
    { name: 'B', file: 'src/a.ts', configSchema },
  ]);
});

test.each<[string, ManifestPlugin, boolean, ManifestPlugin['activation']]>([
  ['nothing to do at start waits', plugin, false, undefined],
  ['something to do at start is up before it serves', plugin, true, 'onStart'],
  ['a package.json that says so is up before it serves', { ...plugin, activation: 'onStart' }, false, 'onStart'],
  ['a package.json that says otherwise waits', { ...plugin, activation: 'onFirstUse' }, true, 'onFirstUse'],
])('a plugin with %s', (_what, described, hasLife, activation) => {
  const owner = { name: 'A', exportName: 'A', file: 'src/a.ts', completions: [], methods: [] };
  const classes = [owner, { ...owner, name: 'B', ...(hasLife ? { hasLife } : {}) }];

  expect(buildManifest({ schemaCalls: [], classes }, described, code).plugin.activation).toBe(activation);
});

test('instructions of the package and of a class stand where they were written', () => {
  const owner = { name: 'A', exportName: 'A', file: 'src/a.ts', completions: [], methods: [] };
  const classes = [
    { ...owner, instructions: 'Look first.' },
    { ...owner, name: 'B' },
  ];

  const manifest = buildManifest({ schemaCalls: [], classes }, { ...plugin, instructions: 'Ask.' }, code);

  expect(manifest.plugin.instructions).toBe('Ask.');
  expect(manifest.classes).toEqual([
    { name: 'A', file: 'src/a.ts', instructions: 'Look first.' },
    { name: 'B', file: 'src/a.ts' },
  ]);
  expect(instructionsOf(manifest)).toBe('Ask.\n\nLook first.');
});

test.each([
  ['of a file are those of the plugin', plugin, 'Of a file.'],
  ['of a file follow those of the package', { ...plugin, instructions: 'Ask.' }, 'Ask.\n\nOf a file.'],
])('instructions %s', (_, described, instructions) => {
  const manifest = buildManifest({ schemaCalls: [], classes: [], instructions: 'Of a file.' }, described, code);

  expect(manifest.plugin).toEqual({ ...plugin, instructions });
});
