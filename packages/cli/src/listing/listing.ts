/**
 * The components of a server, as far as lists show them: both a manifest and the answers of a server have this shape.
 */
import type { ToolDefinition } from '@sigil/core/building';

/** A JSON Schema, with the parts that a one-line summary needs. */
export type ListedSchema = Readonly<Record<string, unknown>>;

/** A tool in a list. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly annotations?: ToolDefinition['annotations'] | undefined;
  readonly inputSchema: ListedSchema;
  readonly outputSchema?: ListedSchema | undefined;
  readonly _meta?: object | undefined;
}

/** A resource in a list. */
export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
}

/** A family of resources in a list. */
export interface ListedResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
}

/** A prompt in a list. */
export interface ListedPrompt {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly arguments?: readonly ListedArgument[] | undefined;
}

interface ListedArgument {
  readonly name: string;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
}

/** The four lists of a server. */
export interface Offer {
  readonly tools: readonly ListedTool[];
  readonly resources: readonly ListedResource[];
  readonly resourceTemplates: readonly ListedResourceTemplate[];
  readonly prompts: readonly ListedPrompt[];
}

export interface Listing extends Offer {
  /** `instructions` are for models; absent if the server has none. */
  readonly server: { readonly name: string; readonly version: string; readonly instructions?: string };
}
