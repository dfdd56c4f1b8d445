/**
 * Content blocks in the neutral model, in the newest vocabulary. Each older revision rewrites the blocks that it cannot carry.
 *
 * Spec: 2025-11-25 server/tools#tool-result
 */
import type { JsonObject } from './json.js';

/** The side that a message speaks for. */
export type Role = 'user' | 'assistant';

/** Hints on the audience of content, its importance (0..1) and its last change (ISO 8601). */
export interface Annotations {
  readonly audience?: readonly Role[];
  readonly priority?: number;
  readonly lastModified?: string;
}

/** Plain text. */
export interface TextContent {
  readonly type: 'text';
  readonly text: string;
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

/** `data` is base64. */
export interface ImageContent {
  readonly type: 'image';
  readonly data: string;
  readonly mimeType: string;
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

/** `data` is base64. */
export interface AudioContent {
  readonly type: 'audio';
  readonly data: string;
  readonly mimeType: string;
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

/** Points at a resource that the client may read; `size` in bytes. */
export interface ResourceLink {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

/** Embeds the contents of a resource. */
export interface EmbeddedResource {
  readonly type: 'resource';
  readonly resource: ResourceContents;
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

/** One part of a tool's result or of a prompt's message. */
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

/** A resource's text. */
export interface TextResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text: string;
  readonly _meta?: JsonObject;
}

/** `blob` is base64. */
export interface BlobResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly blob: string;
  readonly _meta?: JsonObject;
}

/** The contents returned by reading a resource. */
export type ResourceContents = TextResourceContents | BlobResourceContents;

/** One message of a rendered prompt. */
export interface PromptMessage {
  readonly role: Role;
  readonly content: ContentBlock;
}
