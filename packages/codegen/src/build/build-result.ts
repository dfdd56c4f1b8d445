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
   * Checks the bodies of the plugin's own functions for type errors. Default: true. Set it to false where the compiler runs
   * anyway: only the types of the schemas are then checked, which takes less time.
   */
  readonly typeCheck?: boolean;
  /** Refuses properties without a description. Default: the `"sigil": { "strict" }` of the package.json, else false. */
  readonly strict?: boolean;
  /** Clients for which input schemas are rewritten, without changing which values they accept. Default: none. */
  readonly targets?: readonly ClientTarget[];
}

/** The result of a build. It has a manifest only without errors; with any error nothing was written. Warnings and notes come with either. */
export interface BuildResult {
  /** Absolute path. */
  readonly folder: string;
  readonly manifest?: Manifest;
  /** The places where the manifest's tools are declared, by tool name; present with a manifest. */
  readonly places?: ReadonlyMap<string, ToolPlaces>;
  /** The clients that the plugin is for, from its package.json; absent where it does not say. */
  readonly targets?: readonly ClientTarget[];
  readonly diagnostics: readonly Diagnostic[];
  /** True when any file in `dist` changed. */
  readonly wroteFiles: boolean;
  readonly durationMs: BuildDurations;
}

/** The duration of each step, in milliseconds; 0 for a step that was not reached. */
export interface BuildDurations {
  readonly read: number;
  readonly bundle: number;
  readonly write: number;
}
