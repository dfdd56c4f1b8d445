/** One file of a new plugin. */
export interface RenderedFile {
  /** Relative to the plugin's folder, with `/` on every system. */
  readonly path: string;
  readonly text: string;
}

/** `tool` is one tool with its test; `full` adds a resource and a prompt, and `view` a page that hosts show with the tool's result. */
export type TemplateName = 'tool' | 'full' | 'view';

/** The plugin to create. */
export interface NewPlugin {
  /** A name that `findNameProblem` accepts. */
  readonly name: string;
  readonly template: TemplateName;
  /** A description that `findDescriptionProblem` accepts; by default it describes the template. */
  readonly description?: string | undefined;
  /** The name of its view, for the template `view`: that of the file and the last part of the address. Default: `words`. */
  readonly view?: string | undefined;
  readonly home: {
    /** Version of our packages that it depends on, in npm's syntax. */
    readonly version: string;
    /** The package's name in its workspace, which has the settings of tools; a stand-alone package has none. */
    readonly packageName?: string;
    /** Whether it is a member of a workspace of a package manager, whose root has the settings for installing. Default: false. */
    readonly isMember?: boolean;
    /** Whether it is in the folder of a server, which has the notes for coding agents. Default: false. */
    readonly isServed?: boolean;
    /** The author's package manager; some need a file of their own. By default npm. */
    readonly packageManager?: 'npm' | 'pnpm' | 'yarn' | 'bun' | undefined;
  };
}

/** Returns the problem with a plugin's name, in words; `undefined` for a valid one. */
export function findNameProblem(name: string): string | undefined;

/** Returns the problem with a plugin's description, in words; `undefined` for a valid one. */
export function findDescriptionProblem(description: string): string | undefined;

/**
 * Returns the class name of a plugin: `word-count` has `WordCount`, and one that would hide a global or an import has `…Plugin`.
 */
export function classNameOf(name: string): string;

/** Renders the files of a view for a plugin that exists, by path. @param view its name, and the constant of the tool whose result it shows */
export function renderView(view: { readonly name: string; readonly tool: string }): RenderedFile[];

/**
 * Adds the packages that a view imports to a package.json, if it lacks them.
 *
 * @param version of our packages, in npm's syntax
 * @throws SyntaxError for a text that is not JSON
 */
export function withViewPackages(file: RenderedFile, version: string): RenderedFile;

/** Renders the files of a new plugin, by path. */
export function renderPlugin(plugin: NewPlugin): RenderedFile[];
