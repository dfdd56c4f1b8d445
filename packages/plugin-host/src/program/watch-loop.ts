/**
 * Reports which inline component blocks the event loop, while it does: a separate thread checks a heartbeat of the
 * loop, and writes a line to standard error. The component is recorded when the loop is free again.
 *
 * The thread starts with the first inline code and counts its own ticks, so time in which the machine sleeps does not
 * count.
 */
import { closeSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { componentName, followNames, namesFrom, runningComponent, type ComponentName } from './running-component.js';
import { loopWatcherProgram } from './loop-watcher-program.js';
import { openWithoutBlocking } from './nonblocking-output.js';

/** A period in which the event loop was blocked. */
export interface BlockedLoop {
  /** Time at which it was free again. */
  readonly at: Date;
  readonly blockedMs: number;
  /** The component on the stack; absent when none was recorded, as for code that goes on after an `await`. */
  readonly by?: ComponentName;
  /** The component that began last, if none was on the stack. */
  readonly lastBegun?: ComponentName;
}

/** Options of watching the loop. */
export interface LoopWatchOptions {
  /** How long the loop may be blocked before the log reports it. Default: 2,000. */
  readonly blockedLoopMs?: number;
  /** Prefix of the thread's lines: `event loop `, in the colours of the log. */
  readonly linePrefix: string;
  /** Called when the loop is free again. */
  readonly onFreed: (blocked: BlockedLoop) => void;
}

/** A watch on the event loop. It does not keep the process alive. */
export interface LoopWatch {
  /** The latest few periods, newest first. */
  readonly blocked: readonly BlockedLoop[];
  /** Ends the thread. */
  close(): Promise<void>;
}

/** The default limit. */
const defaultBlockedLoopMs = 2_000;

const mostKept = 5;

/** @throws RangeError naming the limit when it is not a whole number of at least 1 */
export function watchLoop({ blockedLoopMs = defaultBlockedLoopMs, linePrefix, onFreed }: LoopWatchOptions): LoopWatch {
  if (!Number.isSafeInteger(blockedLoopMs) || blockedLoopMs < 1)
    throw new RangeError(`limit blockedLoopMs must be a whole number of at least 1, got ${String(blockedLoopMs)}`);
  return new WatchedLoop(blockedLoopMs, linePrefix, onFreed);
}

class WatchedLoop implements LoopWatch {
  readonly blocked: BlockedLoop[] = [];
  // The beat, then the thread's report: whether there is one, the running component, and the one that began last.
  readonly #pulse = new Int32Array(new SharedArrayBuffer(16));
  readonly #everyMs: number;
  readonly #unfollow: () => void;
  #thread: Worker | undefined;
  #closeDescriptor: () => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;
  #sentNames = 1;
  #lastBeatAt = 0;
  #gapBefore = 0;

  constructor(
    private readonly limitMs: number,
    private readonly linePrefix: string,
    private readonly onFreed: (blocked: BlockedLoop) => void,
  ) {
    this.#everyMs = Math.min(1_000, Math.max(10, Math.floor(limitMs / 10)));
    this.#unfollow = followNames(() => this.#sendNames());
    if (namesFrom(1).length > 0) this.#sendNames();
  }

  async close(): Promise<void> {
    this.#unfollow();
    clearInterval(this.#timer);
    await this.#thread?.terminate();
    this.#closeDescriptor();
    this.#closeDescriptor = () => undefined;
  }

  /** Called before the code of these components runs, so that the thread can name them while this one is blocked. */
  #sendNames(): void {
    const thread = (this.#thread ??= this.#startIfAllowed());
    if (!thread) return;
    const added = namesFrom(this.#sentNames);
    this.#sentNames += added.length;
    if (added.length > 0) thread.postMessage(added.map(describeComponent));
  }

  #startIfAllowed(): Worker | undefined {
    try {
      return this.#start();
    } catch {
      // Node's permission model may refuse threads; the plugin then serves without the watch.
      void this.close();
      return undefined;
    }
  }

  #start(): Worker {
    const descriptor = openWithoutBlocking(2);
    if (descriptor !== 2) this.#closeDescriptor = () => closeSync(descriptor);
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    const thread = new Worker(loopWatcherProgram, {
      eval: true,
      workerData: {
        running: runningComponent,
        pulse: this.#pulse,
        everyMs: this.#everyMs,
        // Adds one tick, since the block may have begun just before the next beat.
        ticks: Math.ceil(this.limitMs / this.#everyMs) + 1,
        descriptor,
        start: `${this.linePrefix}has been blocked for over ${this.limitMs} ms (limit blockedLoopMs) `,
      },
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
    });
    // If the thread fails, the server goes on without reports.
    thread.on('error', () => undefined);
    thread.unref();
    this.#lastBeatAt = performance.now();
    this.#timer = setInterval(() => this.#beat(), this.#everyMs).unref();
    return thread;
  }

  #beat(): void {
    const now = performance.now();
    const gap = now - this.#lastBeatAt;
    this.#lastBeatAt = now;
    Atomics.add(this.#pulse, 0, 1);
    // The thread may report just as the loop is free again; then the gap before counts.
    if (Atomics.exchange(this.#pulse, 1, 0) === 1) this.#keep(Math.round(Math.max(gap, this.#gapBefore)));
    this.#gapBefore = gap;
  }

  #keep(blockedMs: number): void {
    const by = componentName(Atomics.load(this.#pulse, 2));
    const last = componentName(Atomics.load(this.#pulse, 3));
    const blocked = { at: new Date(), blockedMs, ...(by ? { by } : last ? { lastBegun: last } : {}) };
    this.blocked.unshift(blocked);
    this.blocked.length = Math.min(this.blocked.length, mostKept);
    this.onFreed(blocked);
  }
}

/** Describes what blocked the loop, as the end of a sentence. */
export function describeBlocked({ blockedMs, by, lastBegun }: BlockedLoop): string {
  const time = `was blocked for ${blockedMs} ms`;
  if (by) return `${time} by ${describeComponent(by)}`;
  const last = lastBegun ? `; the last to begin was ${describeComponent(lastBegun)}` : '';
  return `${time} by code that no call had on its stack, as after an await${last}`;
}

function describeComponent({ plugin, component }: ComponentName): string {
  return `${component} of plugin ${JSON.stringify(plugin)}`;
}
