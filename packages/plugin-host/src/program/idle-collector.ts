/**
 * Frees memory after a burst of calls: collects garbage once, when the heap has grown and the event loop is idle.
 *
 * V8 collects when it allocates, so a server that is idle after a burst would keep its garbage.
 */
import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** The measurements and the collection that a collector uses; by default the process's own. */
export interface CollectorPorts {
  /** In bytes, garbage included. */
  readonly heapUsed: () => number;
  /** The share of the time since the last check in which the event loop was busy, from 0 to 1. */
  readonly busy: () => number;
  /** Settles when garbage has been collected. */
  readonly collect: () => Promise<void>;
}

/** Interval between checks, in milliseconds. */
const lookEveryMs = 3_000;
/** Growth of the heap since the last collection, in bytes, that is worth the pause of another one. */
const leastGrowth = 96 * 1024 * 1024;
/** A busier event loop allocates, so V8 collects by itself. */
const mostBusy = 0.02;

/** Decides at each check whether to collect. */
export class IdleCollector {
  #heapAfter: number;
  #isCollecting = false;

  constructor(private readonly ports: CollectorPorts) {
    this.#heapAfter = ports.heapUsed();
  }

  /** Checks once. */
  async look(): Promise<void> {
    const { heapUsed, busy, collect } = this.ports;
    if (busy() > mostBusy || this.#isCollecting || heapUsed() - this.#heapAfter < leastGrowth) return;
    this.#isCollecting = true;
    try {
      await collect();
    } finally {
      // Set also after a failure, so that the same growth does not cause one attempt after another.
      this.#heapAfter = heapUsed();
      this.#isCollecting = false;
    }
  }
}

/** Checks every few seconds, without keeping the process alive. @returns stops the checks */
export function collectWhenIdle(): () => void {
  const collector = new IdleCollector({
    heapUsed: () => getHeapStatistics().used_heap_size,
    busy: openBusyMeter(),
    collect: requestCollection,
  });
  // A failed collection costs memory, and no answer.
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

/** Collects through the inspector, which is loaded on first use and opens no port. */
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
