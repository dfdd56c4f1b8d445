/**
 * The state of a plugin after its start, from whichever source. Times are in milliseconds.
 */

/** One plugin, as `sigil inspect` shows it; what is absent is not known, or not so. */
export interface InspectedPlugin {
  readonly name: string;
  readonly state: 'serving' | 'failed';
  /** The version that serves now. */
  readonly version?: string;
  readonly manifestCid?: string;
  readonly link?: string;
  readonly policy?: string;
  readonly generation?: number;
  /** When its code is loaded and started. */
  readonly activates?: string;
  /** Tells whether the plugin's code is loaded and started. */
  readonly activation?: string;
  readonly since?: string;
  /** The number of components that serve, in words. */
  readonly offers?: string;
  /** The components that ask callers for scopes. */
  readonly scopes?: readonly InspectedScopes[];
  /** The services that its classes are constructed with. */
  readonly services?: readonly InspectedService[];
  /** The error code of the build that was refused. */
  readonly reason?: string;
  readonly boot?: InspectedBoot;
}

/** A component that asks callers for scopes. */
export interface InspectedScopes {
  readonly kind: 'tool' | 'resource' | 'prompt';
  /** A resource's is its URI or URI template. */
  readonly name: string;
  /** Scopes of which a caller needs every one. */
  readonly scopes: readonly string[];
}

/** A service of a plugin. */
export interface InspectedService {
  readonly name: string;
  readonly from: string;
  readonly file: string;
  readonly provides: readonly string[];
  readonly needs: readonly string[];
  /** Tells whether it hands state to the next generation. */
  readonly carries: boolean;
}

/** The last try to bring the plugin up. */
export interface InspectedBoot {
  readonly outcome: 'serving' | 'failed';
  readonly durationMs: number;
  readonly steps: readonly InspectedStep[];
  readonly reason?: string;
  readonly message?: string;
}

/** One step of it. */
export interface InspectedStep {
  readonly step: string;
  readonly durationMs: number;
}
