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
  /** True if the view would leave for the address, which no host lets it do. */
  readonly isLeft?: boolean;
  readonly start: number;
  readonly end: number;
}

const framing: ReadonlySet<string> = new Set(['iframe', 'frame', 'embed', 'object']);

/** Attributes and properties whose value an element loads; of a style its addresses. */
const loading: ReadonlySet<string> = new Set(['src', 'srcset', 'imagesrcset', 'poster', 'data', 'style']);

/** Attributes of graphics that may name another file in `url(…)`. */
const painting: ReadonlySet<string> = new Set([
  'fill',
  'stroke',
  'filter',
  'mask',
  'clip-path',
  'cursor',
  'marker-start',
  'marker-mid',
  'marker-end',
]);

/** Elements whose `background` is the address of a picture; elsewhere it is a style. */
const hasBackground: ReadonlySet<string> = new Set(['body', 'table', 'tr', 'td', 'th']);

/** Elements that load their `href`; that of a link to follow is loaded by nothing in the view. */
const loadingHref: ReadonlySet<string> = new Set(['link', 'image', 'use', 'feimage', 'script']);

/** Relations of a link whose target the page loads; others are for readers and search engines. */
const loadedRelations = /\b(?:stylesheet|icon|apple-touch-icon|preload|modulepreload|prefetch|manifest|preconnect)\b/i;

/** Returns whether a page loads the target of a link with these relations. */
export function isLoadedRelation(relations: string): boolean {
  return loadedRelations.test(relations);
}

/** Returns the list for the value of an element's attribute; `undefined` if it loads nothing. */
export function listOfAttribute(tag: string | undefined, attribute: string): CspList | undefined {
  const [element, name] = [tag?.toLowerCase(), attribute.toLowerCase()];
  if (element === 'base') return name === 'href' ? 'baseUriDomains' : undefined;
  if (/^(?:xlink:?)?href$/.test(name))
    return element !== undefined && loadingHref.has(element) ? 'resourceDomains' : undefined;
  if (painting.has(name) || (name === 'background' && hasBackground.has(element ?? ''))) return 'resourceDomains';
  if (!loading.has(name) || (name === 'data' && element !== 'object')) return undefined;
  return element !== undefined && framing.has(element) ? 'frameDomains' : 'resourceDomains';
}

/** Returns whether a form sends itself to the value of an attribute, and so leaves the page. */
export function isFormTarget(tag: string | undefined, attribute: string): boolean {
  const name = attribute.toLowerCase();
  return name === 'formaction' || (name === 'action' && tag?.toLowerCase() === 'form');
}

/** An address in a text, and where it begins there. */
export interface FoundAddress {
  readonly address: string;
  readonly index: number;
}

/** Finds the addresses in the value of an attribute: several in a `srcset`, those in `url(…)` of a style, and otherwise the value itself. */
export function findInValue(attribute: string, value: string): readonly FoundAddress[] {
  const name = attribute.toLowerCase();
  const form = addressForms.get(name) ?? (painting.has(name) ? inUrl : /\S(?:.*\S)?/g);
  return [...value.matchAll(form)].map(({ 0: address, index }) => ({ address, index }));
}

const inUrl = /(?<=url\(\s*(?:&quot;|["'])?)[^\s"'()&][^\s"'()]*?(?=\s*(?:&quot;|["'])?\s*\))/gi;
// Each address may be followed by a width or a density.
const inSourceSet = /(?<=^|,|\s)(?![\d.]+[wx](?:,|\s|$))[^\s,](?:\S*[^\s,])?/g;

const addressForms: ReadonlyMap<string, RegExp> = new Map([
  ['srcset', inSourceSet],
  ['imagesrcset', inSourceSet],
  ['style', inUrl],
]);

const remote = String.raw`((?:(?:https?|wss?):)?\/\/[^"')\s]+)`;
/** In `url(…)`, which after `@namespace` is only a name, and after `@import`. */
const inStyle = new RegExp(
  String.raw`(?:(?<!@namespace\s+(?:[\w-]+\s+)?)(?:url|src)\(\s*["']?|@import\s*["'])${remote}`,
  'gi',
);
/** The arguments of a function that chooses one of several pictures, which may be bare texts. */
const pictureSet = /(?<!\w)(?:image-set|image|cross-fade)\((?:[^()"']|"[^"]*"|'[^']*'|\([^()]*\))*/gi;
const inPictureSet = new RegExp(String.raw`(?<!(?:url|src|type)\(\s*)["']${remote}`, 'gi');

/** Finds the addresses of a style sheet. */
export function findInStyle(text: string): readonly ReachedAddress[] {
  // Comments are blanked, so that places stay the same.
  const bare = text.replaceAll(/\/\*[^]*?\*\//g, (comment) => ' '.repeat(comment.length));
  const sets = [...bare.matchAll(pictureSet)].flatMap((set) =>
    [...set[0].matchAll(inPictureSet)].map((match) => reachedBy(match, set.index)),
  );
  return [...[...bare.matchAll(inStyle)].map((match) => reachedBy(match, 0)), ...sets];
}

/** @param from the place of the searched part in its text */
function reachedBy({ 0: whole, 1: address = '', index }: RegExpExecArray, from: number): ReachedAddress {
  const end = from + index + whole.length;
  return { address, list: 'resourceDomains', start: end - address.length, end };
}

/** Finds the address in the content of a `<meta http-equiv="refresh">`, such as `0; url=https://…`. */
export function findInRefresh(content: string): FoundAddress | undefined {
  const found = /^\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?["']?([^"'\s]+)/i.exec(content);
  const [whole, address] = found ?? [];
  return whole === undefined || address === undefined ? undefined : { address, index: whole.length - address.length };
}

/** Returns whether an address names a host. */
export function isRemote(address: string): boolean {
  return /^(?:(?:https?|wss?):)?\/\/[^/?#\s]/i.test(address.trim());
}
