/**
 * Writes text into a URL, a form, a header or a part of a multipart body, each with its own characters.
 *
 * Spec: RFC 3986 section 2, RFC 6570 sections 3.2.1 and 3.2.3, WHATWG URL "application/x-www-form-urlencoded"
 */

/** How text is written in one place, and whether a separator that occurs in a value can be written as another text there. */
export interface TextEncoding {
  readonly encode: (text: string) => string;
  readonly encodeName: (name: string) => string;
  readonly canEscape: boolean;
}

/** All characters but the unreserved ones, in UTF-8. */
export const percentEncoding: TextEncoding = { encode: percentEncode, encodeName: percentEncode, canEscape: true };

/** As `allowReserved` has it in a query: reserved characters and percent-encoded triples stay, if they cannot end the value. */
export const reservedEncoding: TextEncoding = {
  encode: (text) =>
    text
      .split(/(%[\dA-F]{2}|[:/?@!$'()*,;])/i)
      .map((part, index) => (index % 2 === 1 ? part : percentEncode(part)))
      .join(''),
  encodeName: percentEncode,
  canEscape: true,
};

/** As the body of a form. */
export const formEncoding: TextEncoding = { encode: encodeForm, encodeName: encodeForm, canEscape: true };

/** As it is, for headers and the parts of multipart bodies. */
export const rawEncoding: TextEncoding = { encode: (text) => text, encodeName: (name) => name, canEscape: false };

function percentEncode(text: string): string {
  // `encodeURIComponent` throws for half of a surrogate pair.
  const wellFormed = text.replace(/\p{Surrogate}/gu, '\uFFFD');
  return encodeURIComponent(wellFormed).replace(/[!'()*]/g, escapeCharacter);
}

function encodeForm(text: string): string {
  return percentEncode(text).replace(/%20|~|%2A/g, (it) => ({ '%20': '+', '~': '%7E' })[it] ?? '*');
}

/** Percent-encodes one character of ASCII, even an unreserved one. */
export function escapeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
