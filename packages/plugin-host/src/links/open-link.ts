/**
 * Chooses how a plugin's code is reached, by the name of the kind. What a link is made of is loaded when the first is opened.
 */
import type { LinkKind, OpenLink } from './plugin-link.js';

const links: Readonly<Record<LinkKind, () => Promise<OpenLink>>> = {
  inline: async () => (await import('./inline-link.js')).openInlineLink,
  worker: async () => (await import('./remote-links.js')).openWorkerLink,
  process: async () => (await import('./remote-links.js')).openProcessLink,
};

/** The function that opens links of this kind. */
export function openLink(kind: LinkKind): OpenLink {
  return async (built, options) => (await links[kind]())(built, options);
}
