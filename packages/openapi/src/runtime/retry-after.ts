/**
 * Reads how long an API asks to wait.
 *
 * Spec: RFC 9110 section 10.2.3
 */

/** Returns whole seconds from now, from a number or a date; `undefined` if the header is neither. */
export function readRetryAfter(header: string | null): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  // `Date.parse` reads numbers and many other texts as dates.
  const date = /^[A-Z][a-z]+, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
