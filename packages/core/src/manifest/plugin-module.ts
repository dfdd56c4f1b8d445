/**
 * The exports of a built plugin's code: the authors' classes and, for each published method, the generated decoder.
 *
 * The build writes it, a link evaluates it, `bindPlugin` joins it with the manifest. Both sides must agree on `abi`.
 */
import type { Context } from '../model/context.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { RecordedPublication } from '../model/publication.js';

/** The contract between generated code and this package. */
export const pluginAbi = 2;

/** The default of `maxDecodeSteps`, the limit on the steps that reading the arguments of one call may take. */
export const defaultDecodeSteps = 4_000_000;

/** One thing that is wrong with the arguments of a call. */
export interface ArgumentProblem {
  /** From the root of the arguments: `filters.tags[0]`; the empty string is the root itself. */
  readonly path: string;
  /** The value that the schema wants, in words that a model can act on: `a string`, `one of "metric", "imperial"`. */
  readonly expected: string;
  /** The kind of the value that came, never the value itself: `a number`, `nothing`. */
  readonly received: string;
}

/**
 * Reads named arguments into the method's positional ones, injected parameters included. Absent optional arguments
 * become `undefined`, so that the method's own defaults apply.
 *
 * @param problems collects what is wrong; when any was added, what is returned must not be used
 */
export type Decoder = (input: JsonObject, context: Context, problems: ArgumentProblem[]) => unknown[];

/**
 * Writes what a method returned as JSON: only what its type declares, in the type's form on the wire.
 *
 * @param problems collects what the value has otherwise than its type; when any was added, what is returned must not be used
 */
export type Encoder = (value: unknown, problems: ArgumentProblem[]) => JsonValue;

/** The code that the build generated for a generator's yielded values. */
export interface StreamCode {
  /** Writes one yielded value; absent where texts need no writing, or where only events are yielded. */
  readonly encode?: Encoder;
  /** Tells whether the result is made of all yielded values, since the method returns none. */
  readonly isResult: boolean;
}

/** The code that the build generated for one component. */
export interface ComponentCode {
  readonly decode: Decoder;
  /** Only where the method returns data. */
  readonly encode?: Encoder;
  /** Only where the method is a generator. */
  readonly stream?: StreamCode;
}

/** Reads a class's configuration; `problems` as with `Decoder`. */
export type ConfigurationDecoder = (input: JsonValue, problems: ArgumentProblem[]) => unknown;

/** Reads and writes the fields of a part that the next generation takes over. */
export interface CarryCode {
  readonly version: number;
  readonly fields: readonly string[];
  readonly encode: Encoder;
  readonly decode: ConfigurationDecoder;
}

/**
 * Constructs services and classes, each after what it is constructed with: straight-line code that the build wrote.
 *
 * @param configured the configuration of each part, by its name
 * @param make gets the name of each part and constructs it
 */
export type ConstructParts = (
  configured: ReadonlyMap<string, unknown>,
  make: (name: string, construct: () => object) => object,
) => void;

/** A plugin class; a configuration schema for the parameter comes with the manifest. */
export type PluginClass = new (configuration?: unknown) => object;

/** Each table is keyed by the class's or the component's name (a resource's URI, a template's URI template). */
export interface PluginModule {
  readonly abi: typeof pluginAbi;
  readonly classes: ReadonlyMap<string, PluginClass>;
  /** By the name of the class or service; only of those that take a configuration. */
  readonly configurations: ReadonlyMap<string, ConfigurationDecoder>;
  readonly tools: ReadonlyMap<string, ComponentCode>;
  readonly resources: ReadonlyMap<string, ComponentCode>;
  readonly resourceTemplates: ReadonlyMap<string, ComponentCode>;
  readonly prompts: ReadonlyMap<string, ComponentCode>;
  /**
   * Methods that are published on classes which the build knows and publishes nowhere, as `kind method`: base classes in files that
   * several plugins share.
   */
  readonly unpublished?: readonly string[];
  /** The methods that were published while the code was evaluated; only the evaluating link knows them. */
  readonly recorded?: readonly RecordedPublication[];
  /** Only where a part is constructed with others; without it each class is constructed by itself. */
  readonly construct?: ConstructParts;
  /** By the name of the part; absent where nothing is carried. */
  readonly carries?: ReadonlyMap<string, CarryCode>;
  /** Sets how many steps the arguments of one call may take to be read. Absent in what earlier versions built. */
  readonly limitDecodeSteps?: (mostSteps: number) => void;
}
