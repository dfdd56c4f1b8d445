/**
 * Declares the host's common interface to a worker and a process: both take and send batches, print, and end.
 */
import type { ToFar } from './link-messages.js';

/** Options of starting a plugin process. */
export interface SpawnOptions {
  /** The plugin's name, for tools that list threads and processes. */
  readonly name: string;
  readonly maxHeapMb: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly onBatch: (batch: unknown) => void;
  readonly onPrinted: (stream: 'stdout' | 'stderr', text: string) => void;
  /** Called once, when it has ended by itself or was ended. */
  readonly onEnded: (end: ProcessEnd) => void;
}

/** The end of a worker or process, as a phrase that follows "it". */
export interface ProcessEnd {
  readonly how: string;
  readonly cause?: unknown;
}

/** A worker or process while it runs. */
export interface PluginProcess {
  /** @throws when something in the batch cannot be copied */
  post(batch: readonly ToFar[]): void;
  /** Ends it at once. @returns settles, without rejecting, when it has ended */
  end(): Promise<void>;
}

export type SpawnPluginProcess = (options: SpawnOptions) => PluginProcess;
