/**
 * What Malloy did not accept, in words for agents: what is wrong, where, and what to try.
 */
import { nearestNames, ToolError } from '@sigil/core';
import type { ModelInfo, ModelProblem } from './model-protocol.js';

/** Thrown with all problems that there are. */
export class ModelRefused extends Error {
  override readonly name = 'ModelRefused';

  constructor(readonly problems: readonly ModelProblem[]) {
    super(problems[0]?.message ?? 'Malloy refused the model');
  }
}

/** @param where what the lines are of @param model whose names are suggested */
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

/** DuckDB's words may name files, and it tells of memory by what it may not do to get more. */
function inOurWords(message: string): string {
  if (/Out of Memory|crypto module/.test(message))
    return 'the query needs more memory than it may have (limit maxMemoryMb)';
  return message.split('\n', 1)[0]!.replaceAll(/(["' (])\/[^\s"')]+/g, '$1…');
}
