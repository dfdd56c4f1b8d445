/**
 * The inline link: the plugin's code runs in the server's own process. The fastest, for code that is trusted.
 */
import { bindPlugin } from '@sigil/core';
import { evaluateBundle } from './evaluate-bundle.js';
import type { PluginLink } from './plugin-link.js';
import type { BuiltPlugin } from './read-built-plugin.js';

/** @throws PluginError when the code fails, or does not belong to the manifest */
export function openInlineLink(built: BuiltPlugin): PluginLink {
  return bindPlugin(built.manifest, evaluateBundle(built));
}
