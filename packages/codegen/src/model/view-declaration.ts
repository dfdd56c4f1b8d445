/**
 * A view as the plugin's classes declare it, before its source is bundled.
 */
import type { ViewMetadata } from '@sigil/core';
import type { SourcePlace } from './source-place.js';

/** A view that a plugin declares, as the reader found it. */
export interface ViewDeclaration {
  /** Address, such as `ui://dice/board`. */
  readonly uri: string;
  readonly title?: string;
  readonly description?: string;
  /** The `_meta.ui` of the resource: hosts that it may reach, permissions, border. */
  readonly ui: ViewMetadata;
  /** Scopes that a caller must hold to read it; present only if there are any. */
  readonly scopes?: readonly string[];
  /** Absolute path of the entry: `.tsx`, `.jsx`, `.ts`, `.js` or `.html`. */
  readonly file: string;
  /** The place of the decorator, for diagnostics. */
  readonly place: SourcePlace;
}
