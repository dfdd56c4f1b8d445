/**
 * The schemes that every server reads besides its plugins' resources: `cid://`, `server://` and `variable://`.
 *
 * Everything is read on request, and only within what the server's own configuration allows.
 */
import type { JsonObject } from '@sigil/core';
import type { CatalogSource } from '@sigil/core/catalog';
import type { ContentStore } from '@sigil/plugin-host';
import type { ServerSchemes } from '../servers/scheme-reader.js';
import type { ServerConfiguration } from '../servers/server-configuration.js';
import { cidsForClients, contentScheme } from './content-scheme.js';
import type { KeptResults } from './keep-large-results.js';
import { notFound } from './scheme.js';
import { serverScheme } from './server-scheme.js';
import { variableScheme } from './variable-scheme.js';

/** The environment that the schemes of one server can use. */
export interface SchemeEnvironment {
  /** Configuration of the server itself: its name, variables and includes, and the CIDs that it names. */
  readonly configuration: ServerConfiguration;
  /** The store with the content that the configuration names. */
  readonly store: ContentStore;
  /** The kept results that were too long to send; the server's engine puts them there. */
  readonly kept?: KeptResults;
  /** Returns the current catalog of a server. Called only for this server and those that it includes. */
  findServer(name: string): CatalogSource | undefined;
  /** Returns the active configuration of all servers, for `variable://mcps`. */
  describe?(): JsonObject;
  /** The most bytes of content that one read returns. */
  readonly maxResourceBytes?: number;
}

/** Longer content is read in parts. */
export const defaultMaxResourceBytes = 4 * 1024 * 1024;

export function openSchemes(environment: SchemeEnvironment): ServerSchemes {
  const { configuration, store, kept, maxResourceBytes = defaultMaxResourceBytes } = environment;
  const named = cidsForClients(configuration);
  const schemes = [
    contentScheme({ server: configuration.name, named, store, kept, maxResourceBytes }),
    serverScheme(configuration, (name) => environment.findServer(name)),
    variableScheme(configuration.variables, environment.describe && (() => environment.describe!())),
  ];
  const find = (uri: string) => schemes.find(({ prefix }) => uri.slice(0, prefix.length).toLowerCase() === prefix);
  return {
    components: {
      tools: [],
      resources: [],
      resourceTemplates: schemes.flatMap(({ templates }) => templates),
      prompts: [],
    },
    reads: (uri) => find(uri) !== undefined,
    read: (uri, context) => find(uri)?.read(uri, context) ?? Promise.reject(notFound(uri)),
  };
}
