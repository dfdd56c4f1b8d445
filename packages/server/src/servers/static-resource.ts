/**
 * A resource that configuration names, with content of its own or with the content of its URI.
 */
import { McpError, type Context, type ResourceContents } from '@sigil/core';
import type { ResourceDefinition } from '@sigil/core/building';
import { originalOf, type FoundResource, type PublishedResource, type ResourceResult } from '@sigil/core/catalog';
import type { ContentStore } from '@sigil/plugin-host';
import type { SchemeReader } from './scheme-reader.js';
import type { ResourceEntry } from './static-entries.js';

/** The possible sources of a resource entry's content. */
export interface ResourceBehind {
  /** The existing resource of the same URI. */
  readonly base: FoundResource | undefined;
  /** The definition of that resource, if it is listed by itself. */
  readonly listed: ResourceDefinition | undefined;
  readonly schemes: SchemeReader | undefined;
  readonly store: ContentStore;
}

/** @returns `undefined` when nothing has the content of the URI */
export function staticResource(entry: ResourceEntry, behind: ResourceBehind): PublishedResource | undefined {
  const { text, blob, contentCid, ...shown } = entry;
  const definition: ResourceDefinition = {
    name: entry.uri,
    ...(behind.base?.mimeType === undefined ? {} : { mimeType: behind.base.mimeType }),
    ...behind.listed,
    ...shown,
  };
  const read = buildReader(entry, behind);
  if (!read) return undefined;
  const isItsOwn = (text ?? blob ?? contentCid) !== undefined;
  const component = isItsOwn ? undefined : behind.base?.component;
  const shownOf = component ? { ...component, original: originalOf(component) } : { announcesUpdates: false };
  return { ...shownOf, definition, read };
}

function buildReader(
  { uri, mimeType, text, blob, contentCid }: ResourceEntry,
  { base, schemes, store }: ResourceBehind,
): PublishedResource['read'] | undefined {
  const about = { uri, ...(mimeType === undefined ? {} : { mimeType }) };
  if (text !== undefined) return () => Promise.resolve(resultOf({ ...about, text }));
  if (blob !== undefined) return () => Promise.resolve(resultOf({ ...about, blob }));
  if (contentCid !== undefined)
    return async () => resultOf({ ...about, ...(await readContent(store, contentCid, uri)) });
  if (base) return (_uri, context: Context) => base.read(context);
  return schemes?.reads(uri) ? (_uri, context) => schemes.read(uri, context) : undefined;
}

function resultOf(contents: ResourceContents): ResourceResult {
  return { kind: 'result', contents: [contents] };
}

/** Reads content as text if it is text, otherwise as base64. */
async function readContent(
  store: ContentStore,
  cid: string,
  uri: string,
): Promise<{ readonly text: string } | { readonly blob: string }> {
  const bytes = await store.get(cid).catch(() => {
    throw new McpError('resource-not-found', 'resource not found: its content is gone', { uri });
  });
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return { text };
  } catch {
    // Not UTF-8, so not text.
  }
  return { blob: Buffer.from(bytes).toString('base64') };
}
