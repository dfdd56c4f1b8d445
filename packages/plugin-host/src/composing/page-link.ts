/**
 * Removes the link from a tool to its page, when another server's resource has the page's address.
 *
 * Spec: MCP Apps, `_meta.ui.resourceUri`; OpenAI Apps SDK, `_meta["openai/outputTemplate"]`
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { derive, type PublishedTool } from '@sigil/core/catalog';

/** The members of older hosts, and of ChatGPT. */
const flatMembers = ['ui/resourceUri', 'openai/outputTemplate'];

/** @param lost addresses that lead to resources of other servers @returns the tool itself, unless it links to one of them */
export function removePageLink(tool: PublishedTool, lost: ReadonlySet<string>): PublishedTool {
  const { _meta: meta } = tool.definition;
  if (lost.size === 0 || meta === undefined) return tool;
  const isLost = (uri: JsonValue | undefined): boolean => typeof uri === 'string' && lost.has(uri);
  const lostMembers = flatMembers.filter((name) => isLost(meta[name]));
  const page = isJsonObject(meta['ui']) ? meta['ui'] : {};
  if (lostMembers.length === 0 && !isLost(page['resourceUri'])) return tool;
  const kept = Object.fromEntries(Object.entries(meta).filter(([name]) => !lostMembers.includes(name)));
  return derive(tool, {
    definition: { ...tool.definition, _meta: isLost(page['resourceUri']) ? withoutLink(kept) : kept },
  });
}

function withoutLink({ ui, ...others }: JsonObject): JsonObject {
  const { resourceUri: _page, ...left } = isJsonObject(ui) ? ui : {};
  return Object.keys(left).length > 0 ? { ...others, ui: left } : others;
}
