/**
 * Makes values for a schema: some that it should accept, and close ones that it should not. Which is which, its validator says.
 *
 * No value has a member that the schema does not name, unless the schema says what such members are: arguments of tools are closed.
 */

/** @typedef {import('../documents/document.mjs').Json} Json */

const maxDepth = 5;
const maxValues = 120;

/** Values of every kind, each of which is wrong in most places. */
const strangers = [null, 0, -1, 1.5, 1e9, '', 'zzz', '7', true, [], ['zzz'], [1]];

const samples = {
  'date-time': '2026-11-28T10:00:00Z',
  date: '2026-11-28',
  time: '10:00:00Z',
  email: 'a@example.com',
  uri: 'https://example.com/a',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
};

/**
 * @param {Json} root with its `$defs`
 * @param {{ hasUnexpected?: boolean }} [options] whether closed objects are tried with a member that they do not name
 * @returns {unknown[]} the same each time
 */
export function sampleValues(root, { hasUnexpected = true } = {}) {
  /** @type {Map<string, unknown>} */
  const byText = new Map();
  for (const value of variants(root, 0)) {
    if (byText.size >= maxValues) break;
    byText.set(JSON.stringify(value) ?? 'undefined', value);
  }
  return [...byText.values()];

  /** @param {any} schema @returns {Json} one object with the keywords of all that holds at once; of alternatives, the first */
  function merged(schema, depth = 0) {
    if (schema === null || typeof schema !== 'object' || depth > 12) return {};
    const { $ref, allOf, ...own } = schema;
    const parts = [...($ref === undefined ? [] : [find($ref)]), ...(allOf ?? [])];
    return parts.map((part) => merged(part, depth + 1)).reduce((all, part) => join(all, part), own);
  }

  /** @param {string} reference @returns {any} */
  function find(reference) {
    return reference
      .slice(2)
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce((value, key) => value?.[key], /** @type {any} */ (root));
  }

  /** A value that should fit. @param {any} schema @param {number} depth @returns {any} */
  function fitting(schema, depth) {
    const all = merged(schema);
    if (all['const'] !== undefined) return all['const'];
    if (Array.isArray(all['enum'])) return all['enum'][0];
    const alternatives = all['oneOf'] ?? all['anyOf'];
    if (alternatives?.length > 0 && depth < maxDepth * 2) {
      const { oneOf: _, anyOf: __, ...rest } = all;
      return fitting(join(rest, merged(alternatives[0])), depth + 1);
    }
    const type = [all['type'] ?? guessType(all)].flat()[0];
    if (type === 'object') return fittingObject(all, depth, { isWhole: depth < 2 });
    if (type === 'array') return fittingList(all, depth, usualLength(all, depth));
    if (type === 'integer' || type === 'number') return fittingNumber(all, type);
    if (type === 'boolean') return true;
    if (type === 'null') return null;
    return fittingText(all);
  }

  /** @param {Json} schema @param {number} depth @param {{ isWhole: boolean }} choice `isWhole` with optional members */
  function fittingObject(schema, depth, { isWhole }) {
    const { properties = {}, required = [], additionalProperties } = schema;
    const names = isWhole ? [...new Set([...Object.keys(properties), ...required])] : required;
    const object = Object.fromEntries(
      names
        .filter((/** @type {string} */ name) => depth < maxDepth || required.includes(name))
        .slice(0, depth > maxDepth + 3 ? 0 : 60)
        .map((/** @type {string} */ name) => [name, fitting(properties[name] ?? {}, depth + 1)]),
    );
    const wanted = schema['minProperties'] ?? 0;
    if (typeof additionalProperties === 'object' && additionalProperties !== null && depth < maxDepth) {
      for (let index = 0; index < Math.max(1, wanted); index += 1)
        object[`key${index}`] = fitting(additionalProperties, depth + 1);
    }
    return object;
  }

  /** @param {Json} schema @param {number} depth @param {number} length */
  function fittingList(schema, depth, length) {
    const { prefixItems = [], items = {} } = schema;
    const first = variantsOf(schema['uniqueItems'] ? items : {}, depth + 1);
    return Array.from({ length: Math.min(length, 1000) }, (_, index) =>
      schema['uniqueItems'] && index > 0 ? (first[index] ?? index) : fitting(prefixItems[index] ?? items, depth + 1),
    );
  }

  /** @param {any} schema @param {number} depth @returns {unknown[]} */
  function variantsOf(schema, depth) {
    const found = [];
    // Leaving the loop ends the generator.
    for (const value of variants(schema, depth)) if (found.push(value) === 12) break;
    return found;
  }

  /** @param {any} schema @param {number} depth @returns {Generator<unknown>} */
  function* variants(schema, depth) {
    if (schema === true || schema === false) return;
    const all = merged(schema);
    yield fitting(schema, depth);
    yield* (all['enum'] ?? []).slice(0, 12);
    if (depth < maxDepth) {
      for (const branch of [...(all['oneOf'] ?? []), ...(all['anyOf'] ?? [])].slice(0, 8)) {
        const { oneOf: _, anyOf: __, ...rest } = all;
        yield* variantsOf(join(rest, merged(branch)), depth + 1);
      }
    }
    const kinds = [all['type'] ?? guessType(all)].flat();
    if (kinds.includes('object')) yield* objectVariants(all, depth);
    if (kinds.includes('array')) yield* listVariants(all, depth);
    if (kinds.includes('integer') || kinds.includes('number')) yield* numberVariants(all);
    if (kinds.includes('string')) yield* textVariants(all);
    yield* strangers;
  }

  /** @param {Json} schema @param {number} depth @returns {Generator<unknown>} */
  function* objectVariants(schema, depth) {
    const { properties = {}, required = [], additionalProperties } = schema;
    yield fittingObject(schema, depth, { isWhole: false });
    const whole = fittingObject(schema, depth, { isWhole: true });
    yield whole;
    for (const name of Object.keys(whole)) {
      const { [name]: _, ...rest } = whole;
      yield rest;
    }
    if (additionalProperties === false && hasUnexpected) yield { ...whole, unexpected: 1 };
    if (additionalProperties && typeof additionalProperties === 'object' && depth < maxDepth) {
      for (const value of variantsOf(additionalProperties, depth + 1)) yield { ...whole, key: value };
    }
    if (depth >= maxDepth) return;
    // Taking turns gives each member some values before the limit is reached.
    const base = depth < 2 ? whole : fittingObject(schema, depth, { isWhole: false });
    const lists = [...new Set([...Object.keys(properties), ...required])].map((name) => ({
      name,
      values: variantsOf(properties[name] ?? {}, depth + 1),
    }));
    for (let index = 1; index < 12; index += 1) {
      for (const { name, values } of lists) if (index < values.length) yield { ...base, [name]: values[index] };
    }
  }

  /** @param {Json} schema @param {number} depth @returns {Generator<unknown>} */
  function* listVariants(schema, depth) {
    const { minItems = 0, maxItems, items = {}, uniqueItems } = schema;
    yield fittingList(schema, depth, minItems);
    if (minItems > 0) yield fittingList(schema, depth, minItems - 1);
    if (maxItems < 200) {
      yield fittingList(schema, depth, maxItems);
      yield fittingList(schema, depth, maxItems + 1);
    }
    if (depth >= maxDepth) return;
    if (uniqueItems) yield [fitting(items, depth + 1), fitting(items, depth + 1)];
    for (const value of variantsOf(items, depth + 1))
      yield [...fittingList(schema, depth, Math.max(0, minItems - 1)), value];
  }
}

/** @param {Json} a @param {Json} b @returns {Json} */
function join(a, b) {
  const result = { ...b, ...a };
  if (a['properties'] && b['properties']) result['properties'] = { ...b['properties'], ...a['properties'] };
  if (a['required'] && b['required']) result['required'] = [...new Set([...a['required'], ...b['required']])];
  if (Array.isArray(a['enum']) && Array.isArray(b['enum']))
    result['enum'] = a['enum'].filter((it) => b['enum'].includes(it));
  return result;
}

/** Two items show how they are joined. @param {Json} schema @param {number} depth */
function usualLength({ minItems = 0, maxItems = 2 }, depth) {
  return depth < maxDepth ? Math.max(minItems, Math.min(2, maxItems)) : minItems;
}

/** @param {Json} schema */
function guessType(schema) {
  if (schema['properties'] || schema['required'] || schema['additionalProperties']) return 'object';
  if (schema['items'] || schema['prefixItems']) return 'array';
  if (schema['minimum'] !== undefined || schema['maximum'] !== undefined) return 'number';
  return 'string';
}

/** @param {Json} schema @param {string} type */
function fittingNumber(schema, type) {
  const { multipleOf } = schema;
  const step = multipleOf ?? (type === 'integer' ? 1 : 0.5);
  const low =
    schema['minimum'] ?? (schema['exclusiveMinimum'] === undefined ? undefined : schema['exclusiveMinimum'] + step);
  const high =
    schema['maximum'] ?? (schema['exclusiveMaximum'] === undefined ? undefined : schema['exclusiveMaximum'] - step);
  const value = low ?? Math.min(high ?? 1, type === 'integer' ? 1 : 1.5);
  return multipleOf === undefined ? value : Math.ceil(value / multipleOf) * multipleOf;
}

/** @param {Json} schema @returns {Generator<unknown>} */
function* numberVariants(schema) {
  const bounds = [schema['minimum'], schema['maximum'], schema['exclusiveMinimum'], schema['exclusiveMaximum']];
  for (const bound of bounds) if (typeof bound === 'number') yield* [bound, bound - 1, bound + 1];
  if (schema['multipleOf'] !== undefined) yield fittingNumber(schema, 'number') + schema['multipleOf'] / 2;
}

/** @param {Json} schema @returns {string} */
function fittingText(schema) {
  const { format, pattern, minLength = 0, maxLength = 1000, contentEncoding } = schema;
  if (contentEncoding === 'base64') return 'AP/+';
  const known = /** @type {Record<string, string>} */ (samples)[format];
  if (known !== undefined) return known;
  if (pattern !== undefined) {
    const matched = [
      'a',
      'A',
      '1',
      'ab',
      'abc',
      'ABC',
      '123',
      'AB',
      '12',
      'a1',
      'A1',
      'a-b',
      '2026-11-28',
      'a_b',
      '#ff0000',
      'a/b',
      'a:b',
      '1:2',
      '0'.repeat(40),
      '1.2.3',
      'a@b.cd',
      'https://a.bc/d',
      `sha256:${'a'.repeat(64)}`,
      '12:30',
    ].find((it) => new RegExp(pattern).test(it) && it.length >= minLength && it.length <= maxLength);
    if (matched !== undefined) return matched;
  }
  return 'a'.repeat(Math.max(minLength, Math.min(3, maxLength)));
}

/** @param {Json} schema @returns {Generator<unknown>} */
function* textVariants({ minLength, maxLength, pattern, format }) {
  if (minLength > 0 && minLength < 5000) yield* ['a'.repeat(minLength), 'a'.repeat(minLength - 1)];
  if (maxLength < 5000) yield* ['a'.repeat(maxLength), 'a'.repeat(maxLength + 1)];
  if (pattern !== undefined) yield* ['§', 'a b', '0', '-'];
  if (format !== undefined) yield 'not of this format';
}
