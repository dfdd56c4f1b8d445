/**
 * The links from tools to the views that show their results, in every member of `_meta` that hosts read.
 *
 * Spec: ext-apps 2026-01-26, `_meta.ui.resourceUri`; OpenAI Apps SDK, `_meta["openai/outputTemplate"]`
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import type { PublishedTool } from './catalog.js';
import { derive } from './derive.js';

/** The members of older hosts, and of ChatGPT. */
const flatMembers = ['ui/resourceUri', 'openai/outputTemplate'];

/** Returns the addresses of the views that a tool's `_meta` links to, each once. */
export function viewLinksIn(meta: JsonObject | undefined): readonly string[] {
  if (meta === undefined) return [];
  const values = [linkOf(meta), ...flatMembers.map((name) => meta[name])];
  return [...new Set(values.filter((value) => typeof value === 'string'))];
}

/** Returns the metadata with the members of another one that hosts of views read, such as the link and who may call the tool. */
export function withViewMembers(meta: JsonObject, from: JsonObject): JsonObject {
  const members = ['ui', ...flatMembers]
    .filter((name) => name in from)
    .map((name) => [name, from[name] ?? null] as const);
  return { ...meta, ...Object.fromEntries(members) };
}

/**
 * Changes every link of a tool's `_meta`. The other members stay, such as those that say who may call the tool.
 *
 * @param change returns the new address, or `undefined` to remove the link
 * @returns the same object if no link changes
 */
export function changeViewLinks(meta: JsonObject, change: (uri: string) => string | undefined): JsonObject {
  const changed = new Map(
    viewLinksIn(meta).flatMap((uri) => (change(uri) === uri ? [] : [[uri, change(uri)] as const])),
  );
  if (changed.size === 0) return meta;
  const isChanged = (value: JsonValue | undefined): value is string => typeof value === 'string' && changed.has(value);
  const changeLinkOf = (ui: JsonObject): [string, JsonValue][] => {
    const { resourceUri, ...others } = ui;
    if (!isChanged(resourceUri)) return [['ui', ui]];
    const next = changed.get(resourceUri);
    if (next !== undefined) return [['ui', { ...ui, resourceUri: next }]];
    return Object.keys(others).length > 0 ? [['ui', others]] : [];
  };
  return Object.fromEntries(
    Object.entries(meta).flatMap(([name, value]): [string, JsonValue][] => {
      if (name === 'ui' && isJsonObject(value)) return changeLinkOf(value);
      if (!flatMembers.includes(name) || !isChanged(value)) return [[name, value]];
      const next = changed.get(value);
      return next === undefined ? [] : [[name, next]];
    }),
  );
}

/** Returns the tool with changed links, as `changeViewLinks` does; the tool itself if no link changes. */
export function withViewLinks(tool: PublishedTool, change: (uri: string) => string | undefined): PublishedTool {
  const { _meta: meta, ...definition } = tool.definition;
  if (meta === undefined) return tool;
  const changed = changeViewLinks(meta, change);
  if (changed === meta) return tool;
  return derive(tool, {
    definition: Object.keys(changed).length > 0 ? { ...definition, _meta: changed } : definition,
  });
}

function linkOf({ ui }: JsonObject): JsonValue | undefined {
  return isJsonObject(ui) ? ui['resourceUri'] : undefined;
}
