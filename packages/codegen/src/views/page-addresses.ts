/**
 * Finds the addresses that the HTML of a view reaches: those of its elements, and of the scripts and styles between its tags.
 */
import { readHtml, type HtmlAddress, type HtmlCode, type HtmlFrame, type HtmlParts } from './html-entry.js';
import { findInStyle, isFormTarget, isRemote, listOfAttribute, type ReachedAddress } from './reached-address.js';
import { findInScript, parseScript } from './script-addresses.js';

/** Finds the addresses. Local files are no part of them, as they become part of the page. */
export function findInPage(file: string, { code, addresses, handlers, frames }: HtmlParts): readonly ReachedAddress[] {
  const named = [...addresses, ...code.flatMap(({ address }) => address ?? [])];
  return [
    ...named.flatMap(findInAttribute),
    ...code.flatMap((it) => (it.address ? [] : findInCode(file, it))),
    ...handlers.flatMap((it) => findInCode(file, { ...it, kind: 'classic' })),
    ...frames.flatMap((it) => findInFrame(file, it)),
  ];
}

function findInAttribute({ tag, attribute, ...place }: HtmlAddress): readonly ReachedAddress[] {
  if (!isRemote(place.address)) return [];
  if (tag === 'meta' || isFormTarget(tag, attribute)) return [{ ...place, isLeft: true }];
  const list = listOfAttribute(tag, attribute);
  return list ? [{ ...place, list }] : [];
}

/** Finds the addresses of a page in an attribute, whose escapes move them: they are where their texts are, or else the whole attribute. */
function findInFrame(file: string, { text, textStart, page }: HtmlFrame): readonly ReachedAddress[] {
  return findInPage(file, readHtml(page)).map((it) => {
    const index = text.indexOf(it.address);
    const [start, end] = index < 0 ? [0, text.length] : [index, index + it.address.length];
    return { ...it, start: textStart + start, end: textStart + end };
  });
}

function findInCode(
  file: string,
  { kind, text, textStart }: Pick<HtmlCode, 'kind' | 'text' | 'textStart'>,
): readonly ReachedAddress[] {
  const found =
    kind === 'style'
      ? findInStyle(text)
      : findInScript({ tree: parseScript(file, text), findImport: () => undefined }, { withOthers: true });
  return found.map((it) => ({ ...it, start: it.start + textStart, end: it.end + textStart }));
}
