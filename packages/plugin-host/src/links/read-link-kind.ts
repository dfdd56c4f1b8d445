/**
 * Reads the link that a plugin asks for in its package.json: `"sigil": { "link": "process" }`.
 */
import type { LinkKind } from './plugin-link.js';

/** @param sigil the member `sigil` of a package.json; `undefined` is returned for a value that is not the name of a link */
export function readLinkKind(sigil: unknown): LinkKind | undefined {
  if (typeof sigil !== 'object' || sigil === null || !('link' in sigil)) return undefined;
  const { link } = sigil;
  return link === 'inline' || link === 'worker' || link === 'process' ? link : undefined;
}
