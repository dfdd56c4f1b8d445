/**
 * Writes the views of a plugin into its build: their entries into the manifest, and their pages into one file beside it.
 */
import { createHash } from 'node:crypto';
import { cidOf, type ManifestView, type ManifestViews } from '@sigil/core/building';
import { nameOfView } from './find-view-files.js';
import type { ViewDeclaration } from '../model/view-declaration.js';

/** The name of the file with the pages, in `dist`. */
export const viewsPack = 'views.bin';

/** A view and its page, one HTML file that needs no other. */
export interface BuiltView {
  readonly view: ViewDeclaration;
  readonly page: Uint8Array;
}

/** The views of a build. */
export interface PackedViews {
  readonly manifest: ManifestViews;
  /** The content of `viewsPack`. */
  readonly bytes: Uint8Array;
}

/** @param built sorted by address @returns `undefined` for a plugin without views */
export async function packViews(built: readonly BuiltView[]): Promise<PackedViews | undefined> {
  if (built.length === 0) return undefined;
  const bytes = Buffer.concat(built.map(({ page }) => page));
  return { bytes, manifest: { file: viewsPack, cid: await cidOf(bytes), entries: built.map(describeView) } };
}

function describeView({ view: { uri, title, description, ui, scopes }, page }: BuiltView): ManifestView {
  return {
    uri,
    name: nameOfView(uri),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    size: page.length,
    digest: `sha256:${createHash('sha256').update(page).digest('hex')}`,
    ...(Object.keys(ui).length > 0 && { meta: { ui } }),
    ...(scopes && { scopes }),
  };
}
