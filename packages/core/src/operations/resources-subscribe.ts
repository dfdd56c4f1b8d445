/**
 * `resources/subscribe` and `resources/unsubscribe`: which resources a legacy session wants to be told of.
 *
 * Spec: 2025-11-25 server/resources#subscriptions
 */
import type { Catalog } from '../catalog/catalog.js';
import { McpError } from '../errors/mcp-error.js';
import type { JsonObject } from '../model/json.js';

/** @throws McpError `invalid-params` without a URI, `resource-not-found` when there is no such resource */
export function readSubscription(params: JsonObject, catalog: Catalog): string {
  const uri = readUri(params);
  const resource = catalog.findResource(uri);
  if (!resource) throw new McpError('resource-not-found', 'resource not found', { uri });
  resource.component?.awaited?.();
  return uri;
}

/** @throws McpError `invalid-params` without a URI */
export function readUri({ uri }: JsonObject): string {
  if (typeof uri !== 'string') throw new McpError('invalid-params', '"uri" must be the URI of a resource');
  return uri;
}
