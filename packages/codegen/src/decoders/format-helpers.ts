/**
 * The JavaScript that generated code shares to check formats. Each check takes at most linear time, and refuses a text longer
 * than any of its format by the length alone.
 */

/** The helper for each checked format; other formats are only documentation. */
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

/** The format checks; they need the steps. */
export const formatHelpers = String.raw`
function isDate(text) {
  spend(20);
  if (text.length !== 10 || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month < 1 || month > 12 || day < 1) return false;
  if (month === 2) return day <= (isLeap ? 29 : 28);
  return day <= (month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31);
}

function isTime(text) {
  if (text.length > 64) return false;
  return /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.test(text);
}

function isDateTime(text) {
  spend(10);
  return /^[Tt]$/.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

function isEmail(text) {
  spend(5 + (text.length >> 3));
  return text.length <= 320 && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/.test(text);
}

const ipLiteral = /^([A-Za-z][A-Za-z0-9+.-]*:\/\/(?:[^\/?#@]*@)?)\[([A-Za-z0-9._~:!$&'()*+,;=-]+)\](?=(?::\d*)?(?:[\/?#]|$))/;

const notOfUris = /[^A-Za-z0-9._~:\/?#@!$&'()*+,;=%-]|%(?![0-9A-Fa-f]{2})/;

function isIpLiteral(text) {
  return isIpv6(text) || /^[Vv][0-9A-Fa-f]+\.[^]/.test(text);
}

function isUri(text) {
  spend(10 + (text.length >> 1));
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:[^]/.test(text)) return false;
  const [whole = '', before = '', address] = ipLiteral.exec(text) ?? [];
  if (address !== undefined && !isIpLiteral(address)) return false;
  if (text.indexOf('#') !== text.lastIndexOf('#')) return false;
  return !notOfUris.test(before + text.slice(whole.length));
}

function isUuid(text) {
  spend(10);
  return text.length === 36 && /^[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$/.test(text);
}

function isIpv4(text) {
  return text.length <= 15 && /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);
}

function isIpv6(text) {
  if (text.length > 45) return false;
  spend(50);
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
