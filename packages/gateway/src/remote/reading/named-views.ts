/**
 * The views of an upstream: those that it lists, and those that only its tools name, since servers may leave views out of their lists.
 *
 * Spec: ext-apps 2026-01-26, resource discovery
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { normalizeUri, isView, viewMimeType } from '@sigil/core/building';
import { readUriForm, viewLinksIn } from '@sigil/core/catalog';
import type { UpstreamLists } from './read-lists.js';

type Listed = Pick<UpstreamLists, 'tools' | 'resources' | 'resourceTemplates'>;

/** @returns a definition for each view that a tool names and no list has */
export function findNamedViews({ tools, resources, resourceTemplates }: Listed): readonly JsonObject[] {
  const listed = new Set(resources.map(({ uri }) => normalizeUri(String(uri))));
  const forms = resourceTemplates.flatMap(({ uriTemplate }) => readUriForm(String(uriTemplate)) ?? []);
  const named = new Map<string, JsonObject>();
  for (const { _meta: meta } of tools) {
    for (const uri of viewLinksIn(isJsonObject(meta) ? meta : undefined)) {
      const key = normalizeUri(uri);
      if (!isView({ uri }) || listed.has(key) || named.has(key) || forms.some((form) => form.matches(uri))) continue;
      named.set(key, { uri, name: uri.slice(uri.lastIndexOf('/') + 1) || uri, mimeType: viewMimeType });
    }
  }
  return [...named.values()];
}

/** Returns the addresses of all views that have one address each. */
export function viewAddressesOf(lists: Listed): readonly string[] {
  const listed = lists.resources.filter(({ uri }) => typeof uri === 'string' && isView({ uri }));
  return [...listed, ...findNamedViews(lists)].map(({ uri }) => String(uri));
}
