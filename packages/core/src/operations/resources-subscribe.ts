/**
 * `resources/subscribe` and `resources/unsubscribe`: the resources whose updates a legacy session wants.
 *
 * Spec: 2025-11-25 server/resources#subscriptions
 */
import type { Catalog } from '../catalog/catalog.js';
import { McpError } from '../errors/mcp-error.js';
import type { Principal } from '../model/principal.js';
import type { JsonObject } from '../model/json.js';
import { requireScopes } from '../calls/require-scopes.js';
import { resourceNotFound } from './resource-not-found.js';

/**
 * @throws McpError `method-not-found` where the catalog offers no subscriptions, `invalid-params` without a URI,
 * `resource-not-found` when there is no such resource, `insufficient-scope` when the caller may not read it
 */
export function readSubscription(params: JsonObject, catalog: Catalog, principal: Principal): string {
  if (!catalog.announcesUpdates) {
    throw new McpError(
      'method-not-found',
      'no resource of this server announces updates: there is nothing to subscribe to',
    );
  }
  const uri = readUri(params);
  const resource = catalog.findResource(uri);
  if (!resource) throw resourceNotFound(catalog, uri);
  requireScopes(principal, resource);
  return uri;
}

/** @throws McpError `invalid-params` without a URI */
export function readUri({ uri }: JsonObject): string {
  if (typeof uri !== 'string') throw new McpError('invalid-params', '"uri" must be the URI of a resource');
  return uri;
}
