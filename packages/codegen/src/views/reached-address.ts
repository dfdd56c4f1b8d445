/**
 * The addresses that a view reaches, and the list of its policy that has to name the host of each.
 */
import type { CspList } from './allows-host.js';

/** An address in a text, whose positions are UTF-16 units. */
export interface ReachedAddress {
  /** As written, up to the first part that is not known. */
  readonly address: string;
  /** The list of the policy that has to name its host; absent for an address that is only passed to code which may reach it. */
  readonly list?: CspList;
  readonly start: number;
  readonly end: number;
}

const framing: ReadonlySet<string> = new Set(['iframe', 'frame', 'embed', 'object']);

/** Attributes and properties whose value an element loads; of a style its addresses. */
const loading: ReadonlySet<string> = new Set(['src', 'srcset', 'poster', 'data', 'style']);

/** Elements that load their `href`; that of a link to follow is loaded by nothing in the view. */
const loadingHref: ReadonlySet<string> = new Set(['link', 'image', 'use', 'feimage', 'script']);

/** Returns the list for the value of an element's attribute; `undefined` if it loads nothing. */
export function listOfAttribute(tag: string | undefined, attribute: string): CspList | undefined {
  const [element, name] = [tag?.toLowerCase(), attribute.toLowerCase()];
  if (element === 'base') return name === 'href' ? 'baseUriDomains' : undefined;
  if (/^(?:xlink:?)?href$/.test(name))
    return element !== undefined && loadingHref.has(element) ? 'resourceDomains' : undefined;
  if (!loading.has(name) || (name === 'data' && element !== 'object')) return undefined;
  return element !== undefined && framing.has(element) ? 'frameDomains' : 'resourceDomains';
}

/** Finds the addresses of a style sheet. */
export function findInStyle(text: string): readonly ReachedAddress[] {
  // Comments are blanked, so that places stay the same.
  const bare = text.replaceAll(/\/\*[^]*?\*\//g, (comment) => ' '.repeat(comment.length));
  const form = /(?:url\(\s*["']?|@import\s+["'])((?:https?|wss?):\/\/[^"')\s]+|\/\/[^"')\s]+)/gi;
  return [...bare.matchAll(form)].map((match) => {
    const start = match.index + match[0].length - match[1]!.length;
    return { address: match[1]!, list: 'resourceDomains', start, end: start + match[1]!.length };
  });
}

/** Returns whether an address names a host. */
export function isRemote(address: string): boolean {
  return /^(?:(?:https?|wss?):)?\/\/[^/?#\s]/i.test(address.trim());
}
