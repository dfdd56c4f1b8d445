/**
 * The JavaScript that generated code shares to coerce arguments which their decoder refused: a value of another kind is converted
 * where the type leaves one meaning. The decoder then reads the coerced arguments; arguments that it accepts unchanged never get
 * here.
 *
 * A text is parsed once, and no text inside the parsed value is parsed again. The whole is one trial, so that no part of the
 * arguments is read twice by the same reader.
 *
 * The wanted type is given as a shape, which `write-shape.ts` writes.
 */
export const coercionHelpers = String.raw`
function mend(decode, shape, input, context, problems) {
  let mended;
  trials++;
  try {
    mended = coerceObject(shape, input, { byShape: new Map(), parsed: new Map(), depth: 0, isText: false });
  } finally {
    endTrial();
  }
  if (mended === input) return undefined;
  problems.length = 0;
  return decode(mended, context, problems);
}

function coerce(shape, value, known) {
  if (shape === undefined) return value;
  spend(8);
  const plain = typeof shape === 'function' ? shape() : shape;
  if (typeof value !== 'object' || value === null) return coerceValue(plain, value, known);
  let byValue = known.byShape.get(plain);
  if (byValue === undefined) known.byShape.set(plain, (byValue = new Map()));
  if (byValue.has(value) || known.depth >= maxNesting) return byValue.get(value) ?? value;
  known.depth++;
  const coerced = coerceValue(plain, value, known);
  known.depth--;
  byValue.set(value, coerced);
  return coerced;
}

function coerceValue(shape, value, known) {
  switch (shape.kind) {
    case 'number':
      return typeof value === 'string' ? exactNumber(value) ?? value : value;
    case 'boolean':
      return booleanFromText(value);
    case 'null':
      return value === 'null' ? null : value;
    case 'literals':
      return coerceLiteral(shape.values, value);
    case 'object':
      return isObject(value) ? coerceObject(shape, value, known) : coerceParsed(shape, value, known);
    case 'array':
      return coerceArray(shape, value, known);
    case 'union':
      return coerceUnion(shape, value, known);
  }
}

function coerceLiteral(values, value) {
  if (typeof value !== 'string' || values.includes(value)) return value;
  const number = exactNumber(value);
  const isNull = value === 'null' && !values.some((literal) => typeof literal === 'string');
  const fitting = values.filter((literal) => {
    if (literal === null) return isNull;
    return typeof literal === 'number' ? literal === number : String(literal) === value;
  });
  return fitting.length === 1 ? fitting[0] : value;
}

function coerceObject(shape, value, known) {
  if (!isObject(value)) return value;
  let copy;
  for (const key of keysOf(value)) {
    const isAbsent = value[key] === null && shape.absent !== undefined && shape.absent.has(key);
    const coerced = isAbsent ? undefined : coerce(memberShape(shape, key), value[key], known);
    if (coerced === value[key]) continue;
    copy ??= Object.fromEntries(Object.entries(value));
    if (isAbsent) delete copy[key];
    else put(copy, key, coerced);
  }
  return copy ?? value;
}

function coerceParsed(shape, text, known) {
  const parsed = jsonFromText(text, known);
  return isObject(parsed) ? coerceInText(coerceObject, shape, parsed, known) : text;
}

function coerceInText(coerceWhole, shape, parsed, known) {
  known.isText = true;
  try {
    return coerceWhole(shape, parsed, known);
  } finally {
    known.isText = false;
  }
}

function memberShape({ members, patterns, others }, key) {
  if (members !== undefined && members.has(key)) return members.get(key);
  const found = patterns?.find(([pattern, ways, power]) => fitsPattern(pattern, key, ways, power));
  return found === undefined ? others : found[3];
}

function coerceArray(shape, value, known) {
  if (Array.isArray(value)) return coerceItems(shape, value, known);
  const isOne = shape.readOne !== undefined && value !== null && fits(shape.readOne, [value]);
  const parsed = jsonFromText(value, known);
  if (!Array.isArray(parsed)) return isOne ? [value] : value;
  return isOne ? value : coerceInText(coerceItems, shape, parsed, known);
}

function coerceItems(shape, list, known) {
  let copy;
  for (let index = 0; index < list.length; index++) {
    const coerced = coerce(itemShape(shape, index, list.length), list[index], known);
    if (coerced === list[index]) continue;
    copy ??= [...list];
    copy[index] = coerced;
  }
  return copy ?? list;
}

function itemShape({ first, others, last }, index, length) {
  if (index < first.length) return first[index];
  const end = last === undefined ? length : length - last.length;
  return index < end ? others : last[index - end];
}

function coerceUnion(shape, value, known) {
  if (fits(shape.read, value)) return value;
  if (shape.tag !== undefined && isObject(value)) {
    const tagged = shape.tagged.get(own(value, shape.tag));
    if (tagged !== undefined) return coerce(tagged, value, known);
  }
  const taken = [];
  for (const [member, readMember] of shape.members) {
    const coerced = coerce(member, value, known);
    if (coerced !== value && fits(readMember, coerced)) taken.push(coerced);
  }
  return taken.length === 1 ? taken[0] : value;
}

function fits(read, value) {
  spend(8);
  const found = [];
  readOnce(read, value, '', found);
  return found.length === 0;
}

function exactNumber(text) {
  if (text.length > 64 || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) && decimal(String(number)) === decimal(text) ? number : undefined;
}

function decimal(text) {
  const [, sign, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return sign + (significant === '' ? '0' : significant + 'e' + power);
}

function jsonFromText(value, known) {
  if (known.isText || typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  let parsed = known.parsed.get(value);
  if (parsed === undefined) known.parsed.set(value, (parsed = parsedText(value)));
  return parsed;
}

function parsedText(value) {
  spend(value.length);
  if (nestsTooDeep(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const maxTextNesting = 64;

function nestsTooDeep(text) {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (isInString && character === 0x5c) index++;
    else if (character === 0x22) isInString = !isInString;
    else if (isInString) continue;
    else if (character === 0x5b || character === 0x7b) depth++;
    else if (character === 0x5d || character === 0x7d) depth--;
    if (depth > maxTextNesting) return true;
  }
  return false;
}
`;
