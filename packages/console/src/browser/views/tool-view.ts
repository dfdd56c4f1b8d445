/**
 * The view that a tool names, and who may call the tool.
 *
 * Spec: ext-apps 2026-01-26 #resource-discovery
 */
import type { JsonObject } from '@sigil/core';
import { objectOf, textOf } from '../json.js';

/** Returns the address of the view that shows a tool's results; `undefined` for a tool without one. */
export function viewUriOf(tool: JsonObject): string | undefined {
  const uri = textOf(uiOf(tool)['resourceUri']);
  return uri?.startsWith('ui://') ? uri : undefined;
}

/** Returns whether views of the same server may call a tool. */
export function isForViews(tool: JsonObject): boolean {
  const { visibility } = uiOf(tool);
  return !Array.isArray(visibility) || visibility.includes('app');
}

function uiOf(tool: JsonObject): JsonObject {
  return objectOf(objectOf(tool['_meta'])['ui']);
}
