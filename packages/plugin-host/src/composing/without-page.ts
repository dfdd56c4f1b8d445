/**
 * Removes the link from a tool to its page, when another server's resource has the page's address.
 *
 * Spec: MCP Apps, `_meta.ui.resourceUri`
 */
import { isJsonObject } from '@sigil/core';
import { derive, type PublishedTool } from '@sigil/core/catalog';

/** The member of older hosts. */
const flatMember = 'ui/resourceUri';

/** @param lost addresses that lead to resources of other servers @returns the tool itself, unless it links to one of them */
export function withoutPage(tool: PublishedTool, lost: ReadonlySet<string>): PublishedTool {
  const { _meta: meta } = tool.definition;
  if (lost.size === 0 || meta === undefined) return tool;
  const { ui, [flatMember]: flat, ...others } = meta;
  const isLost = [flat, isJsonObject(ui) ? ui['resourceUri'] : undefined].some(
    (uri) => typeof uri === 'string' && lost.has(uri),
  );
  if (!isLost) return tool;
  const { resourceUri: _page, ...left } = isJsonObject(ui) ? ui : {};
  const kept = Object.keys(left).length > 0 ? { ...others, ui: left } : others;
  return derive(tool, { definition: { ...tool.definition, _meta: kept } });
}
