/**
 * Finds out whether two spellings are one URI: by percent-encoding, and by the case of escapes, schemes and hosts.
 *
 * Never decodes a reserved character, so `%2F` stays distinct from `/`, and removes no dot segments.
 * Spec: RFC 3986 sections 2.1 and 6.2.2, RFC 3987 section 3.1
 */

const forbidden = /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+/g;
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
/** Escapes of letters, digits and `-._~`, and escapes with small letters. */
const changingEscape = /%(?:2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E|[a-f][\dA-Fa-f]|[\dA-F][a-f])/g;
const brokenEscape = /%(?![0-9A-Fa-f]{2})/;
const unreserved = /[A-Za-z0-9\-._~]/;
const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const schemeAndAuthority = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/;

/** The longest URI that is compared otherwise than as a text, in characters, since a peer chooses its length. */
export const longestUri = 8192;

/** Returns whether the text has a percent sign that begins no escape. */
export function hasBrokenEscape(text: string): boolean {
  return brokenEscape.test(text);
}

/** Encodes the characters that no URI may contain, such as spaces and letters outside ASCII. Escapes stay as they are. */
export function encodeUri(text: string): string {
  return text.replace(forbidden, (run) => encodeURIComponent(run.replace(loneSurrogate, '\uFFFD')));
}

/**
 * Returns a text that is the same for every spelling of one URI. Compare with it only; answers show URIs as they were given.
 *
 * A URI with a broken escape keeps its spelling, since its meaning is unknown, and so does a URI beyond `longestUri`.
 */
export function normalizeUri(uri: string): string {
  if (uri.length > longestUri) return uri;
  const spelled = normalizeEscapes(uri);
  const [authority] = schemeAndAuthority.exec(spelled) ?? [];
  return authority === undefined ? spelled : lowerHost(authority) + spelled.slice(authority.length);
}

/** Normalizes escapes and the scheme, not the host. As long as `normalizeUri`, character by character. */
export function normalizeEscapes(uri: string): string {
  return normalizeText(uri).replace(scheme, (name) => name.toLowerCase());
}

/** Normalizes the escapes of a part of a URI. */
export function normalizeText(text: string): string {
  if (hasBrokenEscape(text)) return text;
  return encodeUri(text).replace(changingEscape, (written) => {
    const character = String.fromCharCode(Number.parseInt(written.slice(1), 16));
    return unreserved.test(character) ? character : written.toUpperCase();
  });
}

/** Returns an address's path with its names normalized: what follows the first part, which rules of proxies are written for. */
export function normalizePath(path: string): string {
  const names = path.indexOf('/', 1);
  return names === -1 ? path : path.slice(0, names) + normalizeText(path.slice(names));
}

/** Lowers the letters of a host, except in escapes. @param authority may begin with a scheme and a user, which stay */
export function lowerHost(authority: string): string {
  const at = authority.lastIndexOf('@') + 1;
  const host = authority
    .slice(at)
    .replace(/%[0-9A-Fa-f]{2}|[A-Z]+/g, (it) => (it.startsWith('%') ? it : it.toLowerCase()));
  return authority.slice(0, at) + host;
}
