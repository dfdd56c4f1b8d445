/**
 * The inline link: the plugin's code runs in the server's own process. The fastest, for code that is trusted.
 */
import { bindPlugin, type Announcer } from '@sigil/core';
import { evaluateBundle } from './evaluate-bundle.js';
import type { PluginLink } from './plugin-link.js';
import type { BuiltPlugin } from './read-built-plugin.js';

/**
 * @param announcer where the plugin's own announcements go
 * @throws PluginError when the code fails, or does not belong to the manifest
 */
export function openInlineLink(built: BuiltPlugin, announcer: Announcer): PluginLink {
  return bindPlugin(built.manifest, evaluateBundle(built), { announcer });
}
