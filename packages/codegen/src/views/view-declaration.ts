/**
 * A view as the plugin's classes declare it, before its source is bundled.
 */
import type { ViewModel } from '../model/plugin-model.js';

/** A view that a plugin declares, whose source is there. */
export interface ViewDeclaration extends Omit<ViewModel, 'file'> {
  /** Absolute path of the entry: `.tsx`, `.jsx`, `.ts`, `.js` or `.html`. */
  readonly file: string;
}
