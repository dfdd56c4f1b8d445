/**
 * The JavaScript that every plugin's generated decoders share. It is text, so that a plugin carries its own copy and its bytes
 * do not depend on how this package was compiled; the bundler drops what a plugin does not use.
 *
 * Generated names never clash with these: they begin with `$` or with a word and `_` (`read_`, `decode_` …), or are `names`,
 * `values` and `pattern`, numbered.
 */
import { coercionHelpers } from './coercion-helpers.js';
import { nestingHelpers } from './nesting-helpers.js';
import { revivalHelpers } from './revival-helpers.js';

/** Which helper checks a format; other formats are documentation only. */
export const formatChecks: ReadonlyMap<string, string> = new Map([
  ['date-time', 'isDateTime'],
  ['date', 'isDate'],
  ['time', 'isTime'],
  ['email', 'isEmail'],
  ['uri', 'isUri'],
  ['uuid', 'isUuid'],
  ['ipv4', 'isIpv4'],
  ['ipv6', 'isIpv6'],
  ['regex', 'isRegex'],
]);

/** Refusals and what they need: no value is ever quoted, only its kind. */
const refusals = String.raw`
const maxProblems = 20;

function refuse(problems, path, expected, value) {
  if (problems.length < maxProblems) problems.push({ path: shortPath(path), expected, received: kindOf(value) });
  return undefined;
}

function shortPath(path) {
  const whole = path.startsWith('.') ? path.slice(1) : path;
  return whole.length > 256 ? whole.slice(0, 128) + '…' + whole.slice(-127) : whole;
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

function put(result, key, value) {
  if (key !== '__proto__') result[key] = value;
  else Object.defineProperty(result, key, { value, enumerable: true, configurable: true, writable: true });
}

function memberPath(path, key) {
  if (/^[A-Za-z_$][\w$]{0,63}$/.test(key)) return path === '' ? key : path + '.' + key;
  return path + '[' + JSON.stringify(key.length > 64 ? key.slice(0, 64) + '…' : key) + ']';
}

function refuseUnknown(value, names, path, problems) {
  for (const key of Object.keys(value)) {
    if (names.has(key)) continue;
    if (problems.length >= maxProblems) return;
    refuseName(problems, memberPath(path, key), key, names, value[key]);
  }
}

function refuseName(problems, path, key, names, value) {
  const nearest = nearestName(key, names);
  const advice = nearest === undefined ? '' : '; did you mean ' + JSON.stringify(nearest) + '?';
  refuse(problems, path, 'left out (no such property' + advice + ')', value);
}

function nearestName(name, names) {
  if (name.length > 64) return undefined;
  let nearest;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of names) {
    if (candidate.length > 64) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

function editDistance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
`;

/** Checks that JavaScript has no operator for. */
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
  return new Set(items.map((item) => sortedJson(item, maxNesting))).size < items.length;
}

function sortedJson(value, depth) {
  if (depth === 0) return '…';
  if (Array.isArray(value)) return '[' + value.map((item) => sortedJson(item, depth - 1)).join() + ']';
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return '{' + keys.map((key) => JSON.stringify(key) + ':' + sortedJson(value[key], depth - 1)).join() + '}';
}
`;

const formats = String.raw`
function isDate(text) {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1];
}

function isTime(text) {
  return /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.test(text);
}

function isDateTime(text) {
  return /^[Tt]$/.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

function isEmail(text) {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/.test(text);
}

function isUri(text) {
  return /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:\/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+$/.test(text);
}

function isUuid(text) {
  return /^[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$/.test(text);
}

function isIpv4(text) {
  return /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);
}

function isIpv6(text) {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1);
  const endsInIpv4 = last !== undefined && !text.endsWith('::') && isIpv4(last);
  if (endsInIpv4) groups.splice(-1, 1, '0', '0');
  if (!groups.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return false;
  return halves.length === 2 ? groups.length < 8 : groups.length === 8;
}
`;

/** For arguments that come as text: what is no text of the wanted kind stays as it is and is refused by the check after it. */
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

/** Functions only, in ES2022: declared before the generated decoders of the same module. */
export const decoderHelpers = [refusals, checks, nestingHelpers, formats, revivalHelpers, texts, coercionHelpers]
  .join('')
  .trim();
