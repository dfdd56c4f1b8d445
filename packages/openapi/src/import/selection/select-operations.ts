/**
 * Chooses the operations of an import, and refuses to write very many tools without a choice.
 */
import { nearestNames } from '@sigil/core';
import { importLimits } from '../limits/import-limits.js';
import { ImportError } from '../source/import-error.js';
import type { ListedOperation } from '../operations/list-operations.js';
import { keyOf } from '../naming/name-tools.js';

/** Characters of JSON that are about one token. */
const charactersOfToken = 4;

/** The operations that the caller asked for. */
export interface Selection {
  /** `tag=X`, `path=/x` or `operation=ID`; several add up. */
  readonly only: readonly string[];
  readonly all: boolean;
}

/** @throws ImportError for a choice that names nothing, and for very many operations without one */
export function selectOperations(
  operations: readonly ListedOperation[],
  { only, all }: Selection,
): readonly ListedOperation[] {
  if (operations.length === 0)
    throw new ImportError('#/paths: the document has no operations, so there is nothing that a tool could call');
  if (only.length > 0) {
    const matchers = only.map((one) => readChoice(one, operations));
    return operations.filter((operation) => matchers.some((matches) => matches(operation)));
  }
  if (!all && operations.length > importLimits.maxUnchosenOperations) throw new ImportError(describeChoice(operations));
  return operations;
}

function readChoice(choice: string, operations: readonly ListedOperation[]): (operation: ListedOperation) => boolean {
  const [, kind, value = ''] = /^(tag|path|operation)=(.+)$/s.exec(choice) ?? [];
  if (kind === undefined)
    throw new ImportError(`--only ${JSON.stringify(choice)}: expected tag=NAME, path=/PREFIX or operation=ID`);
  const matches = matcherOf(kind, value);
  if (operations.some(matches)) return matches;
  const names = namesOf(kind, operations);
  const near = nearestNames(value, names);
  const hint = near.length > 0 ? `; did you mean ${near.map((name) => `${kind}=${name}`).join(' or ')}?` : '';
  throw new ImportError(`--only ${JSON.stringify(choice)}: the document has no such ${kind}${hint}`);
}

/** A path selects itself and everything below it; an operation without an id is named by `GET /path`. */
function matcherOf(kind: string, value: string): (operation: ListedOperation) => boolean {
  const folder = value.endsWith('/') ? value : `${value}/`;
  if (kind === 'tag') return ({ tags }) => tags.includes(value) || (tags.length === 0 && value === untagged);
  if (kind === 'path') return ({ path }) => path === value || path.startsWith(folder);
  return (operation) => operation.operationId === value || keyOf(operation) === value;
}

function namesOf(kind: string, operations: readonly ListedOperation[]): string[] {
  if (kind === 'tag') return [...new Set(operations.flatMap(tagsOf))];
  return kind === 'path'
    ? [...new Set(operations.map(({ path }) => path))]
    : operations.map((one) => one.operationId ?? keyOf(one));
}

const untagged = '(none)';

function tagsOf({ tags }: ListedOperation): readonly string[] {
  return tags.length === 0 ? [untagged] : tags;
}

/** Lists the tags with their operations and the tokens that a client would read, the largest last. */
function describeChoice(operations: readonly ListedOperation[]): string {
  const rows = new Map<string, { operations: number; tokens: number }>();
  for (const operation of operations) {
    const [tag = untagged] = tagsOf(operation);
    const row = rows.get(tag) ?? { operations: 0, tokens: 0 };
    rows.set(tag, { operations: row.operations + 1, tokens: row.tokens + estimateTokens(operation) });
  }
  const total = operations.reduce((sum, operation) => sum + estimateTokens(operation), 0);
  const widest = Math.min(40, Math.max(...[...rows.keys()].map((tag) => tag.length)));
  const lines = [...rows].map(([tag, row]) => {
    const name = JSON.stringify(tag).slice(1, -1).padEnd(widest);
    return `  ${name}  ${String(row.operations).padStart(5)} operations  ${`~${row.tokens}`.padStart(8)} tokens`;
  });
  return [
    `the document has ${operations.length} operations, about ${total} tokens for each client that lists them; tools are written without a choice up to ${importLimits.maxUnchosenOperations}`,
    ...lines,
    'Choose with --only tag=NAME, --only path=/PREFIX or --only operation=ID (each may be repeated), or take everything with --all.',
    'With --search clients list a search in place of the tools, and find those that they need.',
  ].join('\n');
}

/** Estimates what a client reads of a tool: its name, its texts and its parameters. */
function estimateTokens({ value, shared }: ListedOperation): number {
  const { operationId, summary, description, parameters, requestBody } = value;
  const text = JSON.stringify([operationId, summary, description, parameters, shared.value.parameters, requestBody]);
  return Math.ceil(text.length / charactersOfToken);
}
