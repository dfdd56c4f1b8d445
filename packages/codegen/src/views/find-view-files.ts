/**
 * Finds the sources of a plugin's views, by the option `file` or by the last part of their addresses.
 */
import { statSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { diagnosticCodes } from '../diagnostics/diagnostic-codes.js';
import type { InputLog } from '../inputs/input-log.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { ViewModel } from '../model/plugin-model.js';
import type { ViewDeclaration } from '../model/view-declaration.js';

/** The folder of the sources of views within a plugin's folder. */
const viewsFolder = 'views';

/** The kinds of sources, in the order in which they are looked for. */
const extensions: readonly string[] = ['.tsx', '.jsx', '.ts', '.js', '.html'];

/** The views whose sources are there, and the faults of the others. */
export interface FoundViews {
  readonly views: readonly ViewDeclaration[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds the sources. @param log notes where they are missing, so that a build begins again when one appears */
export function findViewFiles(folder: string, models: readonly ViewModel[], log: InputLog): FoundViews {
  const views: ViewDeclaration[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { file: written, ...view } of models) {
    const candidates = written === undefined ? candidatesFor(view.uri) : [written];
    const found = findFirst(folder, candidates, log);
    const why = written === undefined ? undefined : faultOfPath(folder, written);
    if (found !== undefined && why === undefined) views.push({ ...view, file: join(folder, found) });
    else diagnostics.push(faultOf(view, why ?? `there is no ${describeAll(candidates)}`));
  }
  return { views, diagnostics };
}

/** Returns the last part of an address, without an extension that says what every view is. */
export function nameOfView(uri: string): string {
  const part = uri.slice(uri.lastIndexOf('/') + 1).replace(/\.html$/i, '');
  try {
    return decodeURIComponent(part);
  } catch {
    // A percent sign that begins no escape.
    return part;
  }
}

function candidatesFor(uri: string): readonly string[] {
  const name = nameOfView(uri).replaceAll(/[\\/]/g, '-');
  return extensions.map((extension) => `${viewsFolder}/${name}${extension}`);
}

function findFirst(folder: string, candidates: readonly string[], log: InputLog): string | undefined {
  for (const candidate of candidates) {
    const path = join(folder, candidate);
    const isThere = log.unsavedText(path) !== undefined || statSync(path, { throwIfNoEntry: false })?.isFile() === true;
    if (isThere) return candidate;
    log.noteFile(path);
  }
  return undefined;
}

function faultOfPath(folder: string, written: string): string | undefined {
  const inside = relative(folder, join(folder, written)).replaceAll('\\', '/');
  if (inside.startsWith('../') || inside === '..') return `"${written}" is not in the folder of the plugin`;
  return extensions.includes(extname(written)) ? undefined : `"${written}" is no ${describeAll(extensions)}`;
}

function describeAll(names: readonly string[]): string {
  return names.length === 1 ? `"${names[0]}"` : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function faultOf({ uri, place }: Omit<ViewDeclaration, 'file'>, why: string): Diagnostic {
  const message = `the view "${uri}" has no source: ${why}`;
  return { code: 'SIGIL131', message, fix: diagnosticCodes.SIGIL131.remedy, ...place };
}
