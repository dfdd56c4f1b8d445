/**
 * The lists of a server that clients are generated from, as a manifest contains them and as a server returns them.
 */
import type { JsonObject } from '@sigil/core';

/** A tool. */
export interface OfferedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
}

/** A resource at one URI. */
export interface OfferedResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** A family of resources; `uriTemplate` follows RFC 6570. */
export interface OfferedTemplate extends Omit<OfferedResource, 'uri'> {
  readonly uriTemplate: string;
}

/** A prompt; its arguments are strings. */
export interface OfferedPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly OfferedArgument[];
}

/** An argument of a prompt. */
export interface OfferedArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required?: boolean;
}

/** Everything that a server offers, and the server's name. */
export interface ClientOffer {
  readonly server: string;
  readonly tools: readonly OfferedTool[];
  readonly resources: readonly OfferedResource[];
  readonly resourceTemplates: readonly OfferedTemplate[];
  readonly prompts: readonly OfferedPrompt[];
}
