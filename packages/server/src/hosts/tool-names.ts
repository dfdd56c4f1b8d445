/**
 * The names of the tools of hosted plugins.
 */
import type { PluginHosts } from './plugin-hosts.js';

/** @returns the names by plugin */
export function toolNamesOf({ entries }: Pick<PluginHosts, 'entries'>): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...entries].map(([name, { plugin }]) => [name, plugin.current().tools.map(({ definition }) => definition.name)]),
  );
}
