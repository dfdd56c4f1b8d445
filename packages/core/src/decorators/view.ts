/**
 * `@View`: declares an HTML page of the plugin, which hosts of MCP Apps show beside a tool's result.
 */
import type { ViewMetadata } from '../model/view-metadata.js';
import type { ClassMarker } from './namespace.js';

/** All values must be static: the build reads them from the source. */
export interface ViewOptions extends ViewMetadata {
  /** A title for people. */
  readonly title?: string;
  readonly description?: string;
  /**
   * Scopes the caller must hold, all of them, to read the view. They are enforced only where the server authenticates callers. Overrides
   * the scopes of the class's `@Namespace`; an empty list requires none.
   */
  readonly scopes?: readonly string[];
  /**
   * The view's source, relative to the plugin's folder: `.tsx`, `.jsx`, `.ts`, `.js` or `.html`. Default: the file in `views` that is named
   * after the last part of the URI.
   */
  readonly file?: string;
}

/** Declares the view at `uri`, such as `ui://dice/board`. Tools name it in their `view`. A class may declare several. */
export function View(_uri: string, _options: ViewOptions = {}): ClassMarker {
  return () => undefined;
}
