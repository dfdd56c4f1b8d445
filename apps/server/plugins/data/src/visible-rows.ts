/**
 * Restricts rows to some callers: each rule compares a column with a fact about the caller, and all rules of a source must hold.
 *
 * A caller without the fact sees no rows.
 */
import { ToolError, type Context } from '@sigil/core';
import type { Dialect } from './dialect.js';
import { quote } from './dialect.js';
import type { Model, RowRule, Source } from './model.js';
import type { FilterValue } from './query.js';

/** The caller of a query. */
export type Caller = Context['principal'];

/** The tables as one caller sees them. */
export class VisibleRows {
  constructor(
    private readonly caller: Caller,
    private readonly dialect: Dialect,
    /** Takes a value. @returns the text that stands for it in the statement */
    private readonly bind: (value: FilterValue) => string,
  ) {}

  /** The table of a source, or the part of it that the caller sees, for `FROM`. */
  of(source: Source): string {
    const table = this.dialect.table(source);
    const conditions = source.rows.flatMap((rule) => this.#condition(rule));
    if (conditions.length === 0) return table;
    return `(SELECT * FROM ${table} WHERE ${conditions.join(' AND ')}) AS ${quote('visible')}`;
  }

  #condition(rule: RowRule): string[] {
    const values = valuesSeen(rule, this.caller);
    if (values === 'every') return [];
    if (values.length === 0) return ['FALSE'];
    return [`CAST(${quote(rule.column)} AS TEXT) IN (${values.map((value) => this.bind(value)).join(', ')})`];
  }
}

/**
 * Refuses a statement that a caller wrote, unless the caller sees all rows of the model: nothing in it could be filtered.
 *
 * @throws ToolError that says what to do instead
 */
export function requireAllRows(model: Model, caller: Caller): void {
  const rules = [...model.sources.values()].flatMap(({ rows }) => rows);
  if (rules.every((rule) => valuesSeen(rule, caller) === 'every')) return;
  throw new ToolError(`you do not see all rows of the model "${model.name}", so SQL is not run over it`, {
    suggestions: ['Use "query" or "view", which show the rows that you see'],
  });
}

/** A name for the caller that no other one has. */
export function callerKey({ issuer, id }: Caller): string {
  return JSON.stringify([issuer, id]);
}

/** The values of the rule's column that the caller sees, as texts. */
function valuesSeen({ equals, unlessScope }: RowRule, caller: Caller): readonly string[] | 'every' {
  const { scopes } = caller;
  if (unlessScope !== undefined && (scopes === 'every' || scopes.includes(unlessScope))) return 'every';
  let fact: unknown = caller;
  for (const name of equals) {
    const isKnown = typeof fact === 'object' && fact !== null && Object.hasOwn(fact, name);
    fact = isKnown ? Reflect.get(fact as object, name) : undefined;
  }
  return (Array.isArray(fact) ? fact : [fact]).filter(isScalar).map(String);
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
