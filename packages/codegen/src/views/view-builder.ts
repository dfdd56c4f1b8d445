/**
 * Builds the pages of a plugin's views, again and again: bundles them, checks their types, and reports what hosts would refuse.
 */
import { dirname, join } from 'node:path';
import { writeViewTools, type ViewedTool } from '@sigil/contracts';
import type { ToolDefinition } from '@sigil/core/building';
import { sortDiagnostics } from '../diagnostics/sort-diagnostics.js';
import type { InputLog } from '../inputs/input-log.js';
import { hasErrors, type Diagnostic } from '../model/diagnostic.js';
import { viewToolsFile } from '../model/view-tools-file.js';
import { bundleView } from './bundle-view.js';
import type { BundledView } from './bundled-view.js';
import { HostCheck } from './check-hosts.js';
import { checkPaths, checkSize } from './check-page.js';
import { openViewTypes } from './check-view-types.js';
import type { BuiltView } from './pack-views.js';
import type { ViewDeclaration } from '../model/view-declaration.js';
import { isOwn } from './view-source.js';

/** The pages of views, or the faults that keep them from being built. */
export interface ViewsBuild {
  /** Sorted as the views; empty if there are errors. */
  readonly built: readonly BuiltView[];
  readonly diagnostics: readonly Diagnostic[];
  /** The files that the pages were made from, as absolute paths. */
  readonly files: readonly string[];
  /** The text of the module of the plugin's tools; absent if no view has a script. */
  readonly tools?: string;
}

/** Builds the views of one plugin. */
export class ViewBuilder {
  readonly #folder: string;
  readonly #log: InputLog;
  readonly #types;
  readonly #hosts;

  constructor(folder: string, log: InputLog) {
    this.#folder = folder;
    this.#log = log;
    this.#types = openViewTypes(folder, log);
    this.#hosts = new HostCheck(folder, log);
  }

  /** Reads changed files again. */
  refresh(changedFiles: readonly string[]): void {
    this.#types.refresh(changedFiles);
  }

  /** @param tools those that the views call and show */
  async build(views: readonly ViewDeclaration[], tools: readonly ToolDefinition[]): Promise<ViewsBuild> {
    const text = writeViewTools(tools.map(readViewedTool));
    // Read by the bundler and the compiler in place of the file, which a reading alone does not write.
    this.#log.setUnsaved(join(this.#folder, viewToolsFile), text);
    const bundled = await Promise.all(views.map((view) => bundleView(view, this.#folder, this.#log)));
    const found = [
      ...bundled.flatMap(({ diagnostics }) => diagnostics),
      ...this.#checkTypes(views, bundled),
      ...bundled.flatMap((it, index) => this.#checkPage(views[index]!, it)),
    ];
    const built = bundled.map(({ html = '' }, index) => ({ view: views[index]!, page: Buffer.from(html) }));
    return {
      built: hasErrors(found) ? [] : built,
      diagnostics: withoutEchoes(sortDiagnostics(found)),
      files: [...new Set(bundled.flatMap(({ files }) => files))],
      ...(bundled.some(({ scripts }) => scripts.length > 0) && { tools: text }),
    };
  }

  #checkTypes(views: readonly ViewDeclaration[], bundled: readonly BundledView[]): readonly Diagnostic[] {
    const scripts = bundled.map(({ framework, scripts: files }) => ({ framework, files }));
    const files = bundled.flatMap((it) => it.files).filter((file) => isOwn(this.#folder, file));
    const known = new Set(files.map(withSlashes));
    // Without a bundle it is not known what belongs to a view.
    const isComplete = bundled.every(({ html }) => html !== undefined);
    const folders = views.map(({ file }) => dirname(file)).filter((place) => place !== this.#folder);
    return this.#types.check(scripts, (file) =>
      isComplete ? known.has(file) : folders.some((place) => file.startsWith(`${withSlashes(place)}/`)),
    );
  }

  #checkPage(view: ViewDeclaration, bundled: BundledView): readonly Diagnostic[] {
    const surroundings = { folder: this.#folder, log: this.#log };
    return [
      ...this.#hosts.check(view, bundled),
      ...checkSize(view, bundled, this.#folder),
      ...checkPaths(view, bundled, surroundings),
    ];
  }
}

function readViewedTool({ name, title, description, inputSchema, outputSchema, _meta }: ToolDefinition): ViewedTool {
  // Sound: the build itself has written the member.
  const { visibility } = (_meta?.['ui'] ?? {}) as Pick<ViewedTool, 'visibility'>;
  return {
    name,
    inputSchema,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(outputSchema && { outputSchema }),
    ...(visibility && { visibility }),
  };
}

/**
 * Leaves out the second report of one mistake, and what two views say of a file that they share. The compiler says most of an import; of a
 * module of Node it says only that it has no types for it.
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

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
