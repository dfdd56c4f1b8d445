/**
 * How a server reads URIs of schemes that are no plugin's: content by its CID, another server's resource, a variable.
 */
import type { Context, ResourceResult } from '@sigil/core';

/** For one server: what it may read is its own configuration's affair. */
export interface SchemeReader {
  /** Whether the URI is of one of its schemes, whatever is behind it. */
  reads(uri: string): boolean;
  /** @throws McpError `resource-not-found` when there is nothing behind the URI */
  read(uri: string, context: Context): Promise<ResourceResult>;
}
