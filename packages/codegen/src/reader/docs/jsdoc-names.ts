/**
 * Skips what JSDoc puts around a name: a type in braces, and the brackets of an optional parameter with its default. The signature
 * says both.
 */

/** The name after `@param`, empty if there is none, and the text after it. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

const name = /^`?((?:[\p{ID_Continue}$.]|\[\])+)/u;

/** The mark between a name or a type and its text. On the next line a hyphen begins a list. */
const separator = /^[^\S\n]*(?:(?:--?|[–—:])(?=\s|$))?/;

/** Reads `{string} city - text`, `[city="Rome"] text`, and the like. */
export function readNamedText(text: string): NamedText {
  const named = skipType(text).trimStart();
  const bracketsEnd = named.startsWith('[') ? endOfPair(named, '[', ']') : undefined;
  const found = name.exec(bracketsEnd === undefined ? named : named.slice(1).trimStart());
  if (!found) return { name: '', text };
  const rest =
    bracketsEnd === undefined ? named.slice(found[0].length).replace(/^[^\s-]*/, '') : named.slice(bracketsEnd);
  return { name: found[1] ?? '', text: rest.replace(separator, '') };
}

/** Returns the text of `{string} - text`, or of the text alone. */
export function readText(text: string): string {
  return skipType(text).replace(separator, '');
}

/** Returns the text after a type in braces, if it begins with one; `{@link X}` is text. */
function skipType(text: string): string {
  if (!/^\s*\{(?!@)/.test(text)) return text;
  const end = endOfPair(text, '{', '}');
  return end === undefined ? text : text.slice(end);
}

/** Returns the offset after the bracket that closes the first one; `undefined` if none does. */
function endOfPair(text: string, opening: string, closing: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === opening) depth += 1;
    else if (text[at] === closing && --depth === 0) return at + 1;
  }
  return undefined;
}
