/**
 * What a built plugin's code exports: the authors' classes and, for each published method, the generated decoder.
 *
 * The build writes it, a link evaluates it, `bindPlugin` joins it with the manifest. Both sides must agree on `abi`.
 */
import type { Context } from '../model/context.js';
import type { JsonObject } from '../model/json.js';

/** The contract between generated code and this package. */
export const pluginAbi = 1;

/** One thing that is wrong with the arguments of a call. */
export interface ArgumentProblem {
  /** From the root of the arguments: `filters.tags[0]`; the empty string is the root itself. */
  readonly path: string;
  /** What the schema wants, as a model can act on: `a string`, `one of "metric", "imperial"`. */
  readonly expected: string;
  /** What came, by kind and never by value: `a number`, `nothing`. */
  readonly received: string;
}

/**
 * Reads named arguments into the method's positional ones, injected parameters included. Absent optional arguments
 * become `undefined`, so that the method's own defaults apply.
 *
 * @param problems collects what is wrong; when any was added, what is returned must not be used
 */
export type Decoder = (input: JsonObject, context: Context, problems: ArgumentProblem[]) => unknown[];

/** A plugin class; a configuration schema for the parameter comes with the manifest. */
export type PluginClass = new (configuration?: unknown) => object;

/** Each table is keyed by the class's or the component's name (a resource's URI, a template's URI template). */
export interface PluginModule {
  readonly abi: typeof pluginAbi;
  readonly classes: ReadonlyMap<string, PluginClass>;
  readonly tools: ReadonlyMap<string, Decoder>;
  readonly resources: ReadonlyMap<string, Decoder>;
  readonly resourceTemplates: ReadonlyMap<string, Decoder>;
  readonly prompts: ReadonlyMap<string, Decoder>;
}
