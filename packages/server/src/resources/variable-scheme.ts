/**
 * `variable://{name}`: the variables of the server's configuration, and `mcps`, the active configuration of all servers.
 */
import type { JsonObject } from '@sigil/core';
import type { PublishedResourceTemplate, ResourceResult } from '@sigil/core/catalog';
import { decodePart, notFound, schemePrefixes, type Scheme } from './scheme.js';
import { sniffText } from './write-bytes.js';

const prefix = schemePrefixes.variable;

/** The variable with the active configuration, unless the server has its own of this name. */
const activeName = 'mcps';

/** @param describe returns the active configuration; without it there is no such variable */
export function variableScheme(variables: Readonly<Record<string, string>>, describe?: () => JsonObject): Scheme {
  const byName = new Map(Object.entries(variables).map(([name, text]) => [name, () => text]));
  if (describe && !byName.has(activeName)) byName.set(activeName, () => JSON.stringify(describe(), null, 2));

  function read(uri: string): Promise<ResourceResult> {
    const text = byName.get(decodePart(uri.slice(prefix.length)) ?? '')?.();
    if (text === undefined) return Promise.reject(notFound(uri));
    return Promise.resolve({ kind: 'result', contents: [{ uri, mimeType: sniffText(text), text }] });
  }

  const template: PublishedResourceTemplate = {
    definition: {
      uriTemplate: `${prefix}{name}`,
      name: 'variable',
      description: "A variable of this server's configuration; `mcps` is the active configuration of all servers",
    },
    announcesUpdates: false,
    read: (uri) => read(uri),
    complete: ({ value }) => Promise.resolve([...byName.keys()].filter((name) => name.startsWith(value))),
  };
  return { prefix, read, templates: byName.size > 0 ? [template] : [] };
}
