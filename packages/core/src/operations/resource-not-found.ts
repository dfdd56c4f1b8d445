/**
 * The error for a URI that matches no resource and no template of a catalog, with suggestions.
 *
 * Spec: 2025-11-25 server/resources#error-handling
 */
import type { Catalog, PublishedResourceTemplate } from '../catalog/catalog.js';
import { nearestNames, suggestNames } from '../catalog/nearest-names.js';
import { parseUriTemplate } from '../catalog/uri-template.js';
import { McpError } from '../errors/mcp-error.js';
import { cutText } from '../model/cut-text.js';
import { isJsonObject } from '../model/json.js';

/** Suggests URIs of resources and URI templates alike. */
export function resourceNotFound({ resources, resourceTemplates }: Catalog, uri: string): McpError {
  const known = [
    ...resources.map(({ definition }) => definition.uri),
    ...resourceTemplates.map(({ definition }) => definition.uriTemplate),
  ];
  const why = explainQuery(resourceTemplates, uri);
  if (why !== undefined) return new McpError('resource-not-found', `resource not found: ${why}`, { uri });
  const suggestions = nearestNames(uri, known);
  const data = suggestions.length === 0 ? { uri } : { uri, error: 'resource not found', suggestions };
  return new McpError('resource-not-found', `resource not found${suggestNames(uri, known)}`, data);
}

/** Returns the error that an author threw for a missing resource, with the URI that the peer asked for in its data. */
export function withUri(error: McpError, uri: string): McpError {
  const data = isJsonObject(error.data) ? error.data : {};
  return new McpError('resource-not-found', error.message, { ...data, uri });
}

/** Explains a URI that a template matches except for a parameter of its query. */
function explainQuery(templates: readonly PublishedResourceTemplate[], uri: string): string | undefined {
  for (const { definition, matches } of templates) {
    const why = matches ? undefined : parseUriTemplate(definition.uriTemplate).explain(uri);
    if (why !== undefined) return cutText(`"${definition.uriTemplate}" ${why}`, 512);
  }
  return undefined;
}
