/**
 * Something that offers tools and can be asked: a plugin in this process, or a server elsewhere.
 */
import type { CallToolResult, Progress } from '@modelcontextprotocol/client';
import type { JsonObject } from '@sigil/core';
import type { Listing } from '../listing/listing.js';

export interface Target {
  /** Everything it offers, all pages of it. */
  list(): Promise<Listing>;
  /** Rejects when the call was refused; a tool that failed is a result that says so. */
  call(tool: string, input: JsonObject, onProgress: (progress: Progress) => void): Promise<CallToolResult>;
  close(): Promise<void>;
}
