/**
 * Reads the process: memory, CPU time and event-loop lag.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Reading } from './write-exposition.js';

/** Readings of this process. The caller closes it. */
export interface ProcessReadings {
  read(): readonly Reading[];
  close(): void;
}

const windowMs = 10_000;
/** The monitor's timer period: every delay includes it, so the lag is the rest. */
const resolutionMs = 10;

/** @param version of the program, for `sigil_build_info` */
export function openProcessReadings(version: string): ProcessReadings {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  let lag = { p99: 0, max: 0 };
  const turn = setInterval(() => {
    lag = { p99: lagOf(delay.percentile(99)), max: lagOf(delay.max) };
    delay.reset();
  }, windowMs);
  turn.unref();
  return {
    read: () => [
      ...readMemory(),
      { metric: 'sigil_event_loop_lag_seconds', labels: { of: 'p99' }, value: lag.p99 },
      { metric: 'sigil_event_loop_lag_seconds', labels: { of: 'max' }, value: lag.max },
      { metric: 'sigil_build_info', labels: { version, node: process.versions.node }, value: 1 },
    ],
    close() {
      clearInterval(turn);
      delay.disable();
    },
  };
}

/** @param delayNs the monitor's value; NaN for a window without measurements */
function lagOf(delayNs: number): number {
  return delayNs > 0 ? Math.max(0, delayNs / 1e9 - resolutionMs / 1_000) : 0;
}

function readMemory(): Reading[] {
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    { metric: 'process_resident_memory_bytes', value: rss },
    { metric: 'nodejs_heap_size_used_bytes', value: heapUsed },
    { metric: 'nodejs_external_memory_bytes', value: external },
    { metric: 'process_cpu_seconds_total', value: (user + system) / 1e6 },
    { metric: 'process_start_time_seconds', value: Math.round(performance.timeOrigin) / 1_000 },
  ];
}
