/**
 * Describes for agents what Malloy did not accept: the problem, its place, and what to try.
 */
import { nearestNames, ToolError } from '@sigil/core';
import type { ModelInfo, ModelProblem } from './model-protocol.js';

/** Thrown with all problems found. */
export class ModelRefused extends Error {
  override readonly name = 'ModelRefused';

  constructor(readonly problems: readonly ModelProblem[]) {
    super(problems[0]?.message ?? 'Malloy refused the model');
  }
}

/** @param where the text that the lines refer to @param model whose names are suggested */
export function toolErrorOf(error: unknown, where: string, model?: ModelInfo): unknown {
  if (!(error instanceof ModelRefused)) return error;
  const told = error.problems.map(({ message, line, column }) =>
    line === undefined ? inOurWords(message) : `${where}:${line}:${column ?? 1}: ${inOurWords(message)}`,
  );
  const [first = 'Malloy refused the query'] = told;
  const names = model?.sources.flatMap(({ name, fields }) => [name, ...fields.map((field) => field.name)]) ?? [];
  const unknown = error.problems.flatMap(({ message }) => /'([^']+)' is not defined/.exec(message)?.[1] ?? []);
  const near = unknown.flatMap((name) => nearestNames(name, names)).map((name) => `Did you mean "${name}"?`);
  const isSql = /sql/i.test(first) && /restricted|not allowed|cannot/i.test(first);
  const suggestions = [
    ...told.slice(1, 5),
    ...new Set(near),
    ...(isSql ? ['Write Malloy: SQL within a query is not run here'] : []),
    ...(near.length === 0 && names.length > 0 ? ['Read the source as a resource: it lists its fields and views'] : []),
  ];
  return new ToolError(first, { suggestions, cause: error });
}

/** Rewrites DuckDB's messages, which may name files, and which mention settings that could raise the memory limit. */
function inOurWords(message: string): string {
  if (/Out of Memory|crypto module/.test(message))
    return 'the query needs more memory than it may have (limit maxMemoryMb)';
  return message.split('\n', 1)[0]!.replaceAll(/(["' (])\/[^\s"')]+/g, '$1…');
}
