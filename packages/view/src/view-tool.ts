/**
 * A tool as a view names it: a constant that the plugin's build writes, with the types of its arguments and its result.
 */

/** A tool of the plugin, typed by its signature. */
export interface NamedTool<Input, Result> {
  /** The tool's name on its own server. */
  readonly name: string;
  /**
   * How the result is read if it is no object: `text` is the text of a tool without an output schema; `wrapped` is data of another
   * kind, which older revisions of the protocol put into an object as its `result`.
   */
  readonly result?: 'text' | 'wrapped';
  /** The names of the plugin's other tools that end with this one, as `re_roll` ends with `roll`. Hosts may put a prefix before a name. */
  readonly longerNames?: readonly string[];
  /** Carries the types for the compiler; no value has it. */
  readonly types?: { readonly input: Input; readonly result: Result };
}

/** A tool that views may call. The build writes one constant per tool into `views/tools.generated.ts`. */
export interface ViewTool<Input, Result> extends NamedTool<Input, Result> {
  readonly calledBy?: 'app';
}

/** A tool that only models may call (`visibility: ['model']`), whose result a view may show. */
export interface ModelTool<Input, Result> extends NamedTool<Input, Result> {
  readonly calledBy: 'model';
}

/** The arguments of a call: they may be left out if every one of them is optional. */
export type CallArguments<Input, Options> =
  Record<never, never> extends Input ? [input?: Input, options?: Options] : [input: Input, options?: Options];

/** Arguments that are still being written by the model: any of them may be missing or cut off. */
export type Partially<Input> = Input extends readonly (infer Item)[]
  ? readonly Partially<Item>[]
  : Input extends object
    ? { readonly [Name in keyof Input]?: Partially<Input[Name]> }
    : Input;
