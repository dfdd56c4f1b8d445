/**
 * Reads the pause that a server asks for.
 *
 * Spec: RFC 9110 §10.2.3
 */

/** @param value of the header Retry-After @returns milliseconds; `undefined` when the header is missing or malformed */
export function readRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
