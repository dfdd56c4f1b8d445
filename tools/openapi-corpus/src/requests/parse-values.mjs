/**
 * Recovers the values of parameters from a request by the rules of the document: a server's half of the style table.
 *
 * Shares no code and no approach with the run-time: it splits what was sent, by the raw delimiters, and decodes the parts.
 */

/** @typedef {import('../documents/document.mjs').DocumentParameter} DocumentParameter */
/** @typedef {import('../documents/document.mjs').OpenApiDocument} OpenApiDocument */

/**
 * @typedef {object} RawRequest
 * @property {string} method
 * @property {string} path raw, after the server's base path
 * @property {string} query raw, without the question mark
 * @property {Record<string, string | string[] | undefined>} headers
 * @property {Buffer} body
 */

/** A value was sent in a form that its row of the table does not have. */
export class WireError extends Error {
  /** @override */
  name = 'WireError';
}

/**
 * @typedef {object} ValueShape
 * @property {string} kind `primitive`, `array` or `object`
 * @property {readonly string[]} members names of an object's members, which an exploded object is recognized by
 */

/**
 * @param {DocumentParameter} parameter
 * @param {ValueShape} shape
 * @param {RawRequest} request
 * @param {string} template the operation's path
 * @returns {any} texts, lists and objects of texts; `undefined` if it was not sent; parsed JSON for `content`
 */
export function parseParameter(parameter, shape, request, template) {
  const { in: place, name } = parameter;
  const { kind } = shape;
  if (place === 'path') return parsePath(parameter, kind, rawPathValue(template, request.path, name));
  if (place === 'header') {
    const raw = request.headers[name.toLowerCase()];
    return raw === undefined ? undefined : parseHeader(parameter, kind, String(raw));
  }
  const pairs =
    place === 'query' ? splitPairs(request.query, '&') : splitPairs(String(request.headers['cookie'] ?? ''), '; ');
  return parsePairs(parameter, shape, pairs, { isForm: place === 'query' });
}

/** Finds the raw text of one expression of a path template. @param {string} template @param {string} path @param {string} name */
function rawPathValue(template, path, name) {
  const [pattern = ''] = template.split(/[?#]/);
  const names = [...pattern.matchAll(/\{([^}]*)\}/g)].map(([, it]) => it);
  const source = pattern
    .split(/\{[^}]*\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('([^/?#]*)');
  const match = new RegExp(`^${source}$`).exec(path);
  if (!match) throw new WireError(`the path ${path} does not match ${template}`);
  return match[names.indexOf(name) + 1] ?? '';
}

/** @param {DocumentParameter} parameter @param {string} kind @param {string} raw @returns {any} */
function parsePath({ style, explode, name, content }, kind, raw) {
  if (content !== undefined) return parseContent(content, decode(raw));
  if (style === 'simple') return parseDelimited(raw, { kind, explode, delimiter: ',', read: decode });
  if (style === 'label') {
    if (!raw.startsWith('.')) throw new WireError(`"${name}" has no "." in front`);
    return parseDelimited(raw.slice(1), { kind, explode, delimiter: explode ? '.' : ',', read: decode });
  }
  if (style !== 'matrix') throw new WireError(`"${name}" has the style ${style} in a path`);
  if (!raw.startsWith(';')) throw new WireError(`"${name}" has no ";" in front`);
  const pairs = splitPairs(raw.slice(1), ';');
  if (kind === 'object' && explode)
    return Object.fromEntries(pairs.map(([key, value]) => [decode(key), decode(value)]));
  if (pairs.some(([key]) => decode(key) !== name)) throw new WireError(`"${name}" is called otherwise`);
  if (kind === 'array' && explode) return pairs.map(([, value]) => decode(value));
  if (pairs.length !== 1) throw new WireError(`"${name}" is there ${pairs.length} times`);
  return parseDelimited(pairs[0]?.[1] ?? '', { kind, explode: false, delimiter: ',', read: decode });
}

/** @param {DocumentParameter} parameter @param {string} kind @param {string} raw @returns {any} */
function parseHeader({ explode, content }, kind, raw) {
  if (content !== undefined) return parseContent(content, raw);
  return parseDelimited(raw, { kind, explode, delimiter: ',', read: (it) => it.trim() });
}

/**
 * @typedef {object} PairDecoding
 * @property {boolean} isForm whether `+` is a space
 * @property {(raw: string) => string} [read] decodes names and values
 */

/**
 * @param {Pick<DocumentParameter, 'name' | 'style' | 'explode' | 'content'>} parameter
 * @param {ValueShape} shape
 * @param {readonly [string, string][]} pairs raw
 * @param {PairDecoding} decoding
 * @returns {any}
 */
export function parsePairs(
  { name, style, explode, content },
  { kind, members },
  pairs,
  { isForm, read = (raw) => decode(isForm ? raw.replaceAll('+', ' ') : raw) },
) {
  if (style === 'deepObject') return parseDeep(name, pairs, read);
  const own = pairs.filter(([key]) => read(key) === name).map(([, value]) => value);
  if (content !== undefined) {
    if (own[0] === undefined) return undefined;
    // A cookie of plain text is not percent-encoded.
    return parseContent(content, isForm || /json/.test(content) ? read(own[0]) : own[0]);
  }
  if (kind === 'object' && explode) {
    const found = pairs.filter(([key]) => members.includes(read(key)));
    return found.length === 0 ? undefined : Object.fromEntries(found.map(([key, value]) => [read(key), read(value)]));
  }
  if (own.length === 0) return undefined;
  if (kind === 'array' && explode) return own.map(read);
  if (own.length !== 1) throw new WireError(`"${name}" is there ${own.length} times`);
  const [raw = ''] = own;
  if (kind === 'primitive') return read(raw);
  const delimiters = { spaceDelimited: /%20|\+| /, pipeDelimited: /%7C|\|/i };
  const delimiter = /** @type {any} */ (delimiters)[style] ?? ',';
  return parseDelimited(raw, { kind, explode: false, delimiter, read });
}

/** @param {string} name @param {readonly [string, string][]} pairs @param {(raw: string) => string} read @returns {any} */
function parseDeep(name, pairs, read) {
  /** @type {any} */
  let result;
  for (const [rawKey, rawValue] of pairs) {
    const key = read(rawKey);
    if (key === name) result = read(rawValue);
    if (!key.startsWith(`${name}[`)) continue;
    const path = [...key.slice(name.length).matchAll(/\[([^\]]*)\]/g)].map(([, part = '']) => part);
    result ??= /^\d*$/.test(path[0] ?? '') ? [] : {};
    put(result, path, read(rawValue));
  }
  return result;
}

/** @param {any} target @param {readonly string[]} path @param {string} value */
function put(target, [key = '', ...rest], value) {
  const place = key === '' ? target.length : key;
  if (rest.length === 0) {
    target[place] = value;
    return;
  }
  if (!Object.hasOwn(target, place)) target[place] = /^\d*$/.test(rest[0] ?? '') ? [] : {};
  put(target[place], rest, value);
}

/**
 * @param {string} raw
 * @param {{ kind: string, explode: boolean, delimiter: string | RegExp, read: (raw: string) => string }} form
 * @returns {any}
 */
function parseDelimited(raw, { kind, explode, delimiter, read }) {
  if (kind === 'primitive') return read(raw);
  const parts = raw.split(delimiter);
  if (kind === 'array') return parts.map(read);
  if (explode)
    return Object.fromEntries(splitPairs(parts.join('\n'), '\n').map(([key, value]) => [read(key), read(value)]));
  if (parts.length % 2 === 1) throw new WireError('a name without a value');
  const entries = parts.flatMap((part, index) => (index % 2 === 0 ? [[read(part), read(parts[index + 1] ?? '')]] : []));
  return Object.fromEntries(entries);
}

/** @param {string} mediaType @param {string} text @returns {any} */
function parseContent(mediaType, text) {
  return /json/.test(mediaType) ? JSON.parse(text) : text;
}

/** @param {string} text @param {string} separator @returns {[string, string][]} */
export function splitPairs(text, separator) {
  if (text === '') return [];
  return text.split(separator).map((pair) => {
    const at = pair.indexOf('=');
    return at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
  });
}

/** @param {string} raw */
function decode(raw) {
  if (/[^\x21-\x7E]/.test(raw.replaceAll(' ', ''))) throw new WireError('a character beyond ASCII is not encoded');
  return decodeURIComponent(raw);
}
