/**
 * The source of definitions that a command line names.
 */

/** A plugin, its manifest or a server. */
export interface NamedSource {
  /** A plugin's folder, the path of a manifest, or a URL. */
  readonly source: string;
  /** Headers as `Name: value`; sent with every request to a URL. */
  readonly headers: readonly string[];
}
