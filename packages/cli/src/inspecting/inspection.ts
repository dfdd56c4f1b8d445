/**
 * The state of a plugin after its start, from whichever source. Times are in milliseconds.
 */

/** One plugin, as `sigil inspect` shows it; absent members are unknown or do not apply. */
export interface InspectedPlugin {
  readonly name: string;
  readonly state: 'serving' | 'failed';
  /** The version that serves now. */
  readonly version?: string;
  readonly manifestCid?: string;
  readonly link?: string;
  readonly policy?: string;
  readonly generation?: number;
  /** The time at which its code is loaded and started. */
  readonly activates?: string;
  /** Whether the plugin's code is loaded and started. */
  readonly activation?: string;
  readonly since?: string;
  /** The number of components that serve, as a phrase. */
  readonly offers?: string;
  /** The components that require scopes of callers. */
  readonly scopes?: readonly InspectedScopes[];
  /** The services that its classes receive. */
  readonly services?: readonly InspectedService[];
  /** The error code of the refused build. */
  readonly reason?: string;
  readonly boot?: InspectedBoot;
}

/** A component that requires scopes of callers. */
export interface InspectedScopes {
  readonly kind: 'tool' | 'resource' | 'prompt';
  /** The name; for a resource its URI or URI template. */
  readonly name: string;
  /** Scopes, all of which a caller needs. */
  readonly scopes: readonly string[];
}

/** A service of a plugin. */
export interface InspectedService {
  readonly name: string;
  readonly from: string;
  readonly file: string;
  readonly provides: readonly string[];
  readonly needs: readonly string[];
  /** Whether it hands state to the next generation. */
  readonly carries: boolean;
}

/** The latest attempt to start the plugin. */
export interface InspectedBoot {
  readonly outcome: 'serving' | 'failed';
  readonly durationMs: number;
  readonly steps: readonly InspectedStep[];
  readonly reason?: string;
  readonly message?: string;
}

/** One step of an attempt. */
export interface InspectedStep {
  readonly step: string;
  readonly durationMs: number;
}
