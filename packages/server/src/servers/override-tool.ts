/**
 * A tool as configuration shows it: the plugin's tool runs, clients see another definition, and arguments pass two checks.
 */
import type { JsonObject } from '@sigil/core';
import type { ArgumentProblem, ToolDefinition } from '@sigil/core/building';
import { derive, structuredJsonOf, type BadArguments, type PublishedTool, type ToolResult } from '@sigil/core/catalog';
import { compileCheck } from './check-json.js';
import { transformTool, type ReadVariable } from '../tool-transforms/transform-tool.js';
import type { ToolEntry } from './static-entries.js';

/** @throws Error with a sentence for the operator when the entry promises more than the tool does */
export function overrideTool(tool: PublishedTool, entry: ToolEntry, read: ReadVariable): PublishedTool {
  const { runs: _runs, arguments: argumentRules, result, ...shown } = entry;
  const rules = { name: entry.name, ...(argumentRules && { arguments: argumentRules }), ...(result && { result }) };
  const base = argumentRules || result ? transformTool(tool, rules, read) : tool;
  if (shown.outputSchema && !base.definition.outputSchema) {
    throw new Error(`"outputSchema": the tool "${base.definition.name}" that it runs answers without structure`);
  }
  const definition: ToolDefinition = { ...base.definition, ...shown };
  const input = ownSchema(shown.inputSchema, base.definition.inputSchema);
  const output = ownSchema(shown.outputSchema, base.definition.outputSchema);
  const problemsIn = async (given: JsonObject): Promise<readonly ArgumentProblem[]> =>
    input ? (await compileCheck(input))(given) : [];
  const checked = async (outcome: ToolResult | BadArguments): Promise<ToolResult | BadArguments> => {
    if (output && outcome.kind === 'result') await requireShape(outcome, output);
    return outcome;
  };
  return derive(base, {
    definition,
    async run(...[given, context]: Parameters<PublishedTool['run']>) {
      const problems = await problemsIn(given);
      return problems.length > 0
        ? { kind: 'bad-arguments' as const, problems }
        : checked(await base.run(given, context));
    },
    // Arguments that the entry refuses stay refused, even if the plugin accepted them before a swap.
    async reconsider(...[given, refused, context]: Parameters<NonNullable<PublishedTool['reconsider']>>) {
      if (!base.reconsider || (await problemsIn(given)).length > 0) return refused;
      return checked(await base.reconsider(given, refused, context));
    },
  });
}

/** Returns the schema to check, unless the tool's own code checks the same one. */
function ownSchema(shown: JsonObject | undefined, base: JsonObject | undefined): JsonObject | undefined {
  return shown && JSON.stringify(shown) !== JSON.stringify(base) ? shown : undefined;
}

async function requireShape(result: ToolResult, schema: JsonObject): Promise<void> {
  const structuredJson = structuredJsonOf(result);
  if (structuredJson === undefined || result.isError) return;
  const [problem] = (await compileCheck(schema))(JSON.parse(structuredJson));
  if (!problem) return;
  const { path, expected, received } = problem;
  throw new Error(`the result is not what its schema says: "${path}" must be ${expected}, got ${received}`);
}
