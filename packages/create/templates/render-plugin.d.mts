/** One file of a new plugin. */
export interface RenderedFile {
  /** From the plugin's folder, with `/` on every system. */
  readonly path: string;
  readonly text: string;
}

/** `tool` is one tool with its test, `full` has a resource and a prompt too. */
export type TemplateName = 'tool' | 'full';

/** A plugin that is to be made. */
export interface NewPlugin {
  /** One that `findNameProblem` finds nothing wrong with. */
  readonly name: string;
  readonly template: TemplateName;
  /** One that `findDescriptionProblem` finds nothing wrong with; by default what the template does. */
  readonly description?: string | undefined;
  readonly home: {
    /** Which of our packages it depends on, as npm takes it. */
    readonly version: string;
    /** What the package is called in the workspace that it is part of, which has the settings of tools; a package on its own has none. */
    readonly packageName?: string;
    /** The one that the author uses; some need a file of their own. By default npm. */
    readonly packageManager?: 'npm' | 'pnpm' | 'yarn' | 'bun' | undefined;
  };
}

/** What is wrong with the name of a plugin, in words; `undefined` for a good one. */
export function findNameProblem(name: string): string | undefined;

/** What is wrong with the description of a plugin, in words; `undefined` for a good one. */
export function findDescriptionProblem(description: string): string | undefined;

/** What the class of a plugin is called: `word-count` has `WordCount`, and one that would hide a global or an import has `…Plugin`. */
export function classNameOf(name: string): string;

/** The files of a new plugin, by path. */
export function renderPlugin(plugin: NewPlugin): RenderedFile[];
