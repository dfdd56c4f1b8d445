/**
 * The schemes that every server reads beside what its plugins offer: `cid://`, `server://` and `variable://`.
 *
 * Everything is read when it is asked for, and only what the server's own configuration lets it reach.
 */
import type { JsonObject } from '@sigil/core';
import type { CatalogSource, Components } from '@sigil/core/catalog';
import type { ContentStore } from '@sigil/plugin-host';
import type { SchemeReader } from '../servers/scheme-reader.js';
import type { ServerConfiguration } from '../servers/server-configuration.js';
import { cidsForClients, contentScheme } from './content-scheme.js';
import type { KeptResults } from './keep-large-results.js';
import { notFound } from './scheme.js';
import { serverScheme } from './server-scheme.js';
import { variableScheme } from './variable-scheme.js';

/** The environment that the schemes of one server can reach. */
export interface SchemeEnvironment {
  /** Configuration of the server itself: its name, variables and includes, and the CIDs that it names. */
  readonly configuration: ServerConfiguration;
  /** The store of the content that the configuration names. */
  readonly store: ContentStore;
  /** The results that were too long to be sent; the server's engine keeps them there. */
  readonly kept?: KeptResults;
  /** Returns the catalog of a server as it is now. Called only for this server and those that it includes. */
  findServer(name: string): CatalogSource | undefined;
  /** The active configuration of all servers, for `variable://mcps`. */
  describe?(): JsonObject;
  /** Most bytes of content that one read gives. */
  readonly maxResourceBytes?: number;
}

/** A server's schemes: as one more part of its catalog, and for resources that its configuration names. */
export interface Schemes extends SchemeReader {
  /** Resource templates; those with nothing behind them are left out. */
  readonly components: Components;
}

/** Longer content is read in parts. */
export const defaultMaxResourceBytes = 4 * 1024 * 1024;

export function openSchemes(environment: SchemeEnvironment): Schemes {
  const { configuration, store, kept, maxResourceBytes = defaultMaxResourceBytes } = environment;
  const named = cidsForClients(configuration);
  const schemes = [
    contentScheme({ server: configuration.name, named, store, kept, maxResourceBytes }),
    serverScheme(environment),
    variableScheme(configuration.variables, environment.describe && (() => environment.describe!())),
  ];
  const find = (uri: string) => schemes.find(({ prefix }) => uri.startsWith(prefix));
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
