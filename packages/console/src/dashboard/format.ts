/**
 * Numbers of the dashboard as people read them. A number and its unit never break apart.
 */
import type { CallSums } from '@sigil/core/internal';

/** Shown for a value that does not exist. */
export const nothing = '–';
/** Percentiles of fewer calls are a guess. */
export const fewestForPercentiles = 10;

const withCommas = new Intl.NumberFormat('en-US');

/** Names the state of a remote server. An open breaker lets no call through, which `open` alone would say the opposite of. */
export function nameRemoteState(state: string): string {
  return state === 'open' ? 'circuit open' : state;
}

/** Formats a number with commas: `12,345`. */
export function formatCount(count: number): string {
  return withCommas.format(count);
}

/** Formats milliseconds: `0.25 ms`, `12 ms`, `1.2 s`, `2 min 5 s`, `1 h 4 min`. */
export function formatDuration(ms: number | undefined): string {
  if (ms === undefined) return nothing;
  if (ms < 0.995) return `${ms.toFixed(2)} ms`;
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`;
  return formatLong(Math.round(ms / 1_000));
}

function formatLong(seconds: number): string {
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3_600)];
  if (minutes === 0) return `${seconds} s`;
  return hours === 0 ? `${minutes} min ${seconds % 60} s` : `${hours} h ${minutes % 60} min`;
}

/** Returns a percentile, unless there were too few calls for one. */
export function readPercentile(sums: CallSums, name: 'p50' | 'p95' | 'p99'): number | undefined {
  return sums.calls < fewestForPercentiles ? undefined : sums[name];
}

/** Formats a percentile, unless there were too few calls for one. */
export function formatPercentile(sums: CallSums, name: 'p50' | 'p95' | 'p99'): string {
  return formatDuration(readPercentile(sums, name));
}

/** Formats the share of calls that failed. Only none is 0 %, and only all are 100 %. */
export function formatFailures({ calls, failures }: CallSums): string {
  if (failures === 0) return '0 %';
  if (failures === calls) return '100 %';
  const share = (failures / calls) * 100;
  if (share < 1) return `${Math.max(0.01, share).toFixed(2)} %`;
  return `${Math.min(99.9, share).toFixed(1)} %`;
}

/** Formats bytes: `12 kB`, `340 MB`, `1.5 GB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1_048_576) return `${Math.round(bytes / 1_024)} kB`;
  return bytes < 1_073_741_824 ? `${Math.round(bytes / 1_048_576)} MB` : `${(bytes / 1_073_741_824).toFixed(1)} GB`;
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

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** Formats a moment: `14:05:09`, and `28 Nov 14:05:09` if that was not today. @param now the present, for the reader's day */
export function formatMoment(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? formatSecond(at) : `${day.format(at)} ${formatSecond(at)}`;
}
