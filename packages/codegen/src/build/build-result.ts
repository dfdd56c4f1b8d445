/**
 * The result of one build of a plugin.
 */
import type { Manifest } from '@sigil/core/building';
import type { Diagnostic } from '../model/diagnostic.js';
import type { ClientTarget } from '@sigil/contracts/targets';
import type { ToolPlaces } from './tool-places.js';

/** The options of a build. */
export interface BuildOptions {
  /**
   * Tells whether type errors in the bodies of the plugin's own functions are errors of the build. Default: true.
   * Without, only what the schemas are made of is checked, which takes less time; for where the compiler itself runs
   * too.
   */
  readonly typeCheck?: boolean;
  /** Refuses properties without a description. Default: what `"sigil": { "strict" }` of the package.json says, else false. */
  readonly strict?: boolean;
  /** Clients for which input schemas are rewritten, as far as that changes nothing of what is accepted; none by default. */
  readonly targets?: readonly ClientTarget[];
}

/** Without errors there is a manifest, and with any there is none and nothing was written. Notes come with either. */
export interface BuildResult {
  /** Absolute. */
  readonly folder: string;
  readonly manifest?: Manifest;
  /** The places where the manifest's tools are declared, by their names; there with a manifest. */
  readonly places?: ReadonlyMap<string, ToolPlaces>;
  readonly diagnostics: readonly Diagnostic[];
  /** Tells whether any file in `dist` changed. */
  readonly wroteFiles: boolean;
  readonly durationMs: BuildDurations;
}

/** The time that each step took, in milliseconds; 0 when it was not reached. */
export interface BuildDurations {
  readonly read: number;
  readonly bundle: number;
  readonly write: number;
}
