/**
 * The content that tools and resources return, as it reaches a view.
 */

/** A part of a tool's answer or of a message; `data` is base64. */
export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  | { readonly type: 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly title?: string;
      readonly description?: string;
      readonly mimeType?: string;
    }
  | { readonly type: 'resource'; readonly resource: ResourceContents };

/** The contents of a resource: text, or bytes in base64. */
export type ResourceContents =
  | { readonly uri: string; readonly mimeType?: string; readonly text: string }
  | { readonly uri: string; readonly mimeType?: string; readonly blob: string };

/** A tool's answer as the server gave it. */
export interface ToolAnswer {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  /** True if the tool ran and failed; the content then says why. */
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Returns the text of all text blocks, one below the other. */
export function textOf(content: readonly ContentBlock[]): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
