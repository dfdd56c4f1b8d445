/**
 * Bundles a view into one page of HTML that needs no other file.
 */
import { extname } from 'node:path';
import type { InputLog } from '../inputs/input-log.js';
import type { Diagnostic } from '../model/diagnostic.js';
import { bundleScripts, type BundledModule } from './bundle-scripts.js';
import type { ReachedAddress } from './reached-address.js';
import type { ViewDeclaration } from './view-declaration.js';
import { findFramework, nameInPlugin, type ViewFramework } from './view-source.js';
import { writePage } from './write-page.js';

/** The page of a view, or the faults that kept it from being written. */
export interface BundledView {
  /** Undefined if there are errors. */
  readonly html?: string;
  /** Of the scripts; the framework decides how their JSX is compiled. */
  readonly scripts: readonly string[];
  readonly framework: ViewFramework;
  /** The files of scripts and style sheets that are part of the page, as absolute paths. */
  readonly modules: ReadonlyMap<string, BundledModule>;
  /** The addresses that the page itself names, beside its scripts and style sheets; absent for a script. */
  readonly reached?: readonly ReachedAddress[];
  /** All files that were read, as absolute paths. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Bundles the view of a plugin in `folder`; `log` notes what is read. */
export async function bundleView(view: ViewDeclaration, folder: string, log: InputLog): Promise<BundledView> {
  if (extname(view.file) === '.html') {
    // Loaded with the first page: most views are scripts.
    const { bundlePage } = await import('./bundle-page.js');
    return bundlePage(view, folder, log);
  }
  const scripts = [view.file];
  const framework = findFramework(scripts, log);
  const text = `import ${JSON.stringify(`./${nameInPlugin(folder, view.file)}`)};`;
  const entry = { text, loader: 'js', inline: [], file: `${folder}/view.js` } as const;
  const { script, style, modules, files, diagnostics } = await bundleScripts(entry, { folder, framework, log });
  const bundled = { scripts, framework, modules, files, diagnostics };
  if (diagnostics.length > 0) return { ...bundled, files: scripts };
  const title = view.title ?? view.uri.slice(view.uri.lastIndexOf('/') + 1);
  return { ...bundled, html: writePage({ title, script, style }) };
}
