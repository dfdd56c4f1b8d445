/**
 * Describes the outcome of a build for the process that asked for it.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { BuildResult } from '@sigil/codegen/building';
import { formatDiagnostics, type Diagnostic } from '@sigil/codegen/diagnostics';
import type { Manifest } from '@sigil/core/building';
import type { BuildReport } from '@sigil/server/builder';
import { describeBuild, totalMs } from '../building/describe-build.js';

/** @param name of the folder, as the other process gave it */
export function reportBuild(name: string, result: BuildResult): BuildReport {
  const { manifest, diagnostics, wroteFiles, folder } = result;
  return {
    folder: name,
    isBuilt: manifest !== undefined,
    isFresh: false,
    wroteFiles,
    diagnostics,
    ...(manifest && { line: describeBuild(result, manifest, process.cwd()) }),
    ...(diagnostics.length > 0 && { text: formatDiagnostics(named(diagnostics, folder), { readSource }) }),
    tookMs: totalMs(result),
  };
}

/** Describes a build that was that of the sources already. */
export async function reportFresh(name: string, diagnostics: readonly Diagnostic[]): Promise<BuildReport> {
  const durationMs = { read: 0, bundle: 0, write: 0 };
  const manifest = JSON.parse(await readFile(join(name, 'dist', 'manifest.json'), 'utf8')) as Manifest; // our own output
  const result = { folder: name, manifest, diagnostics, wroteFiles: false, durationMs };
  return { ...reportBuild(name, result), isFresh: true };
}

/** Names the files relative to the working folder, so that an editor opens them. */
function named(diagnostics: readonly Diagnostic[], folder: string): Diagnostic[] {
  return diagnostics.map((one) => ({ ...one, file: join(relative(process.cwd(), folder), one.file) }));
}

function readSource(file: string): string | undefined {
  try {
    return readFileSync(resolve(file), 'utf8');
  } catch {
    // A diagnostic without its line is still useful; the file itself may be missing.
    return undefined;
  }
}
