/**
 * Chooses the link to a plugin's code by the name of its kind. Code for links out of this process is loaded on first use.
 */
import { openInlineLink } from './inline-link.js';
import type { LinkKind, OpenLink } from './plugin-link.js';

const links: Readonly<Record<LinkKind, () => Promise<OpenLink>>> = {
  inline: async () => openInlineLink,
  worker: async () => (await import('./remote-links.js')).openWorkerLink,
  process: async () => (await import('./remote-links.js')).openProcessLink,
};

/** Returns the function that opens links of this kind. */
export function openLink(kind: LinkKind): OpenLink {
  return async (built, options) => (await links[kind]())(built, options);
}
