/**
 * A plugin as its source declares it: classes, published methods, parameters and results. The manifest, the decoders
 * and the bundle are written from it.
 */
import type { Annotations, CacheHint, Icon, JsonObject, TaskSupport, ToolVisibility } from '@sigil/core';
import type { ContentForm, FormerNames, ReturnedKind, StreamKeeping } from '@sigil/core/building';
import type { AuthorSchema } from './author-schema.js';
import type { ObjectNode, Property, SchemaNode } from './schema-node.js';
import type { SourcePlace } from './source-place.js';
import type { ViewDeclaration } from './view-declaration.js';

export interface PluginModel {
  /** The texts for models of `@instructions` in comments of files. */
  readonly instructions?: string;
  readonly classes: readonly ClassModel[];
  /** The services that class constructors take; absent where no class takes any. */
  readonly services?: readonly ServiceModel[];
  /** The names of all services and classes in construction order; present when there are services or classes need each other. */
  readonly construction?: readonly string[];
  /** Calls into which the build writes a schema, by file and position. */
  readonly schemaCalls: readonly SchemaCall[];
  /** Changes that the bundler makes to sources, by what their types say; absent if there are none. */
  readonly codeEdits?: readonly CodeEdit[];
  /** The views that the classes declare, sorted by address; absent if there are none. */
  readonly views?: readonly ViewModel[];
  /** Published methods of classes in shared files that no class of the plugin extends, as `kind method`. */
  readonly unpublished?: readonly string[];
}

/** A view whose source was not looked for yet. */
export interface ViewModel extends Omit<ViewDeclaration, 'file'> {
  /** Relative to the plugin's folder, as its author wrote it; absent for the file that is named after the address. */
  readonly file?: string;
}

/** `schemaOf<T>()` or `context.elicit<T>(message)`, into which the schema of `T` is inserted as an argument. */
export interface SchemaCall {
  /** Absolute path, with `/`. */
  readonly file: string;
  /** The number of UTF-16 units of the file's text before the argument. */
  readonly offset: number;
  /** The text to insert, commas included. */
  readonly text: string;
}

/** A change of a source: `text` in place of what is between two offsets. */
export interface CodeEdit {
  /** Absolute path, with `/`. */
  readonly file: string;
  /** Numbers of UTF-16 units of the file's text; equal for an insertion. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A part of a plugin that is constructed once: a class or a service. */
export interface PartModel {
  readonly name: string;
  /** The export's name in its module: `default` or a name. */
  readonly exportName: string;
  /** Relative to the plugin's folder, with `/`. */
  readonly file: string;
  readonly description?: string;
  /** True when it has a `start()` or `health()`, its own or inherited, and so has work to do before its first use. */
  readonly hasLife?: boolean;
  /** The configuration among the constructor's parameters, if any. */
  readonly configuration?: ConfigurationModel;
  /** All parameters in order; absent where a configuration is the only one. */
  readonly parameters?: readonly InjectionModel[];
  /** The fields that the next generation restores. */
  readonly carry?: CarryModel;
}

/** The value of one parameter of a constructor or provider; `nothing` is for an optional one. */
export type InjectionModel =
  { readonly kind: 'configuration' } | { readonly kind: 'part'; readonly name: string } | { readonly kind: 'nothing' };

/** The fields of `static carry`: an object type with a property for each. */
export interface CarryModel {
  readonly version: number;
  readonly node: ObjectNode;
}

/** A class of the plugin, or a function or class of its `provide` file, that other constructors take. */
export interface ServiceModel extends PartModel {
  readonly from: 'class' | 'provider';
  /** True when it is called rather than constructed. */
  readonly isFunction: boolean;
  /** The types that it can be requested as, as written in the source. */
  readonly provides: readonly string[];
}

/** An exported class with at least one published method or completion. */
export interface ClassModel extends PartModel {
  readonly namespace?: string;
  /** The text of `@instructions`, for models. */
  readonly instructions?: string;
  readonly methods: readonly MethodModel[];
  readonly completions: readonly CompletionModel[];
}

/** The configuration of a class: an object type. */
export interface ConfigurationModel {
  readonly node: SchemaNode;
  /** True when the class cannot be constructed without a configuration. */
  readonly isRequired: boolean;
}

/** One `@Complete(of, argument)`; a method may have several. */
export interface CompletionModel {
  /** The method's own name. */
  readonly method: string;
  /** A prompt's name, namespace included, or a URI template. */
  readonly of: string;
  readonly argument: string;
}

/** A method and its kind of publication. */
export type MethodModel = ToolModel | ResourceModel | PromptModel;

interface PublishedMethod {
  /** The method's own name. */
  readonly method: string;
  /** The component's name, with its namespace, if any. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  /** Scopes that a caller must hold, all of them; present only if there are any. */
  readonly scopes?: readonly string[];
  readonly parameters: readonly ParameterModel[];
  /** The place of the method's name. */
  readonly at: SourcePlace;
  /** The place where each input is declared, by its name. */
  readonly placeOfInput: ReadonlyMap<string, SourcePlace>;
}

/** A method with `@Tool`; omitted hints are absent. */
export interface ToolModel extends PublishedMethod {
  readonly kind: 'tool';
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
  readonly task?: TaskSupport;
  /** Present for a tool whose task another process may begin again. */
  readonly resumable?: true;
  /** Present for a tool that is listed where others are left to a search. */
  readonly always?: true;
  /** The author's words by which a search finds the tool. */
  readonly keywords?: readonly string[];
  /** True when arguments of another kind with one meaning are converted: `"5"` to a number. */
  readonly coerce: boolean;
  readonly meta?: JsonObject;
  readonly formerly?: FormerNames;
  /** The address of the view that shows its results. */
  readonly view?: string;
  /** Present unless both may call it; never empty. */
  readonly visibility?: readonly ToolVisibility[];
  /** The author's schema of the whole input, in place of the types of parameters. */
  readonly input?: AuthorSchema;
  /** The author's schema of the result, in place of its type; `returns` is then not used. */
  readonly output?: AuthorSchema;
  readonly returns: ReturnModel;
  /** Present only for a generator. */
  readonly stream?: StreamModel;
}

/** A method with `@Resource`: a resource, or a resource template. */
export interface ResourceModel extends PublishedMethod {
  readonly kind: 'resource';
  /** A URI, or a URI template when it has `{variables}`. */
  readonly uri: string;
  readonly isTemplate: boolean;
  /** The author's MIME type, else one from the return type; absent where the bytes themselves show theirs. */
  readonly mimeType?: string;
  /** The node of the method's data, or of its text where its type allows only some; absent for any text, bytes and contents. */
  readonly data?: SchemaNode;
  /** The values that its type allows, when the method returns none of data; those that it yields, when it is a generator. */
  readonly takes?: readonly ReturnedKind[];
  /** The node of one yielded text, where its type allows only some. */
  readonly part?: SchemaNode;
  readonly size?: number;
  readonly annotations?: Annotations;
  readonly cache?: CacheHint;
  /** For a template, the method of the class that lists its instances. */
  readonly list?: string;
}

/** A method with `@Prompt`. */
export interface PromptModel extends PublishedMethod {
  readonly kind: 'prompt';
  /** The node of its text, where its type allows only some texts. */
  readonly text?: SchemaNode;
  /** The messages that its type allows, where it names kinds of blocks. */
  readonly forms?: readonly ContentForm[];
}

/** One positional parameter of the method, in order. */
export type ParameterModel =
  /** A property of the input object. */
  | { readonly kind: 'argument'; readonly property: Property }
  /** A rest parameter: a property whose array becomes the arguments from here on. */
  | { readonly kind: 'rest'; readonly property: Property }
  /** A destructured (or sole object-typed and destructured) parameter: its members are properties of the input object. */
  | { readonly kind: 'spread'; readonly properties: readonly Property[] }
  /** The whole input, as the author's schema returns it. */
  | { readonly kind: 'whole' }
  /** Injected: the call's `Context`. */
  | { readonly kind: 'context' }
  /** Injected: the call's `AbortSignal`. */
  | { readonly kind: 'signal' };

/** The values that a generator yields. */
export interface StreamModel {
  /** One yielded value; of kind `never` where only events are yielded. */
  readonly node: SchemaNode;
  /** True when a value may be undefined, which is then no value of the stream. */
  readonly allowsUndefined?: true;
  /** True when the result consists of all values, because the method returns nothing. */
  readonly isResult: boolean;
  /** Which values become content of the result beside what the method returns; absent if none does. */
  readonly keeps?: StreamKeeping;
}

/**
 * The result of a method. `text` has a node where its type or its `@returns` constrains it; `content` is bytes and the author's
 * own content blocks; `structured` gets an output schema, and the method returns `[data, ...content]` if it has content `beside`. For a
 * generator it is its return value, or, if it returns nothing, all yielded values: text joined, anything else as an array.
 * `takes` lists the values that the type allows, `forms` the kinds of content where they are known more closely.
 */
export type ReturnModel =
  | { readonly kind: 'text'; readonly node?: SchemaNode; readonly takes?: readonly ReturnedKind[] }
  | { readonly kind: 'structured'; readonly node: SchemaNode; readonly beside?: readonly ContentForm[] }
  | {
      readonly kind: 'content';
      readonly takes?: readonly ReturnedKind[];
      readonly forms?: readonly ContentForm[];
    }
  | { readonly kind: 'nothing' };
