/**
 * One scheme of URIs that a server reads by itself, without a plugin.
 */
import { McpError, type Context } from '@sigil/core';
import type { PublishedResourceTemplate, ResourceResult } from '@sigil/core/catalog';

/** The beginning of all URIs of each scheme. */
export const schemePrefixes = { content: 'cid://', server: 'server://', variable: 'variable://' } as const;

/** Returns whether the template belongs to the server itself, not to its plugin. */
export function isOfOwnScheme(uriTemplate: string): boolean {
  return Object.values(schemePrefixes).some((prefix) => uriTemplate.startsWith(prefix));
}

export interface Scheme {
  /** The text at the beginning of every URI of the scheme. */
  readonly prefix: string;
  /** Empty if the scheme can find nothing. */
  readonly templates: readonly PublishedResourceTemplate[];
  /** @throws McpError `resource-not-found` when the URI names nothing */
  read(uri: string, context: Context): Promise<ResourceResult>;
}

/** @param why as the end of a sentence; left out when even that would reveal too much */
export function notFound(uri: string, why?: string): McpError {
  return new McpError('resource-not-found', why ? `resource not found: ${why}` : 'resource not found', { uri });
}

/** @returns `undefined` for a stray percent sign, which makes the URI invalid */
export function decodePart(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}
