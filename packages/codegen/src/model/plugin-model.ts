/**
 * A plugin as its source declares it: classes, published methods, parameters and results. The manifest, the decoders
 * and the bundle are written from it.
 */
import type { Annotations, CacheHint, Icon, JsonObject, TaskSupport } from '@sigil/core';
import type { FormerNames } from '@sigil/core/building';
import type { ObjectNode, Property, SchemaNode } from './schema-node.js';

export interface PluginModel {
  readonly classes: readonly ClassModel[];
  /** The services that classes are constructed with; absent where each class is constructed by itself. */
  readonly services?: readonly ServiceModel[];
  /** The names of all services and classes in the order of their construction; there where services are or classes need each other. */
  readonly construction?: readonly string[];
  /** Calls into which the build writes a schema, by file and position. */
  readonly schemaCalls: readonly SchemaCall[];
  /** Published methods of classes in shared files that no class of the plugin extends, as `kind method`. */
  readonly unpublished?: readonly string[];
}

/** A place in the plugin's source; lines and columns count from 1, `file` is relative to the plugin's folder, with `/`. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The number of characters from the column on that are meant; at least 1. */
  readonly length: number;
}

/** `schemaOf<T>()` or `context.elicit<T>(message)`: where the schema of `T` goes in as an argument. */
export interface SchemaCall {
  /** Absolute, with `/`. */
  readonly file: string;
  /** The number of UTF-16 units of the file's text before the argument. */
  readonly offset: number;
  /** The text to write there, commas included. */
  readonly text: string;
}

/** A part of a plugin that is constructed once: a class or a service. */
export interface PartModel {
  readonly name: string;
  /** The name under which the module exports it: `default` or a name. */
  readonly exportName: string;
  /** Relative to the plugin's folder, with `/`. */
  readonly file: string;
  readonly description?: string;
  /** Tells whether it has a `start()` or `health()`, its own or inherited: something to do before it is asked. */
  readonly hasLife?: boolean;
  /** The configuration among the constructor's parameters, where there is one. */
  readonly configuration?: ConfigurationModel;
  /** All parameters in their order; absent where there is none but a configuration. */
  readonly parameters?: readonly InjectionModel[];
  /** The fields that the next generation takes over. */
  readonly carry?: CarryModel;
}

/** The value of one parameter of a constructor or provider; `nothing` is for one that can be left out. */
export type InjectionModel =
  { readonly kind: 'configuration' } | { readonly kind: 'part'; readonly name: string } | { readonly kind: 'nothing' };

/** The fields of `static carry`: an object type with a property for each. */
export interface CarryModel {
  readonly version: number;
  readonly node: ObjectNode;
}

/** A class of the plugin, or a function or class of its `provide` file, that others are constructed with. */
export interface ServiceModel extends PartModel {
  readonly from: 'class' | 'provider';
  /** Tells whether it is called and not constructed. */
  readonly isFunction: boolean;
  /** The types that it is asked for as, in the words of the source. */
  readonly provides: readonly string[];
}

/** An exported class with at least one published method or completion. */
export interface ClassModel extends PartModel {
  readonly namespace?: string;
  readonly methods: readonly MethodModel[];
  readonly completions: readonly CompletionModel[];
}

/** The configuration of a class: an object type. */
export interface ConfigurationModel {
  readonly node: SchemaNode;
  /** Tells whether the class cannot be constructed without configuration. */
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

/** A method and what it is published as. */
export type MethodModel = ToolModel | ResourceModel | PromptModel;

interface PublishedMethod {
  /** The method's own name. */
  readonly method: string;
  /** The component's name, namespace included where it has one. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  /** Scopes of which a caller needs every one; there only where there are any. */
  readonly scopes?: readonly string[];
  readonly parameters: readonly ParameterModel[];
  /** The method's name. */
  readonly at: SourcePlace;
  /** The place where each input is declared, by its name. */
  readonly placeOfInput: ReadonlyMap<string, SourcePlace>;
}

/** A method with `@Tool`; hints that its author left out are absent. */
export interface ToolModel extends PublishedMethod {
  readonly kind: 'tool';
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
  readonly task?: TaskSupport;
  /** Tells whether arguments of another kind are read as what they can only mean: `"5"` as a number. */
  readonly coerce: boolean;
  readonly meta?: JsonObject;
  readonly formerly?: FormerNames;
  readonly returns: ReturnModel;
  /** Only of a generator. */
  readonly stream?: StreamModel;
}

/** A method with `@Resource`: a resource, or a resource template. */
export interface ResourceModel extends PublishedMethod {
  readonly kind: 'resource';
  /** A URI, or a URI template when it has `{variables}`. */
  readonly uri: string;
  readonly isTemplate: boolean;
  /** The author's, else from the return type; absent where the bytes that are read show theirs. */
  readonly mimeType?: string;
  /** The node of the method's data, when the method returns data and not text, bytes or contents. */
  readonly data?: SchemaNode;
  readonly size?: number;
  readonly annotations?: Annotations;
  readonly cache?: CacheHint;
  /** For a template, the method of the class that lists its instances. */
  readonly list?: string;
}

/** A method with `@Prompt`. */
export interface PromptModel extends PublishedMethod {
  readonly kind: 'prompt';
}

/** One positional parameter of the method, in order. */
export type ParameterModel =
  /** A property of the input object. */
  | { readonly kind: 'argument'; readonly property: Property }
  /** A rest parameter: a property whose array becomes the arguments from here on. */
  | { readonly kind: 'rest'; readonly property: Property }
  /** A destructured (or sole object-typed and destructured) parameter: its members are properties of the input object. */
  | { readonly kind: 'spread'; readonly properties: readonly Property[] }
  /** Injected: the call's `Context`. */
  | { readonly kind: 'context' }
  /** Injected: the call's `AbortSignal`. */
  | { readonly kind: 'signal' };

/** The values that a generator yields. */
export interface StreamModel {
  /** One value; of the kind `never` where only events are yielded. */
  readonly node: SchemaNode;
  /** Tells whether the result is all of the values, since the method returns nothing. */
  readonly isResult: boolean;
}

/**
 * `text` has a node where its type or its `@returns` constrains it; `content` is bytes and the author's own content blocks; `structured` gets an output schema. Of a generator it is what it returns, or,
 * where it returns nothing, all that it yields: text joined, anything else as an array.
 */
export type ReturnModel =
  | { readonly kind: 'text'; readonly node?: SchemaNode }
  | { readonly kind: 'structured'; readonly node: SchemaNode }
  | { readonly kind: 'content' }
  | { readonly kind: 'nothing' };
