/**
 * Recognises views, which are HTML pages for hosts of MCP Apps, the tools that belong to them, and the clients that show them.
 *
 * A view is any resource at `ui://`, and a tool's view is in its `_meta`, whether a plugin or another server offers them.
 * Spec: ext-apps 2026-01-26
 */
import type { ToolDefinition } from './definitions.js';
import { isJsonObject, type JsonObject } from './json.js';
import type { ToolViewMetadata } from './view-metadata.js';

/** The id of the extension that clients and servers declare. */
export const viewsExtensionId = 'io.modelcontextprotocol/ui';

/** The media type of a view. */
export const viewMimeType = 'text/html;profile=mcp-app';

/** The extension as a client that shows views declares it. */
export const declaredViews: JsonObject = { [viewsExtensionId]: { mimeTypes: [viewMimeType] } };

/** Returns whether a resource is a view. */
export function isView({ uri }: { readonly uri: string }): boolean {
  return /^ui:\/\//i.test(uri);
}

/** Returns the `_meta.ui` of a tool as far as it has the form that it should; another server may have written it. */
export function viewMetadataOf({ _meta }: Pick<ToolDefinition, '_meta'>): ToolViewMetadata {
  const ui = _meta?.['ui'];
  if (!isJsonObject(ui)) return {};
  const { resourceUri, visibility } = ui;
  const callers = Array.isArray(visibility) ? visibility.filter((it) => it === 'model' || it === 'app') : [];
  return {
    ...(typeof resourceUri === 'string' && { resourceUri }),
    ...(callers.length > 0 && { visibility: callers }),
  };
}

/** Returns whether only views may call the tool, so that only clients with views have it. */
export function isForViewsOnly(tool: Pick<ToolDefinition, '_meta'>): boolean {
  const { visibility } = viewMetadataOf(tool);
  return visibility !== undefined && !visibility.includes('model');
}

/** Returns whether a client with these capabilities shows views. */
export function showsViews({ extensions }: JsonObject): boolean {
  const settings = isJsonObject(extensions) ? extensions[viewsExtensionId] : undefined;
  const mimeTypes = isJsonObject(settings) ? settings['mimeTypes'] : undefined;
  return Array.isArray(mimeTypes) && mimeTypes.includes(viewMimeType);
}
