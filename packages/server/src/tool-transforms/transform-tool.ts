/**
 * A tool as the rules of a configuration's entry show it: hidden, renamed and completed arguments, and a part of the result.
 *
 * Compiled once for each list that has the tool; a call only maps its arguments and its result.
 */
import { isJsonObject, isToolError, McpError } from '@sigil/core';
import { fillVariables, openSecretFilter, type ArgumentProblem, type SecretFilter } from '@sigil/core/building';
import { derive, type BadArguments, type PublishedTool, type ToolResult } from '@sigil/core/catalog';
import { blankData, blankSecrets, blankThrown } from '@sigil/core/internal';
import type { ArgumentRule, ArgumentRules } from './argument-rules.js';
import { compileArguments, type ArgumentMapping } from './map-arguments.js';
import type { ResultRule } from './result-rule.js';
import { transformInputSchema } from './transform-input-schema.js';
import { transformOutputSchema, transformResult } from './transform-result.js';
import { withMembers } from './with-members.js';

/** The rules of an entry; at least one member is present. */
export interface ToolRules {
  readonly arguments?: ArgumentRules;
  readonly result?: ResultRule;
}

interface NamedRules extends ToolRules {
  /** The name of the tool for clients, if it is another one. */
  readonly name?: string;
}

/** Returns the value of an environment variable; `undefined` if it is not set. */
export type ReadVariable = (name: string) => string | undefined;

type Outcome = ToolResult | BadArguments;

/** @throws Error with a sentence for the operator when the tool does not have what the rules name */
export function transformTool(
  base: PublishedTool,
  { name = base.definition.name, result, ...rules }: NamedRules,
  read: ReadVariable,
): PublishedTool {
  if (result && base.streamSchema) throw new Error('"result": the tool streams, and no part of a stream can be picked');
  const secrets = new Set<string>();
  const filled = fillRules(rules.arguments ?? new Map(), read, secrets);
  const { inputSchema, outputSchema } = base.definition;
  const shown = filled.size === 0 ? inputSchema : transformInputSchema(inputSchema, filled);
  const { properties } = shown;
  const mapping = compileArguments(filled, {
    shown: isJsonObject(properties) ? Object.keys(properties) : [],
    tool: [base.definition.name, name],
  });
  const readsText = outputSchema === undefined;
  // The words of a search come from the definition that clients see.
  const { terms: _terms, ...tool } = derive(base, {
    definition: {
      ...base.definition,
      inputSchema: shown,
      ...(outputSchema && result ? { outputSchema: transformOutputSchema(outputSchema, result) } : {}),
    },
    ...runs(base, mapping, (outcome) => (result ? transformResult(outcome, result, readsText) : outcome)),
  });
  const filter = openSecretFilter(secrets);
  return filter ? withoutSecrets(tool, filter) : tool;
}

function runs(
  base: PublishedTool,
  mapping: ArgumentMapping,
  show: (result: ToolResult) => ToolResult,
): Pick<PublishedTool, 'run' | 'reconsider'> {
  /** The tool's own refusals, by those that clients read. */
  const refusals = new WeakMap<BadArguments, BadArguments>();
  const answer = async (work: Promise<Outcome>): Promise<Outcome> => {
    const outcome = await work.catch((error: unknown) => {
      throw renameThrown(error, mapping);
    });
    if (outcome.kind === 'result') return outcome.isError ? renameFailure(outcome, mapping) : show(outcome);
    const refused = { ...outcome, problems: outcome.problems.map((problem) => shownProblem(problem, mapping)) };
    refusals.set(refused, outcome);
    return refused;
  };
  const { reconsider } = base;
  return {
    async run(...[given, context]: Parameters<PublishedTool['run']>) {
      const problems: ArgumentProblem[] = [];
      const sent = mapping.toTool(given, problems);
      return problems.length > 0 ? { kind: 'bad-arguments', problems } : answer(base.run(sent, context));
    },
    ...(reconsider && {
      async reconsider(...[given, refused, context]: Parameters<NonNullable<PublishedTool['reconsider']>>) {
        const own = refusals.get(refused);
        // Only the rules refused it, and they refuse it again.
        if (!own) return refused;
        return answer(reconsider.call(base, mapping.toTool(given, []), own, context));
      },
    }),
  };
}

/** @throws Error when the problem is a value of the configuration, of which clients know nothing */
function shownProblem(problem: ArgumentProblem, mapping: ArgumentMapping): ArgumentProblem {
  const shown = mapping.toClient(problem);
  if (shown) return shown;
  const { path, expected, received } = problem;
  const cause = new Error(`argument "${path}" must be ${expected}, got ${received}`);
  throw new Error('the tool refuses a value that the configuration of the server sends', { cause });
}

function renameThrown(error: unknown, { renameIn }: ArgumentMapping): unknown {
  return error instanceof McpError || isToolError(error) ? blankThrown(error, renameIn) : error;
}

/** A failure may name arguments, as in `"q" is required`. */
function renameFailure(result: ToolResult, { renameIn }: ArgumentMapping): ToolResult {
  const content = result.content.map((block) =>
    block.type === 'text' ? { ...block, text: renameIn(block.text) } : block,
  );
  const isSame = content.every((block, index) => textOf(block) === textOf(result.content[index]));
  if (isSame) return result;
  return withContent(result, content);
}

function textOf(block: ToolResult['content'][number] | undefined): string | undefined {
  return block?.type === 'text' ? block.text : undefined;
}

function withContent(result: ToolResult, content: ToolResult['content']): ToolResult {
  if (!result.wire) return { ...result, content };
  return { ...result, content, wire: withMembers(result.wire, { content: JSON.stringify(content) }) };
}

/** Blanks secrets in everything that comes from the tool: it may repeat its arguments. */
function withoutSecrets(tool: PublishedTool, filter: SecretFilter): PublishedTool {
  const none = { resources: [], resourceTemplates: [], prompts: [] };
  const blankErrors = (given: PublishedTool): PublishedTool =>
    blankSecrets({ ...none, tools: [given] }, filter).tools[0]!; // one of one
  const blanked = blankErrors(tool);
  const { reconsider } = tool;
  const blankOutcome = (outcome: Outcome): Outcome =>
    outcome.kind === 'result' ? blankResult(outcome, filter) : outcome;
  return {
    ...tool,
    run: async (input, context) => blankOutcome(await blanked.run(input, context)),
    ...(reconsider && {
      async reconsider(...[input, refused, context]: Parameters<NonNullable<PublishedTool['reconsider']>>) {
        const again = blankErrors({ ...tool, run: (given, inner) => reconsider(given, refused, inner) });
        return blankOutcome(await again.run(input, context));
      },
    }),
  };
}

function blankResult(result: ToolResult, filter: SecretFilter): ToolResult {
  const { content, structuredJson, meta, wire } = result;
  const blankJson = (json: string): string => JSON.stringify(blankData<unknown>(JSON.parse(json), filter));
  return {
    ...result,
    content: blankData(content, filter),
    ...(structuredJson === undefined ? {} : { structuredJson: blankJson(structuredJson) }),
    ...(meta === undefined ? {} : { meta: blankData(meta, filter) }),
    ...(wire && {
      wire: withMembers(wire, Object.fromEntries([...wire].map(([name, json]) => [name, blankJson(json)]))),
    }),
  };
}

/** @param secrets collects the values of variables */
function fillRules(rules: ArgumentRules, read: ReadVariable, secrets: Set<string>): ArgumentRules {
  return new Map([...rules].map(([name, rule]) => [name, fillRule(name, rule, { read, secrets })]));
}

interface Filling {
  readonly read: ReadVariable;
  readonly secrets: Set<string>;
}

function fillRule(name: string, rule: ArgumentRule, { read, secrets }: Filling): ArgumentRule {
  const readSecret = (variable: string): string | undefined => {
    const value = read(variable);
    if (value !== undefined) secrets.add(value);
    return value;
  };
  const options = {
    where: 'arguments',
    key: `${name}.constant`,
    read: readSecret,
    fail: (message: string) => new Error(message),
  };
  return {
    ...rule,
    ...(rule.constant === undefined ? {} : { constant: fillVariables(rule.constant, options) }),
    ...(rule.inside && { inside: fillRules(rule.inside, read, secrets) }),
  };
}
