import { expect, test } from 'vitest';
import type { JsonObject } from '../model/json.js';
import { readManifest } from './read-manifest.js';

const origin = { class: 'A', method: 'a' };
const good: JsonObject = {
  manifestVersion: 1,
  plugin: { name: 'p', version: '1.0.0' },
  code: { file: 'code.js', cid: 'bafy' },
  classes: [{ name: 'A', file: 'src/a.ts' }],
  tools: [{ name: 'a', inputSchema: { type: 'object' }, origin }],
  resources: [{ uri: 'x://a', name: 'a', origin }],
  resourceTemplates: [{ uriTemplate: 'x://{a}', name: 'a', origin }],
  prompts: [{ name: 'a', origin }],
  completions: [{ of: 'a', argument: 'b', values: ['c'] }],
};

test('a manifest with every required member is returned unchanged', () => {
  expect(readManifest(good, 'plugins/p')).toBe(good);
});

test.each<[string, unknown]>([
  ['expected a JSON object', []],
  ['expected a JSON object', null],
  ['"manifestVersion" must be 1', { ...good, manifestVersion: 2 }],
  ['"manifestVersion" must be 1', { ...good, manifestVersion: '1' }],
  ['"plugin" must have a "name" and a "version"', { ...good, plugin: { name: 'p' } }],
  [
    '"plugin.discovery" must be "all", "search" or "auto"',
    { ...good, plugin: { name: 'p', version: '1', discovery: 'some' } },
  ],
  [
    '"plugin.activation" must be "onFirstUse" or "onStart"',
    { ...good, plugin: { name: 'p', version: '1', activation: 'never' } },
  ],
  ['"code" must have a "file" and a "cid"', { ...good, code: undefined }],
  ['"classes" must be an array', { ...good, classes: {} }],
  ['"prompts" must be an array', { ...good, prompts: undefined }],
  ['"classes[0].file" is missing or of the wrong type', { ...good, classes: [{ name: 'A' }] }],
  [
    '"tools[1].inputSchema" is missing or of the wrong type',
    { ...good, tools: [(good['tools'] as unknown[])[0], { name: 'b', origin }] },
  ],
  [
    '"tools[0].origin" is missing or of the wrong type',
    { ...good, tools: [{ name: 'a', inputSchema: {}, origin: { class: 'A' } }] },
  ],
  ['"resources[0].uri" is missing or of the wrong type', { ...good, resources: [{ name: 'a', origin }] }],
  [
    '"resourceTemplates[0].uriTemplate" is missing or of the wrong type',
    { ...good, resourceTemplates: [{ uri: 'x', name: 'a', origin }] },
  ],
  ['"prompts[0].name" is missing or of the wrong type', { ...good, prompts: [null] }],
  ['"completions[0].argument" is missing or of the wrong type', { ...good, completions: [{ of: 'a' }] }],
])('an invalid manifest is rejected with the reason: %s', (why, raw) => {
  expect(() => readManifest(raw, 'plugins/p')).toThrow(
    expect.objectContaining({ code: 'manifest-invalid', message: `plugins/p: ${why}; build the plugin again` }),
  );
});

test('an inherited member does not count', () => {
  const raw = { ...good, plugin: JSON.parse('{"name":"p","__proto__":{"version":"1"}}') as unknown };

  expect(() => readManifest(raw, 'plugins/p')).toThrow('"plugin" must have');
});

test.each([['orders:read'], [[7]], [[]], [null]])('invalid scopes are rejected: %j', (scopes) => {
  const raw = { ...good, prompts: [{ name: 'p', origin: { class: 'P', method: 'p' }, scopes }] };

  expect(() => readManifest(raw, 'plugins/p')).toThrow('"prompts[0].scopes" is missing or of the wrong type');
});

const view: JsonObject = { uri: 'ui://dice/board', name: 'board', size: 12, digest: 'sha256:0' };
const withViews = (views: JsonObject): JsonObject => ({ ...good, views: { file: 'views.bin', cid: 'bafy', ...views } });

test('views with their metadata and scopes are read', () => {
  const meta = { ui: { prefersBorder: true } };
  const manifest = withViews({ entries: [view, { ...view, meta, scopes: ['dice:read'] }] });

  expect(readManifest(manifest, 'plugins/p')).toBe(manifest);
});

test.each<[string, JsonObject]>([
  ['no file', { file: 1, entries: [] }],
  ['no list', { entries: {} }],
  ['another address than of a view', { entries: [{ ...view, uri: 'file:///etc/passwd' }] }],
  ['a size that is no number of bytes', { entries: [{ ...view, size: -1 }] }],
  ['scopes that cannot be checked', { entries: [{ ...view, scopes: 'all' }] }],
  ['metadata of another form', { entries: [{ ...view, meta: { ui: [] } }] }],
])('views with %s are rejected', (_case, views) => {
  expect(() => readManifest(withViews(views), 'plugins/p')).toThrow(
    '"views" has a member that is missing or of the wrong type',
  );
});
