/**
 * What one build of a plugin came to.
 */
import type { Manifest } from '@sigil/core';
import type { Diagnostic } from '../model/diagnostic.js';

/** Without diagnostics there is a manifest, and with any there is none and nothing was written. */
export interface BuildResult {
  /** Absolute. */
  readonly folder: string;
  readonly manifest?: Manifest;
  readonly diagnostics: readonly Diagnostic[];
  /** Whether any file in `dist` changed. */
  readonly wroteFiles: boolean;
  readonly durationMs: BuildDurations;
}

/** How long each step took, in milliseconds; 0 when it was not reached. */
export interface BuildDurations {
  readonly read: number;
  readonly bundle: number;
  readonly write: number;
}
