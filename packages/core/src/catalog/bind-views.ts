/**
 * Makes the resources of a plugin's views from its manifest and the pages that its build kept.
 */
import { PluginError } from '../errors/plugin-error.js';
import type { ManifestView, ManifestViews } from '../manifest/manifest.js';
import type { JsonObject } from '../model/json.js';
import { viewMimeType } from '../model/views.js';
import type { PublishedResource } from './catalog.js';

/**
 * @param bytes of all pages, one after the other
 * @throws PluginError `code-mismatch` when there are more or fewer bytes than the manifest says
 */
export function bindViews({ entries }: ManifestViews, bytes: Uint8Array): PublishedResource[] {
  let end = 0;
  const resources = entries.map((view) => {
    const start = end;
    end += view.size;
    return publish(view, bytes.subarray(start, end));
  });
  if (end === bytes.length) return resources;
  throw new PluginError('code-mismatch', `the pages of the views have ${bytes.length} bytes, not ${end}`);
}

function publish({ size, digest, scopes, meta, ...named }: ManifestView, content: Uint8Array): PublishedResource {
  const mimeType = viewMimeType;
  // It is JSON by its type; the interface only lacks an index signature.
  const about = meta ? { _meta: meta as unknown as JsonObject } : {};
  let text: string | undefined;
  return {
    definition: { ...named, mimeType, size, ...about },
    ...(scopes && { scopes }),
    content,
    digest,
    announcesUpdates: false,
    read: async (uri) => {
      text ??= new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
      return { kind: 'result', contents: [{ uri, mimeType, text, ...about }] };
    },
  };
}
