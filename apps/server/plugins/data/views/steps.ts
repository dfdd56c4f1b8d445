/**
 * The steps of a reader: the question that opened the view, and those that split one of its rows further.
 */
import { formatCell, type Cell, type Result } from './cells.js';
import type { describe, query, view } from './tools.generated.js';

type InputOf<Tool extends { readonly types?: { readonly input: unknown } }> = NonNullable<Tool['types']>['input'];
type Description = NonNullable<(typeof describe)['types']>['result'];

/** A question to the tool `query`, with its dimensions. */
export type Question = InputOf<typeof query> & { readonly dimensions: string[] };

/** A result, and the question that it answers; absent where the view does not know it. */
export interface Step {
  readonly title: string;
  readonly question?: Question;
  readonly result: Result;
}

/** The step of a query that a model or a person wrote. */
export function stepOfQuery(input: InputOf<typeof query> | undefined, result: Result): Step {
  if (!input) return { title: 'Result', result };
  const question = { ...input, dimensions: input.dimensions ?? [] };
  return { title: titleOf(question), question, result };
}

/** The step of a query that the model names; what it asks is known once the fields are described. */
export function stepOfView(input: InputOf<typeof view> | undefined, result: Result, found?: Description): Step {
  const title = input?.name.replaceAll('_', ' ') ?? 'Result';
  const view = found?.views.find(({ name, model }) => name === input?.name && (input.model ?? model) === model);
  if (!view) return { title, result };
  const { source, dimensions, measures } = view;
  const { model, filters } = input ?? {};
  return {
    title,
    result,
    question: { source, dimensions, measures, ...(model && { model }), ...(filters && { filters }) },
  };
}

/** Asks for one row by another dimension: the cells of its dimensions become conditions. */
export function splitRow(
  { limit: _limit, orderBy: _orderBy, ...question }: Question,
  { columns }: Result,
  cells: readonly Cell[],
  dimension: string,
): { readonly title: string; readonly question: Question } {
  const conditions = question.dimensions.map((field, index) => {
    const value = cells[index] ?? null;
    return value === null ? { field, operator: 'is null' as const } : { field, operator: '=' as const, value };
  });
  const [measure] = question.measures ?? [];
  return {
    title: `${cells.slice(0, conditions.length).map(formatCell).join(' · ')} by ${dimension}`,
    question: {
      ...question,
      dimensions: [dimension],
      measures: question.measures ?? columns.slice(conditions.length).map(({ name }) => name),
      filters: [...(question.filters ?? []), ...conditions],
      ...(measure === undefined ? {} : { orderBy: [{ field: measure, direction: 'desc' as const }] }),
    },
  };
}

function titleOf({ source, dimensions, measures }: Question): string {
  const what = measures?.join(', ') || source;
  return dimensions.length === 0 ? what : `${what} by ${dimensions.join(', ')}`;
}
