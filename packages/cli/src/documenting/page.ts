/** One page of a plugin's documentation. */
export interface Page {
  /** The path without an extension, relative to the folder of all pages, with `/`: `tools/forecast`. */
  readonly path: string;
  /** The name shown in lists and as the window's title. */
  readonly title: string;
  /** The part of the plugin that the page documents; absent for the first page. */
  readonly section?: string;
  /** The text; links to other pages end in `.md`. */
  readonly markdown: string;
}
