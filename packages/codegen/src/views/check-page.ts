/**
 * Checks the bytes of a view's page: their number, and that they say nothing of the machine that built them.
 */
import { homedir } from 'node:os';
import { relative } from 'node:path';
import { diagnosticCodes } from '../diagnostics/diagnostic-codes.js';
import type { InputLog } from '../inputs/input-log.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { BundledView } from './bundled-view.js';
import type { ViewDeclaration } from '../model/view-declaration.js';
import { diagnoseView } from './view-fault.js';
import { nameInPlugin } from './view-source.js';

/** The limits of views. */
export const viewLimits = {
  /** The most bytes of one view's page, with everything in it. Hosts keep it in memory, and load it with each call. */
  viewBytes: 2 * 1024 * 1024,
};

/** Checks the size of the page in bytes. */
export function checkSize(
  view: ViewDeclaration,
  { html = '', modules }: BundledView,
  folder: string,
): readonly Diagnostic[] {
  const bytes = Buffer.byteLength(html);
  if (bytes <= viewLimits.viewBytes) return [];
  const largest = [...modules]
    .toSorted(([, a], [, b]) => b.bytes - a.bytes)
    .slice(0, 3)
    .map(([file, module]) => `${nameInPlugin(folder, file)} (${module.bytes})`);
  const message = `the page of "${view.uri}" has ${bytes} bytes, of at most ${viewLimits.viewBytes}`;
  const parts = largest.length > 0 ? `; the largest parts are ${largest.join(', ')}` : '';
  return [{ code: 'SIGIL141', message: message + parts, fix: diagnosticCodes.SIGIL141.remedy, ...view.place }];
}

/** Reports each file of the view that has a path of this machine, or the view itself if none of them has it as it is. */
export function checkPaths(
  view: ViewDeclaration,
  { html = '', modules }: BundledView,
  { folder, log }: { readonly folder: string; readonly log: InputLog },
): readonly Diagnostic[] {
  const paths = machinePaths(folder).filter((path) => html.includes(path));
  return paths.slice(0, 1).flatMap((path) => {
    const message = `the page of "${view.uri}" contains a path of this machine`;
    const fault = { code: 'SIGIL143', message } as const;
    const inPage = [...modules].flatMap(([file, { bytes }]) => (bytes > 0 ? [file] : []));
    const found = [...new Set([view.file, ...inPage])].flatMap((file) => {
      const text = log.readText(file) ?? '';
      const start = text.indexOf(path);
      const end = start + (/^[^"'`\s]*/.exec(text.slice(start))?.[0].length ?? path.length);
      return start < 0 ? [] : [diagnoseView(nameInPlugin(folder, file), text, { ...fault, start, end })];
    });
    return found.length > 0 ? found : [{ ...fault, fix: diagnosticCodes.SIGIL143.remedy, ...view.place }];
  });
}

/** A home with one part, such as `/root`, is also an ordinary path of a page. */
function machinePaths(folder: string): readonly string[] {
  const home = homedir();
  const isTelling = relative('/', home).split(/[\\/]/).length > 1;
  const paths = [folder, ...(isTelling ? [home] : [])];
  // Windows: as texts of scripts have them, and as URLs have them.
  return [...new Set(paths.flatMap((path) => [path, path.replaceAll('\\', '\\\\'), path.replaceAll('\\', '/')]))];
}
