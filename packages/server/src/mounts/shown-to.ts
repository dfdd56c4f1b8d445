/**
 * Servers as one reader of the pages may see them, where nobody sees what they may not use.
 */
import { allowedCatalog, mapSource } from '@sigil/core/catalog';
import type { Principal } from '@sigil/core/engine';
import type { ShownServer } from './mount.js';

/** Problems and overrides name components, so they stay with those who read the log. */
export function shownTo(reader: Principal, server: ShownServer): ShownServer {
  const { name, path, description, plugins, remote, isConfigured, source, shortPath, isRefused } = server;
  return {
    name,
    path,
    description,
    plugins,
    remote,
    isConfigured,
    source: mapSource(source, (catalog) => allowedCatalog(catalog, reader)),
    problems: [],
    overrides: [],
    ...(shortPath === undefined ? {} : { shortPath }),
    ...(isRefused === undefined ? {} : { isRefused }),
  };
}
