/** One page of a plugin's documentation. */
export interface Page {
  /** Without an ending, relative to the folder of all pages, with `/`: `tools/forecast`. */
  readonly path: string;
  /** The name that lists and the window show. */
  readonly title: string;
  /** Part of the plugin that the page documents; absent for the first page. */
  readonly section?: string;
  /** The text; links to other pages end in `.md`. */
  readonly markdown: string;
}
