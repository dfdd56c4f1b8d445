/**
 * Bundles a view into one page of HTML that needs no other file.
 */
import { extname } from 'node:path';
import type { InputLog } from '../inputs/input-log.js';
import { bundleScripts } from './bundle-scripts.js';
import type { BundledView } from './bundled-view.js';
import type { ViewDeclaration } from '../model/view-declaration.js';
import { findFramework, nameInPlugin } from './view-source.js';
import { writePage } from './write-page.js';

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
  if (diagnostics.length > 0) return bundled;
  const title = view.title ?? view.uri.slice(view.uri.lastIndexOf('/') + 1);
  return { ...bundled, html: writePage({ title, script, style }) };
}
