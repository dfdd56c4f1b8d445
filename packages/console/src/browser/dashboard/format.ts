/**
 * Numbers of the dashboard as people read them. A number and its unit never break apart.
 */
import type { CallSums } from '@sigil/core/internal';

/** Shown for a value that does not exist. */
export const nothing = '–';
/** Percentiles of fewer calls are a guess. */
export const fewestForPercentiles = 10;

const withCommas = new Intl.NumberFormat('en-US');

/** Formats a number with commas: `12,345`. */
export function formatCount(count: number): string {
  return withCommas.format(count);
}

/** Formats milliseconds: `0.25 ms`, `12 ms`, `1.2 s`. */
export function formatDuration(ms: number | undefined): string {
  if (ms === undefined) return nothing;
  if (ms < 1) return `${ms.toFixed(2)} ms`;
  if (ms < 1_000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}

/** Formats a percentile, unless there were too few calls for one. */
export function formatPercentile(sums: CallSums, name: 'p50' | 'p95' | 'p99'): string {
  return sums.calls < fewestForPercentiles ? nothing : formatDuration(sums[name]);
}

/** Formats the share of calls that failed. */
export function formatFailures({ calls, failures }: CallSums): string {
  if (failures === 0) return '0 %';
  const share = (failures / calls) * 100;
  return `${share < 1 ? share.toFixed(2) : share.toFixed(1)} %`;
}

/** Formats bytes in kB or MB. */
export function formatSize(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.round(bytes / 1_024)} kB` : `${Math.round(bytes / 1_048_576)} MB`;
}

/** Formats a long time, roughly. */
export function formatAge(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3_600)} h` : `${Math.floor(seconds / 86_400)} d`;
}

/** Names a step of a period. @param minutes its length */
export function nameStep(minutes: number): string {
  return minutes === 1 ? 'minute' : `${minutes} minutes`;
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const clockWithSeconds = new Intl.DateTimeFormat('en-GB', {
  ...({ hour: '2-digit', minute: '2-digit', second: '2-digit' } as const),
  hourCycle: 'h23',
});

/** Formats the reader's time of day with 24 hours: `14:05`. */
export function formatClock(at: number): string {
  return clock.format(at);
}

/** Formats the reader's time of day to the second: `14:05:09`. */
export function formatSecond(at: number): string {
  return clockWithSeconds.format(at);
}
