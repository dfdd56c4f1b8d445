/**
 * Builds the pages of a plugin's views, again and again: bundles them, checks their types, and reports what hosts would refuse.
 */
import { dirname, join, sep } from 'node:path';
import { sortDiagnostics } from '../diagnostics/sort-diagnostics.js';
import type { InputLog } from '../inputs/input-log.js';
import { hasErrors, type Diagnostic } from '../model/diagnostic.js';
import { bundleView } from './bundle-view.js';
import { HostCheck } from './check-hosts.js';
import { checkPaths, checkSize } from './check-page.js';
import { openViewTypes } from './check-view-types.js';
import type { ViewDeclaration } from './view-declaration.js';
import { isOwn, viewToolsFile } from './view-source.js';

/** The pages of all views, and their faults. */
export interface ViewBuild {
  /** In the order of the views; empty if there are errors. */
  readonly pages: readonly ViewPage[];
  /** The files that were read, as absolute paths. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The page of a view. */
export interface ViewPage {
  readonly view: ViewDeclaration;
  readonly html: Uint8Array;
}

/** Builds the views of one plugin. */
export interface ViewPages {
  /** @param tools the text of the module of the plugin's tools, which need not be on disk */
  build(views: readonly ViewDeclaration[], tools: string): Promise<ViewBuild>;
  /** Reads changed files again. */
  refresh(changedFiles: readonly string[]): void;
}

/**
 * Opens the builder.
 *
 * @param folder of the plugin, absolute and without symbolic links
 * @param log notes what is read
 */
export function openViewBuilder(folder: string, log: InputLog): ViewPages {
  const types = openViewTypes(folder, log);
  const hosts = new HostCheck(folder, log);
  return {
    async build(views, tools) {
      log.setUnsaved(join(folder, viewToolsFile), tools);
      const bundled = await Promise.all(views.map((view) => bundleView(view, folder, log)));
      const files = new Set(bundled.flatMap((it) => it.files));
      const own = new Set([...files].filter((file) => isOwn(folder, file)).map((file) => file.replaceAll('\\', '/')));
      // Without a bundle it is not known what belongs to a view.
      const isComplete = bundled.every(({ html }) => html !== undefined);
      const diagnostics = [
        ...bundled.flatMap((it) => it.diagnostics),
        ...types.check(
          bundled.map(({ framework, scripts }) => ({ framework, files: scripts })),
          (file) => (isComplete ? own.has(file) : isBeside(file, views, folder)),
        ),
        ...bundled.flatMap((it, index) => {
          const view = views[index]!;
          return [...hosts.check(view, it), ...checkSize(view, it, folder), ...checkPaths(view, it, { folder, log })];
        }),
      ];
      const pages = bundled.map(({ html = '' }, index) => ({ view: views[index]!, html: Buffer.from(html) }));
      return {
        pages: hasErrors(diagnostics) ? [] : pages,
        files: [...files],
        diagnostics: withoutEchoes(sortDiagnostics(diagnostics)),
      };
    },
    refresh: (changedFiles) => types.refresh(changedFiles),
  };
}

/** Returns whether a file is in the folder of a view's source, unless that is the plugin's own. */
function isBeside(file: string, views: readonly ViewDeclaration[], folder: string): boolean {
  return views.some((view) => {
    const place = dirname(view.file);
    return place !== folder && file.startsWith(`${place}${sep}`.replaceAll('\\', '/'));
  });
}

/**
 * Leaves out the second report of one mistake, and what two views say of a file that they share. The compiler says most of an import; of a module of
 * Node it says only that it has no types for it.
 */
function withoutEchoes(sorted: readonly Diagnostic[]): readonly Diagnostic[] {
  const linesOf = (wanted: string): ReadonlySet<string> =>
    new Set(sorted.flatMap(({ code, file, line }) => (code === wanted ? [`${file}:${line}`] : [])));
  const [ofTypes, ofNode] = [linesOf('SIGIL001'), linesOf('SIGIL142')];
  const seen = new Set<string>();
  return sorted.filter((one) => {
    const place = `${one.file}:${one.line}`;
    const key = JSON.stringify(one);
    const isEcho = (one.code === 'SIGIL144' && ofTypes.has(place)) || (one.code === 'SIGIL001' && ofNode.has(place));
    if (isEcho || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
