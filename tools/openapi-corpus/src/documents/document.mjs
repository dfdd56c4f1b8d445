/**
 * Reads OpenAPI documents for the judge, without any code of the importer: pointers, operations, parameters and bodies.
 */

/** @typedef {{ [member: string]: any }} Json an object of a document; the judge reads whatever is there */

/**
 * @typedef {object} DocumentParameter
 * @property {'path' | 'query' | 'header' | 'cookie' | 'body' | 'formData'} in
 * @property {string} name
 * @property {boolean} required
 * @property {string} style
 * @property {boolean} explode
 * @property {boolean} allowReserved
 * @property {string | undefined} content its media type, if it has one
 * @property {Json | boolean} schema
 * @property {readonly string[]} pointers its place in the operation, and the one that it refers to
 */

/**
 * @typedef {object} DocumentBody
 * @property {boolean} required
 * @property {Record<string, { schema?: Json | boolean, encoding?: Record<string, Json> }>} content
 * @property {readonly string[]} pointers
 */

/**
 * @typedef {object} DocumentOperation
 * @property {string} method in capital letters
 * @property {string} path
 * @property {string} pointer
 * @property {readonly DocumentParameter[]} parameters
 * @property {DocumentBody | undefined} body
 * @property {Json} definition
 */

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Headers that OpenAPI describes elsewhere. */
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization']);

/** A document, whose references are followed within it. */
export class OpenApiDocument {
  /** @param {Json} root */
  constructor(root) {
    this.root = root;
    /** Whether keywords beside `$ref` count, and types may be lists. */
    this.is31 = /^3\.[1-9]/.test(String(root.openapi ?? ''));
    this.is20 = root.swagger !== undefined;
  }

  /** Follows references within the document. @param {any} value @returns {any} */
  resolve(value) {
    let current = value;
    for (let steps = 0; typeof current?.$ref === 'string' && steps < 50; steps += 1) {
      current = this.at(current.$ref);
    }
    return current;
  }

  /** @param {string} reference `#/a/b` @returns {any} */
  at(reference) {
    if (reference === '#') return this.root;
    if (!reference.startsWith('#/')) return undefined;
    return reference
      .slice(2)
      .split('/')
      .map((part) => safeDecode(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce(
        (value, key) =>
          value !== null && typeof value === 'object' && Object.hasOwn(value, key) ? value[key] : undefined,
        /** @type {any} */ (this.root),
      );
  }

  /** @returns {DocumentOperation[]} */
  operations() {
    const { paths = {} } = this.root;
    return Object.keys(paths).flatMap((path) => {
      const item = this.resolve(paths[path]) ?? {};
      return methods
        .filter((method) => item !== null && typeof item === 'object' && item[method])
        .map((method) => this.#operation(path, method, item));
    });
  }

  /** @param {string} path @param {string} method @param {Json} item @returns {DocumentOperation} */
  #operation(path, method, item) {
    const definition = item[method];
    const pointer = `#/paths/${escapePointer(path)}/${method}`;
    /** @type {Map<string, DocumentParameter>} */
    const byPlace = new Map();
    const lists = [
      [item.parameters ?? [], `#/paths/${escapePointer(path)}/parameters`],
      [definition.parameters ?? [], `${pointer}/parameters`],
    ];
    for (const [list, listPointer] of lists) {
      for (const [index, entry] of list.entries()) {
        const parameter = this.#parameter(this.resolve(entry), [`${listPointer}/${index}`, ...referencesOf(entry)]);
        if (parameter) byPlace.set(`${parameter.in} ${parameter.name}`, parameter);
      }
    }
    const all = [...byPlace.values()];
    const parameters = all.filter((it) => it.in !== 'body' && it.in !== 'formData');
    const body = this.is20 ? this.#body20(all, definition) : this.#body(definition, pointer);
    return { method: method.toUpperCase(), path, pointer, parameters, body, definition };
  }

  /** @param {Json | undefined} found @param {readonly string[]} pointers @returns {DocumentParameter | undefined} */
  #parameter(found, pointers) {
    if (!found || typeof found.name !== 'string') return undefined;
    if (found.in === 'header' && ignoredHeaders.has(found.name.toLowerCase())) return undefined;
    const isForm = found.in === 'query' || found.in === 'cookie';
    if (this.is20) return { ...parameter20(found), pointers };
    const [content] = Object.entries(found.content ?? {});
    const style = found.style ?? (isForm ? 'form' : 'simple');
    return {
      in: found.in,
      name: found.name,
      required: found.in === 'path' || found.required === true,
      style,
      explode: found.explode ?? style === 'form',
      allowReserved: found.allowReserved === true,
      content: content?.[0],
      schema: content ? (content[1]?.schema ?? {}) : (found.schema ?? {}),
      pointers,
    };
  }

  /** @param {Json} definition @param {string} pointer @returns {DocumentBody | undefined} */
  #body(definition, pointer) {
    const body = this.resolve(definition.requestBody);
    if (!body || typeof body.content !== 'object') return undefined;
    const pointers = [`${pointer}/requestBody`, ...referencesOf(definition['requestBody'])];
    return { required: body.required === true, content: body.content, pointers };
  }

  /** @param {readonly DocumentParameter[]} parameters @param {Json} definition @returns {DocumentBody | undefined} */
  #body20(parameters, definition) {
    const consumes = definition.consumes ?? this.root.consumes ?? ['application/json'];
    const body = parameters.find((it) => it.in === 'body');
    if (body) {
      const content = Object.fromEntries(consumes.map((/** @type {string} */ type) => [type, { schema: body.schema }]));
      return { required: body.required, content, pointers: body.pointers };
    }
    const fields = parameters.filter((it) => it.in === 'formData');
    const [first] = fields;
    if (!first) return undefined;
    const required = fields.filter((it) => it.required).map(({ name }) => name);
    const schema = {
      type: 'object',
      properties: Object.fromEntries(fields.map((it) => [it.name, it.schema])),
      ...(required.length > 0 && { required }),
    };
    const hasFile = fields.some((it) => typeof it.schema === 'object' && it.schema['format'] === 'binary');
    const types = consumes.filter((/** @type {string} */ type) => /form/.test(type));
    const fallback = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
    const content = Object.fromEntries(
      (types.length > 0 ? types : [fallback]).map((/** @type {string} */ type) => [type, { schema }]),
    );
    return { required: required.length > 0, content, pointers: fields.flatMap((it) => it.pointers) };
  }
}

/** A parameter of Swagger 2.0, whose type stands beside its name. @param {Json} found */
function parameter20(found) {
  const { name, in: place, required, collectionFormat = 'csv', type, schema, ...rest } = found;
  delete rest['description'];
  const styles = { ssv: 'spaceDelimited', pipes: 'pipeDelimited' };
  const isForm = place === 'query';
  return {
    in: place,
    name,
    required: place === 'path' || required === true,
    style: /** @type {any} */ (styles)[collectionFormat] ?? (isForm ? 'form' : 'simple'),
    explode: collectionFormat === 'multi',
    allowReserved: false,
    content: undefined,
    schema: schema ?? (type === 'file' ? { type: 'string', format: 'binary' } : { ...(type && { type }), ...rest }),
  };
}

/** @param {any} value @returns {string[]} */
function referencesOf(value) {
  return typeof value?.$ref === 'string' ? [value.$ref] : [];
}

/** @param {string} text */
function escapePointer(text) {
  return text.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** @param {string} text */
function safeDecode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
