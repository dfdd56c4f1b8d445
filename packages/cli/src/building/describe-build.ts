/**
 * Describes the outcome of a build in one line.
 */
import { join, relative } from 'node:path';
import type { BuildResult } from '@sigil/codegen/building';
import type { Manifest } from '@sigil/core/building';
import { summarizeOffer } from '../listing/summarize-offer.js';

/** Returns the time that the build took, in whole milliseconds. */
export function totalMs({ durationMs }: BuildResult): number {
  return Math.round(durationMs.read + durationMs.bundle + durationMs.write);
}

/** Writes the line: `echo 0.1.0: 1 tool, 1 resource -> dist/manifest.json (412 ms)`. */
export function describeBuild(result: BuildResult, manifest: Manifest, cwd: string): string {
  const { name, version } = manifest.plugin;
  const path = relative(cwd, join(result.folder, 'dist', 'manifest.json'));
  const outcome = result.wroteFiles ? `-> ${path}` : 'unchanged';
  return `${name} ${version}: ${summarizeOffer(manifest)} ${outcome} (${totalMs(result)} ms)`;
}
