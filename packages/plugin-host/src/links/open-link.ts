/**
 * Chooses how a plugin's code is reached, by the name of the kind.
 */
import { PluginError } from '@sigil/core';
import { openInlineLink } from './inline-link.js';
import type { LinkKind, OpenLink } from './plugin-link.js';

/** The function that opens links of this kind. */
export function openLink(kind: LinkKind): OpenLink {
  if (kind === 'inline') return openInlineLink;
  return () => Promise.reject(new PluginError('start-failed', `a link of kind "${kind}" cannot be opened here`));
}
