/**
 * The exports of a built plugin's code: the authors' classes and, for each published method, the generated decoder.
 *
 * The build writes it, a link evaluates it, `bindPlugin` joins it with the manifest. Both sides must agree on `abi`.
 */
import type { ContentBlock } from '../model/content.js';
import type { Context } from '../model/context.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { RecordedPublication } from '../model/publication.js';

/** The contract between generated code and this package. */
export const pluginAbi = 3;

/** The default of `maxDecodeSteps`, the limit on the decoding steps for the arguments of one call. */
export const defaultDecodeSteps = 4_000_000;

/** One problem with the arguments of a call. */
export interface ArgumentProblem {
  /** The path from the root of the arguments: `filters.tags[0]`; the empty string is the root itself. */
  readonly path: string;
  /** The value that the schema expects, as a phrase that a model can act on: `a string`, `one of "metric", "imperial"`. */
  readonly expected: string;
  /**
   * The received value by its kind: `a string`, `nothing`. A number is quoted where one was expected, a length where it is wrong;
   * no text is, and nothing of a configuration.
   */
  readonly received: string;
  /** Present if the schema has no such member: advice such as `did you mean "limit"?`, or the empty string. */
  readonly unknown?: string;
  /** Present if a schema of the author refuses the value in its own words, which then replace `expected`. */
  readonly says?: string;
}

/**
 * Reads named arguments into the method's positional ones, injected parameters included. Absent optional arguments
 * become `undefined`, so that the method's own defaults apply.
 *
 * @param problems collects problems; if any was added, the returned value must not be used
 * @param read the output of the author's schema for the input, which the decoder then passes on
 */
export type Decoder = (input: JsonObject, context: Context, problems: ArgumentProblem[], read?: unknown) => unknown[];

/**
 * Writes a method's return value as JSON: only members that its type declares, in the type's wire form.
 *
 * @param problems collects deviations of the value from its type; if any was added, the returned value must not be used
 */
export type Encoder = (value: unknown, problems: ArgumentProblem[]) => JsonValue;

/** The yielded values that stay in the result beside the method's own: content, or text as well. */
export type StreamKeeping = 'content' | 'text-and-content';

/** The code that the build generated for a generator's yielded values. */
export interface StreamCode {
  /** Writes one yielded value; absent where any text may be yielded. */
  readonly encode?: Encoder;
  /** True when only text is yielded. */
  readonly isText?: boolean;
  /** True when `undefined` may be yielded, which is no value of the stream. */
  readonly allowsUndefined?: boolean;
  /** True when the result consists of all yielded values, because the method returns none. */
  readonly isResult: boolean;
  /** Present if some values stay beside the result that the method returns. */
  readonly keeps?: StreamKeeping;
}

/** A kind of value that a method without data may return. A `list` holds content, `contents` are those of a resource, and
 * `contents-list` is a list of them. */
export type ReturnedKind = 'text' | 'bytes' | 'block' | 'list' | 'contents' | 'contents-list' | 'null' | 'undefined';

/**
 * The content that a type allows in one place. `block` is a block of any kind, `list` a list of any content, `message` one of a prompt,
 * `data` any value.
 */
export type ContentForm =
  | Exclude<ReturnedKind, 'contents' | 'contents-list'>
  | `${ContentBlock['type']}-block`
  | 'message'
  | 'data'
  | ContentList
  | ContentTexts;

/** One of some texts. */
export interface ContentTexts {
  readonly texts: readonly string[];
}

/** The forms of a tuple's elements, and of all further elements. A place that may be absent allows `undefined`. */
export interface ContentList {
  readonly places: readonly (readonly ContentForm[])[];
  /** Absent where no further element is allowed. */
  readonly rest?: readonly ContentForm[];
}

/** The code that the build generated for one component. */
export interface ComponentCode {
  readonly decode: Decoder;
  /** Present only where a schema of the author's decorator reads the input, the result or both. */
  readonly schemas?: readonly ('input' | 'output')[];
  /** Present only where the method returns data, or text that its type constrains. */
  readonly encode?: Encoder;
  /**
   * Present only where the method returns no data: the values that its type allows. If there are none, nothing is sent. Beside
   * `encode` it allows nothing instead of a text.
   */
  readonly returns?: readonly ReturnedKind[];
  /** True when the method returns a list of its data and of content beside it. */
  readonly hasContent?: boolean;
  /** The content that its type allows, where that is narrower than `returns`, or where content is beside data. */
  readonly content?: readonly ContentForm[];
  /** Present only where the method is a generator. */
  readonly stream?: StreamCode;
}

/** Reads a class's configuration; `problems` as with `Decoder`. */
export type ConfigurationDecoder = (input: JsonValue, problems: ArgumentProblem[]) => unknown;

/** Reads and writes the fields of a part that the next generation restores. */
export interface CarryCode {
  readonly version: number;
  readonly fields: readonly string[];
  readonly encode: Encoder;
  readonly decode: ConfigurationDecoder;
}

/**
 * Constructs services and classes, each after its dependencies, in straight-line code that the build wrote.
 *
 * @param configured the configuration of each part, by its name
 * @param make receives the name of each part and constructs it
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
  /** Keyed by class or service name; contains only those that take a configuration. */
  readonly configurations: ReadonlyMap<string, ConfigurationDecoder>;
  readonly tools: ReadonlyMap<string, ComponentCode>;
  readonly resources: ReadonlyMap<string, ComponentCode>;
  readonly resourceTemplates: ReadonlyMap<string, ComponentCode>;
  readonly prompts: ReadonlyMap<string, ComponentCode>;
  /**
   * Methods published on classes that the build knows but does not publish, as `kind method`: base classes in files that several
   * plugins share.
   */
  readonly unpublished?: readonly string[];
  /** The methods published while the code was evaluated; only the evaluating link knows them. */
  readonly recorded?: readonly RecordedPublication[];
  /** Present only where a part depends on others; without it each class is constructed on its own. */
  readonly construct?: ConstructParts;
  /** Keyed by part name; absent where no state is carried. */
  readonly carries?: ReadonlyMap<string, CarryCode>;
  /** Sets the limit on the decoding steps for the arguments of one call. Absent in output of earlier versions. */
  readonly limitDecodeSteps?: (mostSteps: number) => void;
}
