/**
 * Finds the links of a Markdown text with their places: of links, pictures and definitions. Those in code and in HTML are no links.
 *
 * The parser takes time in proportion to the text, and its tokens have lines only, so the place is looked up in the text of the token.
 * Spec: CommonMark 0.31
 */
import MarkdownIt, { type Env, type Token } from 'markdown-it';
import type { TextRange } from './skill-fault.js';

/** The address of a link. */
export interface LinkAddress {
  /** Without escapes of Markdown; escapes of URIs stay. */
  readonly address: string;
  /** The place of the address, as it is written. */
  readonly at: TextRange;
}

const markdown = new MarkdownIt('commonmark');
// Addresses are compared with files, so each one stays as it is written.
markdown.normalizeLink = (address) => address;
markdown.validateLink = () => true;
const { parseLinkDestination } = markdown.helpers;
const { normalizeReference } = markdown.utils;

/** The beginning of a definition: `[label]: `. */
const definition = /^[ \t>]*\[((?:[^\\[\]]|\\.){1,999})\]:[ \t]*(?:\r\n?|\n)?[ \t>]*/gm;

/** Finds all addresses, those of definitions last. */
export function findLinks(text: string): LinkAddress[] {
  const lines = linesOf(text);
  const env: Env = {};
  const tokens = markdown.parse(text, env);
  const inline = tokens.filter(({ type }) => type === 'inline');
  return [...inline.flatMap((token) => findInline(token, lines)), ...findDefinitions(text, env.references ?? {})];
}

/** A line of the text, and the place where it begins. */
interface Line {
  readonly from: number;
  readonly text: string;
}

function linesOf(text: string): Line[] {
  return [...text.matchAll(/([^\r\n]*)(?:\r\n?|\n|$)/g)].map(({ index, 1: line = '' }) => ({
    from: index,
    text: line,
  }));
}

function findInline({ content, children, map }: Token, lines: readonly Line[]): LinkAddress[] {
  const addresses = (children ?? []).flatMap(addressesIn);
  if (addresses.length === 0) return [];
  const written = findWritten(content, shiftsOf(content, lines.slice(...(map ?? [0, 0]))));
  // A link by a definition has no address of its own.
  return addresses.flatMap((address) => written.get(address)?.pop() ?? []);
}

/** Returns the addresses of a token and those inside of it. */
function addressesIn(token: Token): string[] {
  const address = token.attrGet(token.type === 'image' ? 'src' : 'href');
  return [...(address ? [String(address)] : []), ...(token.children ?? []).flatMap(addressesIn)];
}

/** A line of a paragraph: where it begins there, and how far that is from the place in the text. */
interface Shift {
  readonly from: number;
  readonly by: number;
}

/** The lines of a paragraph have lost what is before and behind them, such as the mark of a quote. */
function shiftsOf(content: string, lines: readonly Line[]): Shift[] {
  let from = 0;
  return content.split('\n').map((text, index) => {
    const line = lines[index];
    // A tab in a quote becomes spaces, so the line differs; the link is then placed at its beginning.
    const column = Math.max(0, line?.text.lastIndexOf(text) ?? 0);
    const shift = { from, by: (line?.from ?? 0) + column - from };
    from += text.length + 1;
    return shift;
  });
}

/** Finds everything in a paragraph that may be the address of a link: by the address, the last one first. */
function findWritten(content: string, shifts: readonly Shift[]): ReadonlyMap<string, LinkAddress[]> {
  const places = new Map<string, LinkAddress[]>();
  let line = 0;
  for (const { index, 0: opening } of content.matchAll(/\]\(\s*/g)) {
    const found = readAddress(content, index + opening.length);
    if (!found) continue;
    const { address, at } = found;
    while ((shifts[line + 1]?.from ?? Infinity) <= at.from) line++;
    const by = shifts[line]?.by ?? 0;
    const known = places.get(address) ?? [];
    places.set(address, known);
    known.push({ address, at: { from: at.from + by, to: at.to + by } });
  }
  for (const known of places.values()) known.reverse();
  return places;
}

function readAddress(text: string, from: number): LinkAddress | undefined {
  const { ok: isAddress, pos: to, str: address } = parseLinkDestination(text, from, text.length);
  if (!isAddress) return undefined;
  return { address, at: text[from] === '<' ? { from: from + 1, to: to - 1 } : { from, to } };
}

/** Of definitions with one label, the first counts. */
function findDefinitions(text: string, references: Readonly<Record<string, { readonly href: string }>>): LinkAddress[] {
  const places = new Map<string, LinkAddress>();
  for (const { index, 0: opening, 1: label = '' } of text.matchAll(definition)) {
    const key = normalizeReference(label);
    const found = readAddress(text, index + opening.length);
    if (found && references[key]?.href === found.address && !places.has(key)) places.set(key, found);
  }
  return Object.entries(references).map(
    ([key, { href }]) => places.get(key) ?? { address: href, at: { from: 0, to: 1 } },
  );
}
