/**
 * Finds the addresses that the HTML of a view reaches: those of its elements, and of the scripts and styles between its tags.
 */
import type { HtmlCode, HtmlParts } from './html-entry.js';
import { findInStyle, isRemote, listOfAttribute, type ReachedAddress } from './reached-address.js';
import { findInScript, parseScript } from './script-addresses.js';

/** Finds the addresses. Local files are no part of them, as they become part of the page. */
export function findInPage(file: string, { code, addresses, handlers }: HtmlParts): readonly ReachedAddress[] {
  const named = [...addresses, ...code.flatMap(({ address }) => address ?? [])];
  return [
    ...named.flatMap(({ tag, attribute, ...place }) => {
      const list = listOfAttribute(tag, attribute);
      return list && isRemote(place.address) ? [{ ...place, list }] : [];
    }),
    ...code.flatMap((it) => (it.address ? [] : findInCode(file, it))),
    ...handlers.flatMap((it) => findInCode(file, { ...it, kind: 'classic' })),
  ];
}

function findInCode(
  file: string,
  { kind, text, textStart }: Pick<HtmlCode, 'kind' | 'text' | 'textStart'>,
): readonly ReachedAddress[] {
  const found =
    kind === 'style'
      ? findInStyle(text)
      : findInScript({ tree: parseScript(file, text), findImport: () => undefined }, true);
  return found.map((it) => ({ ...it, start: it.start + textStart, end: it.end + textStart }));
}
