/**
 * The JavaScript that generated code shares to mend arguments which their decoder refused: by what the type wants, a value of another
 * kind becomes what it can only mean. The decoder then reads the mended arguments; nothing that it takes as they are gets here.
 *
 * What a type wants is a shape, which `write-shape.ts` writes.
 */
export const coercionHelpers = String.raw`
function mend(decode, shape, input, context, problems) {
  const mended = coerceObject(shape, input, Object.assign(new Map(), { depth: 0 }));
  if (mended === input) return undefined;
  problems.length = 0;
  return decode(mended, context, problems);
}

function coerce(shape, value, known) {
  if (shape === undefined) return value;
  const plain = typeof shape === 'function' ? shape() : shape;
  if (typeof value !== 'object' || value === null) return coerceValue(plain, value, known);
  const byValue = known.get(plain) ?? new Map();
  known.set(plain, byValue);
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
      return coerceObject(shape, isObject(value) ? value : jsonFromText(value, isObject), known);
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
  for (const key of Object.keys(value)) {
    const coerced = coerce(memberShape(shape, key), value[key], known);
    if (coerced === value[key]) continue;
    copy ??= Object.fromEntries(Object.entries(value));
    put(copy, key, coerced);
  }
  return copy ?? value;
}

function memberShape({ members, patterns, others }, key) {
  if (members !== undefined && members.has(key)) return members.get(key);
  const found = patterns?.find(([pattern]) => pattern.test(key));
  return found === undefined ? others : found[1];
}

function coerceArray(shape, value, known) {
  const list = Array.isArray(value) ? value : arrayFrom(shape, value);
  if (!Array.isArray(list)) return list;
  let copy;
  for (let index = 0; index < list.length; index++) {
    const coerced = coerce(index < shape.first.length ? shape.first[index] : shape.others, list[index], known);
    if (coerced === list[index]) continue;
    copy ??= [...list];
    copy[index] = coerced;
  }
  return copy ?? list;
}

function arrayFrom({ readOne }, value) {
  const parsed = jsonFromText(value, Array.isArray);
  const isOne = readOne !== undefined && value !== null && fits(readOne, [value]);
  if (Array.isArray(parsed)) return isOne ? value : parsed;
  return isOne ? [value] : value;
}

function coerceUnion({ read, members }, value, known) {
  if (fits(read, value)) return value;
  const taken = [];
  for (const [shape, readMember] of members) {
    const coerced = coerce(shape, value, known);
    if (coerced !== value && fits(readMember, coerced)) taken.push(coerced);
  }
  return taken.length === 1 ? taken[0] : value;
}

function fits(read, value) {
  const found = [];
  read(value, '', found);
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

function jsonFromText(value, isWanted) {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value) || nestsTooDeep(value)) return value;
  try {
    const parsed = JSON.parse(value);
    return isWanted(parsed) ? parsed : value;
  } catch {
    return value;
  }
}

const maxTextNesting = 64;

function nestsTooDeep(text) {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isInString && character === '\\') index++;
    else if (character === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
    if (depth > maxTextNesting) return true;
  }
  return false;
}
`;
