/**
 * Compares the views of two manifests, and the views of tools. Hosts may ask their users again when a view asks for more.
 */
import type { JsonObject, ViewMetadata } from '@sigil/core';
import {
  isJsonObject,
  normalizeUri,
  viewMetadataOf,
  type ManifestView,
  type ManifestViews,
  type ToolDefinition,
} from '@sigil/core/building';
import type { ManifestChange } from './changes/manifest-change.js';
import { compareScopes } from './compare-scopes.js';
import { compareWords, documentationRule, metadataRule } from './compare-words.js';
import { compareComponents } from './pair-components.js';
import type { Pair } from './schemas/schema-change.js';

/** Compares views, matched by address. */
export function compareViews({ before, after }: Pair<ManifestViews | undefined>): ManifestChange[] {
  return compareComponents(
    { before: before?.entries ?? [], after: after?.entries ?? [] },
    {
      noun: 'view',
      keyOf: ({ uri }: ManifestView) => normalizeUri(uri),
      nameOf: ({ uri }: ManifestView) => uri,
      likenessOf: ({ digest }: ManifestView) => digest,
    },
    (views, component) => {
      const ui = { before: views.before.meta?.ui ?? {}, after: views.after.meta?.ui ?? {} };
      return [
        ...compareScopes(views, component),
        ...compareAccess(ui, component),
        ...compareWords(ui, component, {
          members: ['prefersBorder', 'domain'],
          level: 'minor',
          kind: 'metadata-changed',
        }),
        ...compareWords(views, component, documentationRule),
        ...comparePages(views, component),
      ];
    },
  );
}

function compareAccess({ before, after }: Pair<ViewMetadata>, component: string): ManifestChange[] {
  const [older, newer] = [rightsOf(before), rightsOf(after)];
  const added = newer.filter((right) => !older.includes(right));
  const removed = older.filter((right) => !newer.includes(right));
  return [
    ...added.map((right): ManifestChange => {
      const says = `it asks for ${right} now: hosts may ask their users again, or refuse it`;
      return { level: 'breaking', kind: 'view-access-widened', component, says };
    }),
    ...removed.map((right): ManifestChange => {
      return { level: 'patch', kind: 'view-access-narrowed', component, says: `it no longer asks for ${right}` };
    }),
  ];
}

/** Names everything that a host grants to a view. */
function rightsOf({ csp = {}, permissions = {} }: ViewMetadata): readonly string[] {
  const hosts = Object.entries(csp).flatMap(([list, origins]: [string, readonly string[]]) =>
    origins.map((origin) => `${origin} (${list})`),
  );
  return [...hosts, ...Object.keys(permissions).map((permission) => `the permission ${permission}`)];
}

function comparePages({ before, after }: Pair<ManifestView>, component: string): ManifestChange[] {
  if (before.digest === after.digest) return [];
  return [{ level: 'patch', kind: 'view-changed', component, says: 'its page is another one' }];
}

/** Compares the `_meta` of tools: the view that shows the results, who may call, and what else is in it. */
export function compareToolMetadata({ before, after }: Pair<ToolDefinition>, component: string): ManifestChange[] {
  const [older, newer] = [viewMetadataOf(before), viewMetadataOf(after)];
  const others = { before: withoutViews(before), after: withoutViews(after) };
  return [
    ...compareShowing({ before: older.resourceUri, after: newer.resourceUri }, component),
    ...compareCallers({ before: older.visibility ?? everybody, after: newer.visibility ?? everybody }, component),
    ...compareWords(others, component, metadataRule),
  ];
}

const everybody = ['model', 'app'];

function compareShowing({ before, after }: Pair<string | undefined>, component: string): ManifestChange[] {
  if (before === after) return [];
  const says = after === undefined ? `no view shows its results any more` : `the view ${after} shows its results now`;
  return [{ level: 'minor', kind: 'view-changed', component, says }];
}

function compareCallers({ before, after }: Pair<readonly string[]>, component: string): ManifestChange[] {
  const words = new Map([
    ['model', 'models'],
    ['app', 'views'],
  ]);
  return [...words].flatMap(([caller, name]): ManifestChange[] => {
    const [could, can] = [before.includes(caller), after.includes(caller)];
    if (could === can) return [];
    const says = can ? `${name} can call it now` : `${name} can no longer call it`;
    return [{ level: can ? 'minor' : 'breaking', kind: 'visibility-changed', component, says }];
  });
}

/** Returns the metadata without the members that are compared one by one. */
function withoutViews({ _meta }: ToolDefinition): { readonly _meta?: JsonObject } {
  if (!_meta) return {};
  const { ui, ...others } = _meta;
  const { resourceUri: _uri, visibility: _callers, ...more } = ui !== undefined && isJsonObject(ui) ? ui : {};
  const rest = Object.keys(more).length > 0 ? { ...others, ui: more } : others;
  return Object.keys(rest).length > 0 ? { _meta: rest } : {};
}
