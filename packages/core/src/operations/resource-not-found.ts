/**
 * The error for a URI that matches no resource and no template of a catalog, with suggestions.
 *
 * Spec: 2025-11-25 server/resources#error-handling
 */
import type { Catalog } from '../catalog/catalog.js';
import { nearestNames, suggestNames } from '../catalog/nearest-names.js';
import { McpError } from '../errors/mcp-error.js';

/** Suggests URIs of resources and URI templates alike. */
export function resourceNotFound({ resources, resourceTemplates }: Catalog, uri: string): McpError {
  const known = [
    ...resources.map(({ definition }) => definition.uri),
    ...resourceTemplates.map(({ definition }) => definition.uriTemplate),
  ];
  const suggestions = nearestNames(uri, known);
  const data = suggestions.length === 0 ? { uri } : { uri, error: 'resource not found', suggestions };
  return new McpError('resource-not-found', `resource not found${suggestNames(uri, known)}`, data);
}
