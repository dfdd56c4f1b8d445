/**
 * One scheme of URIs that a server reads although no plugin offers them.
 */
import { McpError, type Context } from '@sigil/core';
import type { PublishedResourceTemplate, ResourceResult } from '@sigil/core/catalog';

/** The beginning of all URIs of each scheme. */
export const schemePrefixes = { content: 'cid://', server: 'server://', variable: 'variable://' } as const;

/** Tells whether the server itself offers the template, beside what its plugin does. */
export function isOfOwnScheme(uriTemplate: string): boolean {
  return Object.values(schemePrefixes).some((prefix) => uriTemplate.startsWith(prefix));
}

export interface Scheme {
  /** The text that every URI of the scheme begins with. */
  readonly prefix: string;
  /** Empty where nothing can be behind the scheme. */
  readonly templates: readonly PublishedResourceTemplate[];
  /** @throws McpError `resource-not-found` when there is nothing behind the URI */
  read(uri: string, context: Context): Promise<ResourceResult>;
}

/** @param why as the end of a sentence; left out where even that would tell too much */
export function notFound(uri: string, why?: string): McpError {
  return new McpError('resource-not-found', why ? `resource not found: ${why}` : 'resource not found', { uri });
}

/** @returns `undefined` for a stray percent sign: such a URI names nothing */
export function decodePart(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}
