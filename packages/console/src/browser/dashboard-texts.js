// @ts-check
/**
 * Numbers of the dashboard as people read them.
 */

/** @typedef {{ calls: number, failures: number, p50?: number, p95?: number, p99?: number }} Sums */

/** Numbers with commas. */
export const count = new Intl.NumberFormat('en-US');

/**
 * A time as people read it.
 *
 * @param {number | undefined} ms
 */
export function time(ms) {
  if (ms === undefined) return '–';
  if (ms < 1) return `${ms.toFixed(2)} ms`;
  if (ms < 1_000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}

/**
 * The part of the calls that failed.
 *
 * @param {Sums} sums
 */
export function failureShare({ calls, failures }) {
  if (failures === 0) return '0 %';
  const share = (failures / calls) * 100;
  return `${share < 1 ? share.toFixed(2) : share.toFixed(1)} %`;
}

/**
 * Bytes as people read them.
 *
 * @param {number} bytes
 */
export function size(bytes) {
  return bytes < 1_048_576 ? `${Math.round(bytes / 1_024)} kB` : `${Math.round(bytes / 1_048_576)} MB`;
}

/**
 * How long ago, roughly.
 *
 * @param {number} seconds
 */
export function age(seconds) {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3_600)} h` : `${Math.floor(seconds / 86_400)} d`;
}

/**
 * The time of day.
 *
 * @param {number} at
 */
export function clock(at) {
  return new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
}
