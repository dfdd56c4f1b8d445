/**
 * Returns memory after a storm of calls: collects garbage once, when much of it may be there and the event loop has nothing to do.
 *
 * The engine collects when it allocates, so a server that answered a storm and is idle since keeps what it let go of long ago.
 */
import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** The port through which the collector looks and collects; the process's own by default. */
export interface CollectorPorts {
  /** In bytes, garbage included. */
  readonly heapUsed: () => number;
  /** The share of the time since the last look in which the event loop was busy, from 0 to 1. */
  readonly busy: () => number;
  /** Settles when garbage has been collected. */
  readonly collect: () => Promise<void>;
}

/** Interval of looking, in milliseconds. */
const lookEveryMs = 3_000;
/** Growth of the heap since the last collection, in bytes, that is worth one: less is not worth the pause. */
const leastGrowth = 96 * 1024 * 1024;
/** A busier event loop allocates, and collects by itself. */
const mostBusy = 0.02;

/** Decides at each look whether to collect. */
export class IdleCollector {
  #heapAfter: number;
  #isCollecting = false;

  constructor(private readonly ports: CollectorPorts) {
    this.#heapAfter = ports.heapUsed();
  }

  /** Looks once. */
  async look(): Promise<void> {
    const { heapUsed, busy, collect } = this.ports;
    if (busy() > mostBusy || this.#isCollecting || heapUsed() - this.#heapAfter < leastGrowth) return;
    this.#isCollecting = true;
    try {
      await collect();
    } finally {
      // Also after a failure, so that it is not tried again and again for the same growth.
      this.#heapAfter = heapUsed();
      this.#isCollecting = false;
    }
  }
}

/** Looks every few seconds, and keeps no process alive. @returns stops it */
export function collectWhenIdle(): () => void {
  const collector = new IdleCollector({
    heapUsed: () => getHeapStatistics().used_heap_size,
    busy: openBusyMeter(),
    collect: requestCollection,
  });
  // A collection that fails costs memory, not answers.
  const timer = setInterval(() => void collector.look().catch(() => undefined), lookEveryMs).unref();
  return () => clearInterval(timer);
}

function openBusyMeter(): () => number {
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

/** By the inspector's protocol, loaded when it is first needed; it opens no port. */
async function requestCollection(): Promise<void> {
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
