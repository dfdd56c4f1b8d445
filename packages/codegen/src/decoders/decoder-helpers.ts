/**
 * The JavaScript that all generated decoders share. It is text, so that each plugin carries its own copy and its bytes do not
 * depend on how this package was compiled; the bundler drops unused helpers.
 *
 * Generated names never clash with these: they begin with `$` or with a word and `_` (`read_`, `decode_` …), or are `names`,
 * `members`, `values` and `pattern`, numbered.
 */
import { coercionHelpers } from './coercion-helpers.js';
import { formatHelpers } from './format-helpers.js';
import { nestingHelpers } from './nesting-helpers.js';
import { revivalHelpers } from './revival-helpers.js';
import { stepHelpers } from './step-helpers.js';

/**
 * Refusals and their helpers. They never quote a text; they quote a number where one is expected, and lengths, except in a
 * configuration, whose values are secret.
 */
const refusals = String.raw`
const maxProblems = 20;
let isPrivate = false;

function refuse(problems, path, expected, value) {
  return refuseAs(problems, path, expected, kindOf(value));
}

function refuseAs(problems, path, expected, received) {
  if (problems.length < maxProblems) problems.push({ path: shortPath(path), expected, received });
  return undefined;
}

function refuseNumber(problems, path, expected, value) {
  return refuseLiteral(problems, path, expected, value, false);
}

function refuseLiteral(problems, path, expected, value, saysBooleans) {
  const isSaid = !isPrivate && (typeof value === 'boolean' ? saysBooleans : typeof value === 'number' && Number.isFinite(value));
  return refuseAs(problems, path, expected, isSaid ? String(value) : kindOf(value));
}

function refuseLength(problems, path, expected, value, kind) {
  const isSaid = !isPrivate && (kind === undefined || (kind === 'array') === Array.isArray(value));
  return refuseAs(problems, path, expected, isSaid ? lengthOf(value) : kindOf(value));
}

function lengthOf(value) {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array of ' + counted(value.length, 'item');
  if (typeof value !== 'string') return kindOf(value);
  if (value === '') return 'an empty string';
  if (value.length > 1000) return 'a string of about ' + value.length + ' characters';
  return 'a string of ' + counted(codePoints(value), 'character');
}

function counted(count, noun) {
  return count + ' ' + noun + (count === 1 ? '' : 's');
}

function refuseChoice(problems, path, expected, value, choices, saysBooleans = false) {
  const nearest = typeof value === 'string' && problems.length < maxProblems ? nearestName(value, choices) : undefined;
  const advice = nearest === undefined ? '' : ' (did you mean ' + JSON.stringify(nearest) + '?)';
  return refuseLiteral(problems, path, expected + advice, value, saysBooleans);
}

function refuseRepetition(problems, path, expected, value) {
  const seen = new Map();
  for (let index = 0; index < value.length; index++) {
    const key = identityOf(value[index]);
    const before = seen.get(key);
    if (before === undefined) seen.set(key, index);
    else return refuseAs(problems, path, expected, 'an array whose items ' + before + ' and ' + index + ' are the same');
  }
  return undefined;
}

function shortPath(path) {
  const whole = path.startsWith('.') ? path.slice(1) : path;
  if (whole.length <= 256) return whole;
  return (whole.slice(0, 128) + '…' + whole.slice(-127)).replace(/\p{Surrogate}/gu, '');
}

function kindOf(value) {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'NaN or an infinity';
  return typeof value === 'object' ? 'an object' : 'a ' + typeof value;
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(value, key) {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function keysOf(value) {
  const keys = Object.keys(value);
  spend(20 * keys.length);
  return keys;
}

function put(result, key, value) {
  if (key !== '__proto__') result[key] = value;
  else Object.defineProperty(result, key, { value, enumerable: true, configurable: true, writable: true });
}

function memberPath(path, key) {
  if (/^[A-Za-z_$][\w$]{0,63}$/.test(key)) return path === '' ? key : path + '.' + key;
  return path + '[' + quotedName(key) + ']';
}

function refuseUnknown(value, names, path, problems) {
  const keys = Object.keys(value);
  if (keys.length > names.size) spend(10 * keys.length);
  for (const key of keys) {
    if (names.has(key)) continue;
    if (problems.length >= maxProblems) return;
    refuseName(problems, memberPath(path, key), key, names, value[key]);
  }
}

function refuseName(problems, path, key, names, value, otherwise) {
  if (problems.length >= maxProblems) return;
  const nearest = nearestName(key, names);
  const unknown = nearest === undefined ? otherwise ?? listOfNames(names) : 'did you mean ' + JSON.stringify(nearest) + '?';
  problems.push({ path: shortPath(path), expected: 'left out', received: kindOf(value), unknown });
}

const mostNames = 10;

function listOfNames(names) {
  if (names.size === 0) return 'none is expected';
  const shown = [...names].slice(0, mostNames).map(quotedName);
  const more = names.size > mostNames ? ' and ' + (names.size - mostNames) + ' more' : '';
  return 'expected are ' + shown.join(', ') + more;
}

function quotedName(name) {
  return JSON.stringify(name.length > 64 ? name.slice(0, 64) + '…' : name);
}

function nearestName(name, names) {
  if (name.length > 64) return undefined;
  const written = name.toLowerCase();
  let nearest;
  let least = Math.min(name.length, Math.max(1, Math.floor(name.length / 3)) + 1);
  for (const candidate of names) {
    if (candidate.length > 64 || Math.abs(candidate.length - name.length) >= least) continue;
    if ((advice -= name.length * candidate.length) < 0) return nearest;
    const distance = editDistance(written, candidate.toLowerCase());
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

function editDistance(a, b) {
  let before = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(Math.min(change, row[j] + 1, next[j - 1] + 1, isSwap ? before[j - 2] + 1 : change));
    }
    before = row;
    row = next;
  }
  return row[b.length];
}
`;

/** Checks for which JavaScript has no operator. */
const checks = String.raw`
function codePoints(text) {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    if (text.codePointAt(index) > 0xffff) {
      count--;
      index++;
    }
  }
  return count;
}

function isMultipleOf(value, step) {
  if (Number.isInteger(step)) return value % step === 0;
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 2 * Number.EPSILON;
}

function hasDuplicates(items) {
  const seen = new Set();
  for (const item of items) seen.add(identityOf(item));
  return seen.size < items.length;
}

function identityOf(item) {
  spend(10);
  if (typeof item === 'string') return 's' + item;
  return 'v' + sortedJson(item, maxNesting);
}

function sortedJson(value, depth) {
  spend(10);
  if (depth === 0) return '…';
  if (Array.isArray(value)) return '[' + value.map((item) => sortedJson(item, depth - 1)).join() + ']';
  if (!isObject(value)) return scalarJson(value);
  const keys = Object.keys(value).sort();
  spend(keys.length * 30);
  return '{' + keys.map((key) => JSON.stringify(key) + ':' + sortedJson(value[key], depth - 1)).join() + '}';
}

function scalarJson(value) {
  if (typeof value === 'string') spend(value.length >> 2);
  return JSON.stringify(value);
}

function fitsPattern(pattern, text, weight, power) {
  spend(power === 1 ? 4 + Math.trunc((text.length * weight) / 4) : Math.trunc((weight * text.length ** power) / 4));
  return pattern.test(text);
}
`;

/**
 * Conversions for arguments that arrive as text; a text of the wrong kind stays unchanged and is refused by the check after it.
 */
const texts = String.raw`
function numberFromText(value) {
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value) ? Number(value) : value;
}

function booleanFromText(value) {
  if (value === 'true') return true;
  return value === 'false' ? false : value;
}

function literalFromText(value, literals) {
  const found = literals.find((literal) => String(literal) === value);
  return found === undefined ? value : found;
}
`;

/** The helpers, all functions in ES2022: declared before the generated decoders of the same module. */
export const decoderHelpers = [
  ...[refusals, stepHelpers, checks, nestingHelpers, formatHelpers, revivalHelpers, texts, coercionHelpers],
]
  .join('')
  .trim();
