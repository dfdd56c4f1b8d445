/**
 * The memory of a process, and the part of it that its clients hold.
 */
import type { ProcessUsage } from '@sigil/console';
import type { Clients } from '@sigil/core/engine';

/** Reads the usage of this process. */
export function readUsage({
  sessions,
  listenStreams,
  nativeStreams,
  requestBytes,
  answerBytes,
}: Clients): ProcessUsage {
  const { heapUsed, rss } = process.memoryUsage();
  return {
    clients: {
      sessions: sessions.inUse,
      streams: listenStreams.inUse + nativeStreams.inUse,
      bufferedBytes: requestBytes.inUse + answerBytes.inUse,
    },
    memory: { heap: heapUsed, resident: rss },
  };
}

/** Adds several usages up. */
export function sumUsage(all: readonly ProcessUsage[]): ProcessUsage {
  const sum = (read: (usage: ProcessUsage) => number): number => all.reduce((whole, it) => whole + read(it), 0);
  return {
    clients: {
      sessions: sum(({ clients }) => clients.sessions),
      streams: sum(({ clients }) => clients.streams),
      bufferedBytes: sum(({ clients }) => clients.bufferedBytes),
    },
    memory: { heap: sum(({ memory }) => memory.heap), resident: sum(({ memory }) => memory.resident) },
  };
}
