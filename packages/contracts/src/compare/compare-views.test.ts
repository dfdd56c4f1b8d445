import type { ViewMetadata } from '@sigil/core';
import type { ManifestView, ManifestViews, ToolDefinition } from '@sigil/core/building';
import { expect, test } from 'vitest';
import type { ComparableManifest } from './comparable-manifest.js';
import { compareManifests } from './compare-manifests.js';

const view = (name: string, more: Partial<ManifestView> = {}): ManifestView => ({
  ...{ uri: `ui://dice/${name}`, name, size: 1, digest: `sha256:${name}` },
  ...more,
});

const viewsOf = (...entries: readonly ManifestView[]): ManifestViews => ({ file: 'views.bin', cid: 'bafk', entries });
const withUi = (ui: ViewMetadata): ManifestViews => viewsOf(view('board', { meta: { ui } }));

const lists = { tools: [], resources: [], resourceTemplates: [], prompts: [] };
const plugin = { name: 'dice', version: '1.0.0' };

function manifestOf(views?: ManifestViews, tool?: ToolDefinition['_meta']): ComparableManifest {
  const tools = tool ? [{ name: 'roll', inputSchema: {}, _meta: tool }] : [];
  return { plugin, ...lists, tools, classes: [], completions: [], ...(views && { views }) };
}

function told(before: ComparableManifest, after: ComparableManifest): string[] {
  return compareManifests(before, after).map(
    ({ level, kind, component, says }) => `${level} ${kind} ${component}: ${says}`,
  );
}

const board = 'view "ui://dice/board"';

test.each<[string, ManifestViews | undefined, ManifestViews | undefined, string[]]>([
  ['a new view', undefined, viewsOf(view('board')), [`minor component-added ${board}: it is new`]],
  [
    'a removed view',
    viewsOf(view('board')),
    undefined,
    [`breaking component-removed ${board}: it is gone: callers get an error`],
  ],
  ['equal views', viewsOf(view('board')), viewsOf(view('board')), []],
  [
    'another page',
    viewsOf(view('board')),
    viewsOf(view('board', { digest: 'sha256:x' })),
    [`patch view-changed ${board}: its page is another one`],
  ],
  [
    'another title',
    viewsOf(view('board')),
    viewsOf(view('board', { title: 'Board' })),
    [`patch documentation-changed ${board}: title added`],
  ],
  ['a border', withUi({}), withUi({ prefersBorder: true }), [`minor metadata-changed ${board}: prefersBorder added`]],
  [
    'a scope',
    viewsOf(view('board')),
    viewsOf(view('board', { scopes: ['dice:read'] })),
    [`breaking scopes-added ${board}: callers need the scope dice:read now: those without it are refused`],
  ],
  [
    'more hosts and permissions',
    withUi({ csp: { connectDomains: ['https://a.example'] } }),
    withUi({
      csp: { connectDomains: ['https://a.example', 'https://b.example'], frameDomains: ['https://a.example'] },
      permissions: { camera: {} },
    }),
    ['https://b.example (connectDomains)', 'https://a.example (frameDomains)', 'the permission camera'].map(
      (right) =>
        `breaking view-access-widened ${board}: it asks for ${right} now: hosts may ask their users again, or refuse it`,
    ),
  ],
  [
    'fewer hosts and permissions',
    withUi({ csp: { resourceDomains: ['https://a.example'] }, permissions: { camera: {} } }),
    viewsOf(view('board')),
    ['https://a.example (resourceDomains)', 'the permission camera'].map(
      (right) => `patch view-access-narrowed ${board}: it no longer asks for ${right}`,
    ),
  ],
])('%s is named', (_what, before, after, expected) => {
  expect(told(manifestOf(before), manifestOf(after))).toEqual(expected);
});

test('a view with another address and the same page is perhaps renamed', () => {
  const renamed = view('table', { digest: 'sha256:board' });
  const [removed] = compareManifests(manifestOf(viewsOf(view('board'))), manifestOf(viewsOf(renamed)));

  expect(removed).toMatchObject({ kind: 'component-removed', hint: 'perhaps renamed to "ui://dice/table"' });
});

test.each<[string, ToolDefinition['_meta'], ToolDefinition['_meta'], string[]]>([
  [
    'a view',
    {},
    { ui: { resourceUri: 'ui://a/b' } },
    ['minor view-changed tool "roll": the view ui://a/b shows its results now'],
  ],
  [
    'no view',
    { ui: { resourceUri: 'ui://a/b' } },
    {},
    ['minor view-changed tool "roll": no view shows its results any more'],
  ],
  [
    'views only',
    {},
    { ui: { visibility: ['app'] } },
    ['breaking visibility-changed tool "roll": models can no longer call it'],
  ],
  [
    'models only',
    {},
    { ui: { visibility: ['model'] } },
    ['breaking visibility-changed tool "roll": views can no longer call it'],
  ],
  [
    'everybody',
    { ui: { visibility: ['app'] } },
    { ui: {} },
    ['minor visibility-changed tool "roll": models can call it now'],
  ],
  ['both, written out', {}, { ui: { visibility: ['model', 'app'] } }, []],
  ['another member of the view', { ui: {} }, { ui: { other: 1 } }, ['minor metadata-changed tool "roll": _meta added']],
  [
    'another member',
    { a: 1, ui: { visibility: ['app'] } },
    { a: 2, ui: { visibility: ['app'] } },
    ['minor metadata-changed tool "roll": _meta changed'],
  ],
])('%s of a tool is named', (_what, before, after, expected) => {
  expect(told(manifestOf(undefined, before), manifestOf(undefined, after))).toEqual(expected);
});

test('a running server that lists views as resources has the views of its manifest', () => {
  const ui = { csp: { connectDomains: ['https://a.example'] } };
  const listed = {
    uri: 'ui://dice/board',
    name: 'board',
    size: 1,
    mimeType: 'text/html;profile=mcp-app',
    _meta: { ui },
  };

  expect(told({ plugin, ...lists, resources: [listed] }, manifestOf(withUi(ui)))).toEqual([]);
});
