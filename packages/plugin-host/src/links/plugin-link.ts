/**
 * Declares the link to a plugin's code, which runs in this thread, in a worker or in a process of its own.
 */
import type { Announcer, JsonObject } from '@sigil/core';
import type { CarriedState, CarryFailure, Components } from '@sigil/core/catalog';
import type { BuiltPlugin } from '../builds/build-source.js';

/** The kinds there are; `inline` is the fastest, `process` survives everything its plugin does. */
export type LinkKind = 'inline' | 'worker' | 'process';

/** Options of a link. */
export interface LinkOptions {
  /** The receiver of the plugin's own announcements. */
  readonly announcer: Announcer;
  /** The plugin's own configuration: one flat object. */
  readonly configuration?: JsonObject | undefined;
  /** Told of what happens to the plugin's worker or process. Never called for `inline`. */
  readonly onEvent?: (event: LinkEvent) => void;
  /** Steps that reading the arguments of one call may take; default: 4,000,000. */
  readonly maxDecodeSteps?: number;
  readonly limits?: Partial<LinkLimits>;
  /** Variables that a worker or process gets beside those of the allow-list, see docs/operate/links.md. Inline code has this process's own. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Of `worker` and `process`; times in milliseconds. Every one has a default, see `defaultLinkLimits`. */
export interface LinkLimits {
  /** Heap of the worker or process, in MiB. */
  readonly maxHeapMb: number;
  /** Longest time without a sign of life before the code counts as stuck and is ended. */
  readonly stuckMs: number;
  /** Wait before the first restart after a crash; doubles with each further one. */
  readonly restartDelayMs: number;
  readonly maxRestartDelayMs: number;
  /** Longest time for a restart, the plugin's `start()` included; one that takes longer counts as another crash. */
  readonly restartTimeoutMs: number;
  /** Time that a call waits for a restart before it fails. */
  readonly restartWaitMs: number;
  /** So many crashes within `crashWindowMs` open the circuit: calls are refused at once. */
  readonly maxCrashes: number;
  readonly crashWindowMs: number;
  /** Time for which the circuit stays open before one more start is tried. */
  readonly circuitOpenMs: number;
}

/** An event in the life of a worker or process, for the log and the pages. */
export type LinkEvent =
  /** The code ended by itself or had to be ended; the calls that ran have failed with `error`. */
  | { readonly kind: 'crashed'; readonly error: Error }
  | { readonly kind: 'restarted' }
  | { readonly kind: 'circuit-opened'; readonly error: Error }
  /** A line that the plugin printed. */
  | { readonly kind: 'printed'; readonly stream: 'stdout' | 'stderr'; readonly text: string };

/** A plugin's code, constructed. The caller that opened it stops it, also after a start that failed. */
export interface PluginLink {
  readonly kind: LinkKind;
  readonly components: Components;
  /** Runs the plugin's own `start()` methods. Rejects when one of them does. */
  start(): Promise<void>;
  /** Runs the plugin's own `health()` methods, where it has any. Rejects when one of them does, or returns `false`. */
  health(): Promise<void>;
  /**
   * The state that the next generation takes over, as the parts of this one declare.
   *
   * @param maxLength limit on the state of each part, in characters of JSON text
   */
  carryOut(maxLength: number): Promise<CarriedState>;
  /** Takes over what a generation before has carried out. @returns the parts that could not */
  carryIn(state: CarriedState): Promise<readonly CarryFailure[]>;
  /** Runs the plugin's own `stop()` methods in reverse, also after a start that failed; then nothing of it runs any more. Asked again, gives the same. */
  stop(): Promise<void>;
  /** Ends a worker or process at once, without asking; for one whose `stop` did not end in time. Inline code goes on. */
  kill(): void;
}

/**
 * Opens a link of one kind: evaluates the code and constructs its classes.
 *
 * @throws PluginError when the code fails, does not belong to the manifest, or does not take the configuration
 */
export type OpenLink = (built: BuiltPlugin, options: LinkOptions) => Promise<PluginLink>;
