/**
 * The inline link: the plugin's code runs in the server's own process. The fastest, for code that is trusted.
 */
import { bindPlugin, type BindOptions } from '@sigil/core';
import { evaluateBundle } from './evaluate-bundle.js';
import type { PluginLink } from './plugin-link.js';
import type { BuiltPlugin } from './read-built-plugin.js';

/** @throws PluginError when the code fails, does not belong to the manifest, or does not take the configuration */
export function openInlineLink(built: BuiltPlugin, options: BindOptions): PluginLink {
  return bindPlugin(built.manifest, evaluateBundle(built), options);
}
