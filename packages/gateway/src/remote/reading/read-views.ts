/**
 * Reads the pages of an upstream's views, so that a page can be compared with the approved one.
 */
import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type ResourceContents } from '@sigil/core';
import { canonicalJson, normalizeUri } from '@sigil/core/building';
import { readResourceResult } from './read-results.js';
import type { Ask, UpstreamLists } from './read-lists.js';
import { viewAddressesOf } from './named-views.js';

/** The number of pages that are read at a time. */
const mostAtOnce = 4;

/** The pages that were read last, since one that cannot be read now is not a changed one. */
export class ViewReader {
  #latest: ReadonlyMap<string, JsonObject> = new Map();

  /** @param ask sends a request for a client that shows views @returns each view's "uri", "digest" and, if it has one, "ui" */
  async read(lists: UpstreamLists, ask: Ask): Promise<readonly JsonObject[]> {
    const addresses = viewAddressesOf(lists);
    const views: JsonObject[] = [];
    for (let start = 0; start < addresses.length; start += mostAtOnce) {
      const reading = addresses.slice(start, start + mostAtOnce).map((uri) => this.#readOne(uri, ask));
      views.push(...(await Promise.all(reading)).filter((view) => view !== undefined));
    }
    this.#latest = new Map(views.map((view) => [String(view['uri']), view]));
    return views;
  }

  async #readOne(uri: string, ask: Ask): Promise<JsonObject | undefined> {
    try {
      const answer = await ask({ method: 'resources/read', params: { uri }, name: uri });
      return describeView(uri, readResourceResult(answer).contents);
    } catch {
      // A view that cannot be read shows nothing to clients either.
      return this.#latest.get(uri);
    }
  }
}

/** Returns the members by which a view is approved. */
export function describeView(uri: string, contents: readonly ResourceContents[]): JsonObject {
  const page = contents.map(({ uri: _uri, _meta: _about, ...others }) => ({ ...others }));
  const [ui] = contents.flatMap(({ _meta: meta }) => (isJsonObject(meta?.['ui']) ? [meta['ui']] : []));
  const digest = `sha256:${createHash('sha256').update(canonicalJson(page)).digest('hex')}`;
  return { uri, digest, ...(ui && { ui }) };
}

/** Returns whether a view that was read is among the approved ones. */
export function isApprovedView(
  approved: readonly JsonObject[],
  uri: string,
  contents: readonly ResourceContents[],
): boolean {
  const known = approved.find((view) => normalizeUri(String(view['uri'])) === normalizeUri(uri));
  return known !== undefined && canonicalJson(describeView(String(known['uri']), contents)) === canonicalJson(known);
}
