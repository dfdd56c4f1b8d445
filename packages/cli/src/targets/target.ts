/**
 * A server whose tools can be called: a plugin in this process, or a remote server.
 */
import type { Progress, ToolResult } from '@sigil/client';
import type { JsonObject } from '@sigil/core';
import type { Listing } from '../listing/listing.js';

export interface Target {
  /** Lists everything it offers, all pages. */
  list(): Promise<Listing>;
  /** Rejects when the call is refused; a failed tool is a result with `isError`. */
  call(tool: string, input: JsonObject, onProgress: (progress: Progress) => void): Promise<ToolResult>;
  close(): Promise<void>;
}
