/**
 * Reads the body of a request by the media type and the encodings of the document: a server's half.
 */
import { parsePairs, splitPairs, WireError } from './parse-values.mjs';

/** @typedef {import('../documents/document.mjs').Json} Json */
/** @typedef {import('../documents/document.mjs').OpenApiDocument} OpenApiDocument */

/**
 * @typedef {object} DescribedBody a body as the document has it
 * @property {string} mediaType
 * @property {{ schema?: Json | boolean, encoding?: Record<string, Json> }} description
 */

/**
 * @param {OpenApiDocument} document
 * @param {DescribedBody} described
 * @param {{ body: Buffer, contentType: string }} sent
 * @returns {any} JSON as it is, forms with texts, parts of bytes and bodies of bytes as `Buffer`
 */
export function parseBody(document, { mediaType, description }, { body, contentType }) {
  const essence = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const expected = (mediaType.split(';')[0] ?? '').trim().toLowerCase();
  if (!expected.includes('*') && essence !== expected) throw new WireError(`the body is ${essence}, not ${expected}`);
  if (essence.endsWith('json')) return JSON.parse(body.toString());
  if (essence === 'application/x-www-form-urlencoded') return parseForm(document, description, body.toString());
  if (essence.startsWith('multipart/')) return parseMultipart(document, description, body, contentType);
  return /^text\/|xml$|yaml$|csv$/.test(essence) ? body.toString() : body;
}

/** @param {OpenApiDocument} document @param {Json} description @param {string} text */
function parseForm(document, { schema, encoding = {} }, text) {
  const pairs = splitPairs(text, '&');
  const names = propertyNames(
    document,
    schema,
    pairs.map(([key]) => decodeURIComponent(key.replaceAll('+', ' '))),
  );
  return Object.fromEntries(
    names.flatMap((name) => {
      const property = document.resolve(propertyOf(document, schema, name)) ?? {};
      const { style, explode, contentType } = encoding[name] ?? {};
      const kind = kindOf(document, property);
      const isJson =
        !hasStyle(encoding[name]) &&
        (/json/.test(contentType ?? '') || (kind === 'object' && contentType === undefined));
      const chosenStyle = style ?? 'form';
      const row = {
        name,
        style: chosenStyle,
        explode: explode ?? chosenStyle === 'form',
        content: isJson ? 'application/json' : undefined,
      };
      const members = Object.keys(property.properties ?? {});
      const value = parsePairs(row, { kind, members }, pairs, { isForm: true });
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** @param {OpenApiDocument} document @param {Json} description @param {Buffer} body @param {string} contentType */
function parseMultipart(document, { schema, encoding = {} }, body, contentType) {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1];
  if (boundary === undefined) throw new WireError('a multipart body without a boundary');
  const pieces = body.toString('latin1').split(`--${boundary}`);
  if (pieces.at(-1)?.trim() !== '--') throw new WireError('a multipart body without an end');
  /** @type {Record<string, any>} */
  const result = {};
  /** @type {[string, string][]} */
  const texts = [];
  for (const piece of pieces.slice(1, -1)) {
    const end = piece.indexOf('\r\n\r\n');
    const head = Buffer.from(piece.slice(0, end), 'latin1').toString();
    const content = Buffer.from(piece.slice(end + 4, -2), 'latin1');
    const name = decodeURIComponent((/[;\s]name="([^"]*)"/.exec(head)?.[1] ?? '').replaceAll(/%(?!0D|0A|22)/g, '%25'));
    const type = /^content-type:\s*(.*)$/im.exec(head)?.[1]?.trim();
    const property = document.resolve(propertyOf(document, schema, name)) ?? {};
    const wanted = encoding[name]?.contentType;
    if (wanted !== undefined && !wanted.includes('*') && !wanted.split(/,\s*/).includes(type)) {
      throw new WireError(`the part "${name}" is ${type}, not ${wanted}`);
    }
    const isBytes = type !== undefined && !/json|^text\//.test(type);
    const value = isBytes ? content : /json/.test(type ?? '') ? JSON.parse(content.toString()) : content.toString();
    if (typeof value === 'string') texts.push([name, value]);
    const isListed = kindOf(document, property) === 'array' && !/json/.test(wanted ?? '');
    if (isListed) (result[name] ??= []).push(value);
    else result[name] = value;
  }
  return { ...withoutStyled(document, schema, result, encoding), ...readStyled(document, schema, encoding, texts) };
}

/** Leaves out the parts that a style has named. @param {OpenApiDocument} document @param {any} schema @param {Record<string, any>} parts @param {Record<string, Json>} encoding */
function withoutStyled(document, schema, parts, encoding) {
  const styled = Object.keys(encoding).filter((name) => hasStyle(encoding[name]));
  if (styled.length === 0) return parts;
  const isOwn = (/** @type {string} */ name) =>
    !hasStyle(encoding[name]) && (encoding[name] !== undefined || propertyOf(document, schema, name) !== undefined);
  return Object.fromEntries(Object.entries(parts).filter(([name]) => isOwn(name)));
}

/** Parts that a style has named and joined, without percent-encoding. @param {OpenApiDocument} document @param {any} schema @param {Record<string, Json>} encoding @param {readonly [string, string][]} texts */
function readStyled(document, schema, encoding, texts) {
  return Object.fromEntries(
    Object.entries(encoding).flatMap(([name, { style = 'form', explode = style === 'form' }]) => {
      if (!hasStyle(encoding[name])) return [];
      const property = document.resolve(propertyOf(document, schema, name)) ?? {};
      const row = { name, style, explode, content: undefined };
      const members = Object.keys(property.properties ?? {});
      const shape = { kind: kindOf(document, property), members };
      const value = parsePairs(row, shape, texts, { isForm: false, read: (text) => text });
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** @param {Json | undefined} encoding */
function hasStyle({ style, explode, allowReserved } = {}) {
  return style !== undefined || explode !== undefined || allowReserved !== undefined;
}

/** @param {OpenApiDocument} document @param {any} schema @returns {'primitive' | 'array' | 'object'} */
function kindOf(document, schema) {
  const found = document.resolve(schema) ?? {};
  const types = [found.type ?? []].flat();
  if (types.includes('array') || found.items) return 'array';
  if (types.includes('object') || found.properties || found.additionalProperties) return 'object';
  const inner = [...(found.allOf ?? []), ...(found.oneOf ?? []), ...(found.anyOf ?? [])];
  const kinds = inner.map((it) => kindOf(document, it));
  return kinds.find((kind) => kind !== 'primitive') ?? 'primitive';
}

/** @param {OpenApiDocument} document @param {any} schema @param {string} name @returns {any} */
function propertyOf(document, schema, name) {
  const found = document.resolve(schema);
  if (found === null || typeof found !== 'object') return undefined;
  if (found.properties && Object.hasOwn(found.properties, name)) return found.properties[name];
  for (const inner of [...(found.allOf ?? []), ...(found.oneOf ?? []), ...(found.anyOf ?? [])]) {
    const property = propertyOf(document, inner, name);
    if (property !== undefined) return property;
  }
  return undefined;
}

/** The schema's own properties, and the names that were sent and are in no property's brackets. @param {OpenApiDocument} document @param {any} schema @param {readonly string[]} sent */
function propertyNames(document, schema, sent) {
  const names = sent.map((name) =>
    propertyOf(document, schema, name) === undefined ? name.replace(/\[.*$/, '') : name,
  );
  const own = Object.keys(document.resolve(schema)?.properties ?? {});
  return [...new Set([...own, ...names])];
}
