/**
 * Refuses to begin without the plugins that the operator said are required.
 */
import type { HostEntry } from '../hosts/plugin-hosts.js';

/** A required plugin serves nothing; its message is for the operator. */
export class RequiredPluginError extends Error {
  override readonly name = 'RequiredPluginError';
}

/** @throws RequiredPluginError naming each required plugin that serves nothing, with the reason */
export function requirePlugins(entries: ReadonlyMap<string, HostEntry>): void {
  const missing = [...entries].flatMap(([name, { plugin }]) => {
    if (plugin.policy !== 'required' || plugin.serving) return [];
    const { status } = plugin;
    return [`  ${name}: ${status.state === 'failed' ? status.error.message : 'it serves nothing'}`];
  });
  if (missing.length === 0) return;
  throw new RequiredPluginError(
    ['required plugins do not serve, so this server does not either:', ...missing].join('\n'),
  );
}
