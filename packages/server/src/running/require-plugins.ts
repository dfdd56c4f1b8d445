/**
 * Refuses to start without the operator's required plugins, and reports settings that belong to no plugin.
 */
import { suggestNames } from '@sigil/core/building';
import type { PluginHosts } from '../hosts/plugin-hosts.js';

/** A required plugin serves nothing; its message is for the operator. */
export class RequiredPluginError extends Error {
  override readonly name = 'RequiredPluginError';
}

/**
 * @param remotes the required upstream servers that do not serve, with the reasons
 * @throws RequiredPluginError naming each required plugin and upstream that serves nothing, with the reason
 */
export function requirePlugins(
  { entries, missing }: Pick<PluginHosts, 'entries' | 'missing'>,
  remotes: ReadonlyMap<string, string> = new Map(),
): void {
  const absent = missing.map((name) => `  ${name}: there is no plugin of this name`);
  const broken = [...entries].flatMap(([name, { plugin }]) => {
    if (plugin.policy !== 'required' || plugin.serving) return [];
    const { status } = plugin;
    return [`  ${name}: ${status.state === 'failed' ? status.error.message : 'it serves nothing'}`];
  });
  const upstreams = [...remotes].map(([name, why]) => `  ${name}: ${why}`);
  const reasons = [...absent, ...broken, ...upstreams];
  if (reasons.length === 0) return;
  const what = upstreams.length > 0 ? 'required plugins or upstream servers' : 'required plugins';
  throw new RequiredPluginError([`${what} do not serve, so this server does not either:`, ...reasons].join('\n'));
}

/** @returns a sentence for each plugin that has settings and is not hosted; it may be added later */
export function describeUnusedSettings({
  entries,
  absent,
}: Pick<PluginHosts, 'entries' | 'absent'>): readonly string[] {
  return absent.map(
    (name) => `"plugins" has settings for "${name}", and no such plugin is hosted${suggestNames(name, entries.keys())}`,
  );
}
