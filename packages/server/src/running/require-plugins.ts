/**
 * Refuses to begin without the plugins that the operator said are required.
 */
import type { PluginHosts } from '../hosts/plugin-hosts.js';

/** A required plugin serves nothing; its message is for the operator. */
export class RequiredPluginError extends Error {
  override readonly name = 'RequiredPluginError';
}

/** @throws RequiredPluginError naming each required plugin that serves nothing, with the reason */
export function requirePlugins({ entries, missing }: Pick<PluginHosts, 'entries' | 'missing'>): void {
  const absent = missing.map((name) => `  ${name}: there is no plugin of this name`);
  const broken = [...entries].flatMap(([name, { plugin }]) => {
    if (plugin.policy !== 'required' || plugin.serving) return [];
    const { status } = plugin;
    return [`  ${name}: ${status.state === 'failed' ? status.error.message : 'it serves nothing'}`];
  });
  const reasons = [...absent, ...broken];
  if (reasons.length === 0) return;
  throw new RequiredPluginError(
    ['required plugins do not serve, so this server does not either:', ...reasons].join('\n'),
  );
}
