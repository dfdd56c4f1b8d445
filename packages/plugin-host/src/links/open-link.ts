/**
 * Chooses how a plugin's code is reached, by the name of the kind. A link that reaches out of this process is loaded
 * when it is first needed.
 */
import { openInlineLink } from './inline-link.js';
import type { LinkKind, OpenLink } from './plugin-link.js';

const links: Readonly<Record<LinkKind, () => Promise<OpenLink>>> = {
  inline: async () => openInlineLink,
  worker: async () => (await import('./remote-links.js')).openWorkerLink,
  process: async () => (await import('./remote-links.js')).openProcessLink,
};

/** The function that opens links of this kind. */
export function openLink(kind: LinkKind): OpenLink {
  return async (built, options) => (await links[kind]())(built, options);
}
