/**
 * A plugin as its source declares it: classes, published methods, parameters and results. What the manifest, the decoders
 * and the bundle are written from.
 */
import type { Annotations, CacheHint, Icon, JsonObject, TaskSupport } from '@sigil/core';
import type { Property, SchemaNode } from './schema-node.js';

export interface PluginModel {
  readonly classes: readonly ClassModel[];
}

/** An exported class with at least one published method or completion. */
export interface ClassModel {
  readonly name: string;
  /** How its module exports it: `default` or a name. */
  readonly exportName: string;
  /** Relative to the plugin's folder, with `/`. */
  readonly file: string;
  readonly description?: string;
  readonly namespace?: string;
  readonly methods: readonly MethodModel[];
  readonly completions: readonly CompletionModel[];
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
  readonly parameters: readonly ParameterModel[];
}

/** A method with `@Tool`; hints that its author left out are absent. */
export interface ToolModel extends PublishedMethod {
  readonly kind: 'tool';
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
  readonly task?: TaskSupport;
  readonly meta?: JsonObject;
  readonly returns: ReturnModel;
}

/** A method with `@Resource`: a resource, or a resource template. */
export interface ResourceModel extends PublishedMethod {
  readonly kind: 'resource';
  /** A URI, or a URI template when it has `{variables}`. */
  readonly uri: string;
  readonly isTemplate: boolean;
  /** Always set: the author's, else from the return type. */
  readonly mimeType: string;
  readonly size?: number;
  readonly annotations?: Annotations;
  readonly cache?: CacheHint;
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

/** `content` is the author's own content blocks; `structured` gets an output schema. */
export type ReturnModel =
  | { readonly kind: 'text' }
  | { readonly kind: 'structured'; readonly node: SchemaNode }
  | { readonly kind: 'content' }
  | { readonly kind: 'nothing' };
