/**
 * Servers as one reader of the pages may see them, where components are hidden from readers who may not use them.
 */
import { callerCatalog, mapSource } from '@sigil/core/catalog';
import type { Principal } from '@sigil/core/engine';
import type { ShownServer } from './mount.js';

/** Leaves out problems and overrides: they name components, so only readers of the log see them. */
export function viewForReader(reader: Principal, server: ShownServer): ShownServer {
  const { name, path, description, plugins, remote, isConfigured, source, shortPath, isRefused } = server;
  return {
    name,
    path,
    description,
    plugins,
    remote,
    isConfigured,
    source: mapSource(source, (catalog) => callerCatalog(catalog, reader)),
    problems: [],
    overrides: [],
    ...(shortPath === undefined ? {} : { shortPath }),
    ...(isRefused === undefined ? {} : { isRefused }),
  };
}
