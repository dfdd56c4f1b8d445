/**
 * Declares the link to a plugin's code, which runs in this thread, in a worker, or in its own process.
 */
import type { Announcer, JsonObject } from '@sigil/core';
import type { CarriedState, CarryFailure, Components } from '@sigil/core/catalog';
import type { BuiltPlugin } from '../builds/build-source.js';

/** The kinds of links; `inline` is the fastest, and `process` survives everything that its plugin does. */
export type LinkKind = 'inline' | 'worker' | 'process';

/** Options of a link. */
export interface LinkOptions {
  /** The receiver of the plugin's own announcements. */
  readonly announcer: Announcer;
  /** The plugin's own configuration: one flat object. */
  readonly configuration?: JsonObject | undefined;
  /** Called with events of the plugin's worker or process. Never called for `inline`. */
  readonly onEvent?: (event: LinkEvent) => void;
  /** Steps that decoding the arguments of one call may take; default: 4,000,000. */
  readonly maxDecodeSteps?: number;
  readonly limits?: Partial<LinkLimits>;
  /** Variables for a worker or process, added to the allow-list (docs/operate/links.md). Inline code has this process's own. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Limits of `worker` and `process`; times in milliseconds. For the defaults, see `defaultLinkLimits`. */
export interface LinkLimits {
  /** Heap of the worker or process, in MiB. */
  readonly maxHeapMb: number;
  /** Longest silence before the code counts as stuck and is ended. */
  readonly stuckMs: number;
  /** Wait before the first restart after a crash; doubles with each further one. */
  readonly restartDelayMs: number;
  readonly maxRestartDelayMs: number;
  /** Longest time for a restart, the plugin's `start()` included; one that takes longer counts as another crash. */
  readonly restartTimeoutMs: number;
  /** Time that a call waits for a restart before it fails. */
  readonly restartWaitMs: number;
  /** This many crashes within `crashWindowMs` open the circuit: calls are refused at once. */
  readonly maxCrashes: number;
  readonly crashWindowMs: number;
  /** Time that the circuit stays open before another start is tried. */
  readonly circuitOpenMs: number;
}

/** An event in the life of a worker or process, for the log and the pages. */
export type LinkEvent =
  /** The code ended by itself or was ended; calls in flight failed with `error`. */
  | { readonly kind: 'crashed'; readonly error: Error }
  | { readonly kind: 'restarted' }
  | { readonly kind: 'circuit-opened'; readonly error: Error }
  /** A line that the plugin printed. */
  | { readonly kind: 'printed'; readonly stream: 'stdout' | 'stderr'; readonly text: string };

/** A plugin's constructed code. The code that opens it stops it, also after a failed start. */
export interface PluginLink {
  readonly kind: LinkKind;
  readonly components: Components;
  /** Runs the plugin's own `start()` methods. Rejects when one of them does. */
  start(): Promise<void>;
  /** Runs the plugin's own `health()` methods, if any. Rejects when one of them rejects or returns `false`. */
  health(): Promise<void>;
  /**
   * Returns the declared state of the plugin's parts, for the next generation.
   *
   * @param maxLength limit on the state of each part, in characters of JSON text
   */
  carryOut(maxLength: number): Promise<CarriedState>;
  /** Takes over the state of an earlier generation. @returns the parts that could not */
  carryIn(state: CarriedState): Promise<readonly CarryFailure[]>;
  /** Runs the plugin's own `stop()` methods in reverse, also after a failed start; then none of its code runs. May be called again. */
  stop(): Promise<void>;
  /** Ends a worker or process at once, for one whose `stop` takes too long. Inline code goes on. */
  kill(): void;
}

/**
 * Opens a link of one kind: evaluates the code and constructs its classes.
 *
 * @throws PluginError when the code fails, does not match the manifest, or refuses the configuration
 */
export type OpenLink = (built: BuiltPlugin, options: LinkOptions) => Promise<PluginLink>;
