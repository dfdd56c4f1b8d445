/**
 * `variable://{name}`: the variables of the server's configuration.
 */
import type { PublishedResourceTemplate, ResourceResult } from '@sigil/core';
import { decodePart, notFound, type Scheme } from './scheme.js';
import { sniffText } from './write-bytes.js';

const prefix = 'variable://';

export function variableScheme(variables: Readonly<Record<string, string>>): Scheme {
  const byName = new Map(Object.entries(variables));

  function read(uri: string): Promise<ResourceResult> {
    const text = byName.get(decodePart(uri.slice(prefix.length)) ?? '');
    if (text === undefined) return Promise.reject(notFound(uri));
    return Promise.resolve({ kind: 'result', contents: [{ uri, mimeType: sniffText(text), text }] });
  }

  const template: PublishedResourceTemplate = {
    definition: {
      uriTemplate: `${prefix}{name}`,
      name: 'variable',
      description: "A variable of this server's configuration",
    },
    announcesUpdates: false,
    read: (uri) => read(uri),
    complete: ({ value }) => Promise.resolve([...byName.keys()].filter((name) => name.startsWith(value))),
  };
  return { prefix, read, templates: byName.size > 0 ? [template] : [] };
}
