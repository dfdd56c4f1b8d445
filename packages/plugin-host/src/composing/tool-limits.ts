/**
 * Sets limits on the tools of a catalog by name, and follows its swaps.
 *
 * Only states the limits; the engine that serves the catalog enforces them.
 */
import type { JsonObject } from '@sigil/core';
import {
  buildCatalog,
  derive,
  mapSource,
  type Catalog,
  type CatalogSource,
  type PublishedTool,
  type ToolLimits,
} from '@sigil/core/catalog';

const limitNames = ['timeoutMs', 'maxConcurrentCalls', 'maxResultBytes'] as const satisfies (keyof ToolLimits)[];

/** The entry of every tool whose own entry sets no limit. */
const everyTool = '*';

/**
 * @param limits by tool name, `*` for every tool; a tool's own entry takes precedence for each limit, and both over the tool's declaration
 * @param onProblem called once per catalog, unless it is pending, with a sentence for each name that no tool has
 * @throws RangeError when a limit is unknown, or not a whole number of at least 1
 */
export function withToolLimits(
  source: CatalogSource,
  limits: Readonly<Record<string, JsonObject>>,
  onProblem: (why: string) => void,
): CatalogSource {
  const byTool = new Map(Object.entries(limits).map(([name, members]) => [name, readToolLimits(name, members)]));
  if (byTool.size === 0) return source;
  return mapSource(source, (catalog) => {
    const names = new Set(catalog.tools.map(({ definition }) => definition.name));
    for (const name of byTool.keys()) {
      if (!catalog.isPending && name !== everyTool && !names.has(name)) onProblem(`limits: there is no tool "${name}"`);
    }
    return limitCatalog(catalog, byTool);
  });
}

type LimitsByTool = ReadonlyMap<string, ToolLimits>;

function limitCatalog(catalog: Catalog, byTool: LimitsByTool): Catalog {
  const limited = new Map<PublishedTool, PublishedTool>();
  const limitTool = (tool: PublishedTool): PublishedTool => {
    const shown = limited.get(tool) ?? withLimits(tool, byTool);
    limited.set(tool, shown);
    return shown;
  };
  return buildCatalog({
    ...catalog,
    tools: catalog.tools.map(limitTool),
    formerTools: (catalog.formerTools ?? []).map((former) => ({
      name: former.name,
      explain: () => former.explain(),
      ...(former.tool ? { tool: limitTool(former.tool) } : {}),
    })),
  });
}

/** Returns the tool with its limits; it runs as before. */
function withLimits(tool: PublishedTool, byTool: LimitsByTool): PublishedTool {
  const limits = { ...tool.limits, ...byTool.get(everyTool), ...byTool.get(tool.definition.name) };
  return derive(tool, { limits });
}

function readToolLimits(tool: string, members: JsonObject): ToolLimits {
  for (const [name, value] of Object.entries(members)) {
    const where = `limits: "${name}" of "${tool}"`;
    if (!limitNames.some((known) => known === name)) {
      throw new RangeError(`${where} is not known; there are ${limitNames.join(', ')}`);
    }
    if (!Number.isSafeInteger(value) || Number(value) < 1) {
      throw new RangeError(`${where} must be a whole number of at least 1, got ${JSON.stringify(value)}`);
    }
  }
  return members; // every member was checked
}
