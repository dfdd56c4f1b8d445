/**
 * The components that a server offers, as far as they are shown: both a manifest and the answers of a server have this
 * shape.
 */

/** A JSON Schema, as far as a one-line summary looks into it. */
export type ListedSchema = Readonly<Record<string, unknown>>;

/** A tool as a list shows it. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: ListedSchema;
  readonly outputSchema?: ListedSchema | undefined;
}

/** A resource as a list shows it. */
export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
}

/** A family of resources as a list shows it. */
export interface ListedResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
}

/** A prompt as a list shows it. */
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
  readonly server: { readonly name: string; readonly version: string };
}
