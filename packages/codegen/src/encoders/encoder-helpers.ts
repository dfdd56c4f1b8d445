/**
 * The JavaScript that generated encoders share, in addition to that of the decoders. It is text for the same reasons.
 */
export const encoderHelpers = String.raw`
function dateTimeText(value, path, problems) {
  return isSayableDate(value) ? value.toISOString() : refuse(problems, path, 'a valid Date', value);
}

function dayText(value, path, problems) {
  return isSayableDate(value) ? value.toISOString().slice(0, 10) : refuse(problems, path, 'a valid Date', value);
}

function isSayableDate(value) {
  return value instanceof Date && value.getTime() >= -62167219200000 && value.getTime() <= 253402300799999;
}

function urlText(value, path, problems) {
  if (!(value instanceof URL)) return refuse(problems, path, 'a URL object', value);
  const { href } = value;
  if (isUri(href)) return href;
  const [whole = '', before = '', address] = ipLiteral.exec(href) ?? [];
  return encodeRest(before) + (address === undefined ? '' : '[' + address + ']') + encodeRest(href.slice(whole.length));
}

function encodeRest(text) {
  const encoded = text.replace(new RegExp(notOfUris, 'gu'), encodeURIComponent);
  const fragment = encoded.indexOf('#') + 1;
  return fragment === 0 ? encoded : encoded.slice(0, fragment) + encoded.slice(fragment).replaceAll('#', '%23');
}

function regExpText(value, path, problems) {
  if (value instanceof RegExp && isRegex(value.source)) return value.source;
  return refuse(problems, path, 'a RegExp that may have the flag u', value);
}

function bigIntText(value, path, problems) {
  return typeof value === 'bigint' ? String(value) : refuse(problems, path, 'a bigint', value);
}

function bytesText(value, path, problems) {
  if (!(value instanceof Uint8Array)) return refuse(problems, path, 'a Uint8Array', value);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
}

function bufferText(value, path, problems) {
  if (!(value instanceof ArrayBuffer)) return refuse(problems, path, 'an ArrayBuffer', value);
  return Buffer.from(value).toString('base64');
}

function withoutRepetitions(items) {
  const seen = new Set();
  return items.filter((item) => {
    const key = identityOf(item);
    return !seen.has(key) && seen.add(key);
  });
}

function isSayable(value) {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}

function bestThatFits(members, value, path, problems) {
  const candidates = candidatesOf(members, value);
  if (candidates.length === 1) return readOnce(candidates[0][1], value, path, problems);
  let best;
  trials++;
  try {
    for (const [, write] of candidates) {
      const found = [];
      const result = readOnce(write, value, path, found);
      const size = found.length === 0 ? sizeOf(result) : 0;
      const isBetter = best === undefined || found.length < best.found.length;
      if (isBetter || (found.length === 0 && best.found.length === 0 && size > best.size)) best = { result, found, size };
    }
  } finally {
    endTrial();
  }
  for (const problem of best.found) if (problems.length < maxProblems) problems.push(problem);
  return best.result;
}

function sizeOf(value) {
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  for (const key of Object.keys(value)) size += sizeOf(value[key]);
  return size;
}

function plainJson(value, path, problems) {
  const plain = plainValue(value, '', path, problems);
  return plain === undefined ? refuse(problems, path, 'any JSON value', value) : plain;
}

function plainValue(given, key, path, problems) {
  const hasToJson = typeof given === 'object' && given !== null && typeof given.toJSON === 'function';
  const value = hasToJson ? given.toJSON(key) : given;
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'object':
      return value === null ? null : plainObject(value, path, problems);
    case 'bigint':
      return refuse(problems, path, 'a value that JSON can say throughout', value);
    default:
      return undefined;
  }
}

function plainObject(value, path, problems) {
  if (value instanceof Number || value instanceof String || value instanceof Boolean) {
    return plainValue(value.valueOf(), '', path, problems);
  }
  if (nesting >= maxNesting) return refuse(problems, path, 'nested at most ' + maxNesting + ' times', value);
  nesting++;
  try {
    if (Array.isArray(value)) {
      return Array.from(value, (item, index) => plainValue(item, String(index), path, problems) ?? null);
    }
    const result = {};
    for (const key of Object.keys(value)) {
      const plain = plainValue(value[key], key, path, problems);
      if (plain !== undefined) put(result, key, plain);
    }
    return result;
  } finally {
    nesting--;
  }
}
`;
