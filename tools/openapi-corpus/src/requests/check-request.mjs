/**
 * Checks one request by the document: every value arrived where and as the document wants it, and nothing else was sent.
 */
import { isDeepStrictEqual } from 'node:util';
import { parseBody } from './parse-body.mjs';
import { parseParameter, splitPairs } from './parse-values.mjs';

/** @typedef {import('../documents/document.mjs').DocumentOperation} DocumentOperation */
/** @typedef {import('../documents/document.mjs').Json} Json */
/** @typedef {import('../documents/document.mjs').OpenApiDocument} OpenApiDocument */
/** @typedef {import('./parse-values.mjs').RawRequest} RawRequest */

/**
 * @typedef {object} SentValues the values that were meant, by the names of the document; bytes are `Uint8Array`
 * @property {Record<string, unknown>} [path]
 * @property {Record<string, unknown>} [query]
 * @property {Record<string, unknown>} [header]
 * @property {Record<string, unknown>} [cookie]
 * @property {{ mediaType: string, value: unknown }} [body]
 */

/** @param {OpenApiDocument} document @param {DocumentOperation} operation @param {RawRequest} request @param {SentValues} meant @returns {string[]} problems */
export function checkRequest(document, operation, request, meant) {
  const problems = [];
  if (request.method !== operation.method) problems.push(`the method is ${request.method}`);
  for (const parameter of operation.parameters) {
    const value = /** @type {any} */ (meant)[parameter.in]?.[parameter.name];
    const kind =
      typeof value === 'object' && value !== null ? (Array.isArray(value) ? 'array' : 'object') : 'primitive';
    const members = kind === 'object' ? Object.keys(value) : [];
    const where = `${parameter.in} "${parameter.name}"`;
    try {
      const found = parseParameter(parameter, { kind, members }, request, operation.path);
      const expected =
        parameter.content && /json/.test(parameter.content) ? value : asTexts(value, parameter.style === 'deepObject');
      if (!isDeepStrictEqual(found, expected)) problems.push(`${where}: sent ${show(expected)}, read ${show(found)}`);
    } catch (error) {
      problems.push(`${where}: ${error instanceof Error ? error.message : error}`);
    }
  }
  problems.push(...strangers(document, operation, request, meant), ...checkBody(document, operation, request, meant));
  return problems;
}

/**
 * Checks that a request has the credentials of one of the alternatives that its operation requires.
 *
 * @param {OpenApiDocument} document
 * @param {DocumentOperation} operation
 * @param {RawRequest} request
 * @returns {string[]} problems
 */
export function checkCredentials(document, operation, request) {
  const required = operation.definition['security'] ?? document.root['security'] ?? [];
  // No credential can be sent for a scheme that the document does not declare, and a certificate belongs to the connection.
  const isSent = (/** @type {string} */ name) => ![undefined, 'mutualTLS'].includes(schemeOf(document, name)?.type);
  const alternatives = required.map((/** @type {Json} */ requirement) =>
    Object.fromEntries(Object.entries(requirement).filter(([name]) => isSent(name))),
  );
  const isMet = (/** @type {Json} */ requirement) => {
    const names = Object.keys(requirement);
    const missing = names.filter((name) => !hasCredential(document, name, request));
    // Two credentials of one header cannot both be sent.
    return (
      missing.length === 0 ||
      (missing.length < names.length && missing.every((name) => isInAuthorization(document, name)))
    );
  };
  return alternatives.length === 0 || alternatives.some(isMet)
    ? []
    : ['no alternative of the required credentials was sent'];
}

/** @param {OpenApiDocument} document @param {string} name */
function isInAuthorization(document, name) {
  return schemeOf(document, name)?.type !== 'apiKey';
}

/** @param {OpenApiDocument} document @param {string} name @returns {any} */
function schemeOf(document, name) {
  const all = document.root['components']?.securitySchemes ?? document.root['securityDefinitions'] ?? {};
  return document.resolve(all[name]);
}

/** @param {OpenApiDocument} document @param {string} name @param {RawRequest} request */
function hasCredential(document, name, { headers, query }) {
  const scheme = schemeOf(document, name);
  if (scheme?.type === 'apiKey' && scheme.in === 'header') return headers[scheme.name.toLowerCase()] !== undefined;
  if (scheme?.type === 'apiKey' && scheme.in === 'query')
    return splitPairs(query, '&').some(([key]) => decodeURIComponent(key) === scheme.name);
  if (scheme?.type === 'apiKey')
    return splitPairs(String(headers['cookie'] ?? ''), '; ').some(([key]) => decodeURIComponent(key) === scheme.name);
  const isBasic = scheme?.type === 'basic' || (scheme?.type === 'http' && /^basic$/i.test(scheme.scheme));
  const prefix = isBasic ? 'basic' : scheme?.type === 'http' ? scheme.scheme : 'bearer';
  return String(headers['authorization'] ?? '')
    .toLowerCase()
    .startsWith(`${prefix.toLowerCase()} `);
}

/** @param {OpenApiDocument} document @returns {Json[]} */
function securitySchemes(document) {
  const all = document.root['components']?.securitySchemes ?? document.root['securityDefinitions'] ?? {};
  return Object.values(all).map((it) => document.resolve(it) ?? {});
}

/** Names in the query and the cookies that no parameter explains. @param {OpenApiDocument} document @param {DocumentOperation} operation @param {RawRequest} request @param {SentValues} meant */
function strangers(document, operation, request, meant) {
  const keys = securitySchemes(document).filter((scheme) => scheme['type'] === 'apiKey');
  const known = (/** @type {'query' | 'cookie'} */ place) => {
    const names = operation.parameters.filter((it) => it.in === place).map(({ name }) => name);
    const members = Object.values(meant[place] ?? {}).flatMap((it) =>
      it !== null && typeof it === 'object' && !Array.isArray(it) ? Object.keys(it) : [],
    );
    const credentials = keys.filter((it) => it['in'] === place).map((it) => it['name']);
    return new Set([...names, ...members, ...credentials]);
  };
  const sent = {
    query: splitPairs(request.query, '&').map(([name]) => decodeURIComponent(name)),
    cookie: splitPairs(String(request.headers['cookie'] ?? ''), '; ').map(([name]) => decodeURIComponent(name)),
  };
  return /** @type {const} */ (['query', 'cookie']).flatMap((place) =>
    sent[place]
      .filter((name) => !known(place).has(name) && !known(place).has(name.replace(/\[.*$/, '')))
      .map((name) => `${place} "${name}" is not in the document`),
  );
}

/** @param {OpenApiDocument} document @param {DocumentOperation} operation @param {RawRequest} request @param {SentValues} meant @returns {string[]} */
function checkBody(document, { body }, request, { body: meantBody }) {
  if (!meantBody || meantBody.value === undefined) {
    return request.body.length > 0 ? ['a body was sent that was not meant'] : [];
  }
  // An optional body without members need not be sent.
  if (!body?.required && request.body.length === 0 && isDeepStrictEqual(meantBody.value, {})) return [];
  const description = body?.content[meantBody.mediaType];
  if (!description) return [`the document has no body of the type ${meantBody.mediaType}`];
  try {
    const contentType = String(request.headers['content-type'] ?? '');
    const found = parseBody(
      document,
      { mediaType: meantBody.mediaType, description },
      { body: request.body, contentType },
    );
    const read = typeof meantBody.value === 'string' && Buffer.isBuffer(found) ? found.toString() : found;
    const expected = expectedBody(contentType, description, meantBody.value);
    return isDeepStrictEqual(plain(read), plain(expected)) ? [] : [`body: sent ${show(expected)}, read ${show(found)}`];
  } catch (error) {
    return [`body: ${error instanceof Error ? error.message : error}`];
  }
}

/** @param {string} contentType @param {any} description @param {any} value @returns {unknown} */
function expectedBody(contentType, { encoding = {} }, value) {
  const isForm = contentType.startsWith('application/x-www-form-urlencoded');
  if (!isForm && !contentType.startsWith('multipart/')) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, it]) => {
      if (it === null || it === undefined) return [];
      const { style, explode, allowReserved, contentType: type } = encoding[name] ?? {};
      const hasStyle = style !== undefined || explode !== undefined || allowReserved !== undefined;
      const isWholeJson = !hasStyle && (/json/.test(type ?? '') || (!Array.isArray(it) && isComposite(it)));
      if (isWholeJson) return [[name, it]];
      if (!hasStyle && !isForm && Array.isArray(it))
        return [[name, it.map((one) => (isComposite(one) ? one : asTexts(one, false)))]];
      const texts = asTexts(it, style === 'deepObject');
      return texts === undefined ? [] : [[name, texts]];
    }),
  );
}

/** @param {unknown} value */
function isComposite(value) {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
}

/** Returns a value as it arrives if it is sent as text: the table knows texts alone. @param {any} value @param {boolean} isDeep @returns {any} */
function asTexts(value, isDeep, level = 0) {
  if (value === undefined || value === null) return undefined;
  if (value instanceof Uint8Array) return value;
  if (typeof value !== 'object') return String(value);
  if (level > 0 && !isDeep) return JSON.stringify(value);
  if (Array.isArray(value)) {
    const items = value.map((it) => asTexts(it, isDeep, level + 1)).filter((it) => it !== undefined);
    return items.length === 0 ? undefined : items;
  }
  const entries = Object.entries(value)
    .map(([key, it]) => [key, asTexts(it, isDeep, level + 1)])
    .filter(([, it]) => it !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Bytes of every class as one. @param {any} value @returns {any} */
function plain(value) {
  if (value instanceof Uint8Array) return `bytes:${Buffer.from(value).toString('base64')}`;
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, it]) => [key, plain(it)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** @param {unknown} value */
function show(value) {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
