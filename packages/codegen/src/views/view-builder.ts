/**
 * Builds the pages of a plugin's views, again and again.
 */
import { extname, relative } from 'node:path';
import type { Manifest } from '@sigil/core/building';
import type { InputLog } from '../inputs/input-log.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { BuiltView } from './pack-views.js';
import type { ViewDeclaration } from './view-declaration.js';

/** The pages of views, or the faults that keep them from being built. */
export interface ViewsBuild {
  readonly built: readonly BuiltView[];
  readonly diagnostics: readonly Diagnostic[];
  /** The files that the pages were made from, as absolute paths. */
  readonly files: readonly string[];
}

/** Builds the views of one plugin; close it at the end. */
export class ViewBuilder {
  constructor(
    private readonly folder: string,
    private readonly log: InputLog,
  ) {}

  /** @param _manifest has the tools that the views call, without the views */
  async build(views: readonly ViewDeclaration[], _manifest: Manifest): Promise<ViewsBuild> {
    const pages = views.map((view) => ({ view, page: this.#read(view) }));
    return {
      built: pages.flatMap(({ view, page }) => (page ? [{ view, page }] : [])),
      diagnostics: pages.flatMap(({ view, page }) => (page ? [] : [unreadable(this.folder, view)])),
      files: views.map(({ file }) => file),
    };
  }

  async close(): Promise<void> {}

  #read({ file }: ViewDeclaration): Uint8Array | undefined {
    return extname(file) === '.html' ? this.log.readBytes(file) : undefined;
  }
}

function unreadable(folder: string, { uri, file, place }: ViewDeclaration): Diagnostic {
  const message = `the view "${uri}" cannot be built from ${relative(folder, file)}`;
  return { code: 'SIGIL131', message, fix: 'Write an HTML file.', ...place };
}
