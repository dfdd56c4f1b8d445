/**
 * Compares the tokens of two plugins' definitions.
 */
import { toolsForModels, type CheckedTool } from '@sigil/contracts/targets';
import { countDefinition, openTokenCounter } from './count-tokens.js';

/** The tokens before and after a change. */
export interface TokenChange {
  readonly before: number;
  readonly after: number;
  /** The tools whose tokens differ, the greatest difference first; a tool that is missing on one side has 0 there. */
  readonly tools: readonly { readonly name: string; readonly before: number; readonly after: number }[];
}

/** Loads the vocabulary only if the definitions differ. @returns `undefined` if they are the same */
export async function compareTokens(
  before: readonly CheckedTool[],
  after: readonly CheckedTool[],
): Promise<TokenChange | undefined> {
  const [modelsRead, modelsReadNow] = [toolsForModels(before), toolsForModels(after)];
  const [older, newer] = [textsOf(modelsRead), textsOf(modelsReadNow)];
  if (JSON.stringify(older) === JSON.stringify(newer)) return undefined;
  const count = await openTokenCounter();
  const countAll = (tools: readonly CheckedTool[]): ReadonlyMap<string, number> =>
    new Map(tools.map((tool) => [tool.name, countDefinition(tool, count)]));
  const [had, has] = [countAll(modelsRead), countAll(modelsReadNow)];
  const names = new Set([...had.keys(), ...has.keys()]);
  const tools = [...names]
    .map((name) => ({ name, before: had.get(name) ?? 0, after: has.get(name) ?? 0 }))
    .filter((tool) => tool.before !== tool.after)
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before) || (a.name < b.name ? -1 : 1));
  return { before: sumOf(had), after: sumOf(has), tools };
}

/** Writes `1204 tokens of definitions, 40 more than before`. */
export function describeTokens({ before, after }: TokenChange): string {
  const now = `${after} tokens of definitions`;
  if (after === before) return `${now}, as many as before`;
  return after > before ? `${now}, ${after - before} more than before` : `${now}, ${before - after} fewer than before`;
}

function textsOf(tools: readonly CheckedTool[]): readonly string[] {
  return tools.map(({ name, description, inputSchema }) => JSON.stringify([name, description, inputSchema])).sort();
}

function sumOf(tokens: ReadonlyMap<string, number>): number {
  return [...tokens.values()].reduce((sum, count) => sum + count, 0);
}
