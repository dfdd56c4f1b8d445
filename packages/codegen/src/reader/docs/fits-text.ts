/**
 * Tells whether a text is in the form that a type has on the wire: dates, bytes, digits, regular expressions.
 */

/** Returns whether the text is a real day, or a real moment with its zone. Spec: RFC 3339 section 5.6 */
export function fitsDate(text: string, format: 'date' | 'date-time'): boolean {
  const form =
    format === 'date' ? /^\d{4}-\d{2}-\d{2}$/ : /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;
  if (!form.test(text) || Number.isNaN(Date.parse(text))) return false;
  const day = text.slice(0, 10);
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** Returns whether the pattern, a regular expression with the `u` flag, is found in the text. */
export function fitsPattern(text: string, pattern: string): boolean {
  return new RegExp(pattern, 'u').test(text);
}

/** Returns whether the text is a regular expression with the `u` flag. */
export function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    // That it throws is the answer.
    return false;
  }
}

/** Returns whether the text is a whole number, written out. */
export function isDigits(text: string): boolean {
  return /^-?\d+$/.test(text);
}

/** Returns whether the text is base64 with its padding. Spec: RFC 4648 section 4 */
export function isBase64(text: string): boolean {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text);
}
