/**
 * Writes a structured query as one SELECT statement with bound values.
 *
 * Nothing that a caller wrote gets into the statement's text: names are looked up in the schema, operators in a table,
 * values are bound.
 */
import { ToolError } from '@sigil/core';
import { requireColumn } from './find-names.js';
import type { Table } from './schema.js';

/** How a column is compared with a value. */
export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'like' | 'in' | 'is null' | 'is not null';

/** A condition that a row must meet. */
export interface Condition {
  readonly column: string;
  readonly operator: Operator;
  readonly value?: string | number | (string | number)[];
}

/** A column to sort by. */
export interface Order {
  readonly column: string;
  readonly direction?: 'asc' | 'desc';
}

/** The parts of a selection, in the words of the caller, with every default filled in. */
export interface Selection {
  readonly select: readonly string[];
  readonly where: readonly Condition[];
  readonly orderBy: readonly Order[];
  readonly limit: number;
  readonly offset: number;
}

/** A statement and the values for its question marks. */
export interface Statement {
  readonly sql: string;
  readonly values: (string | number)[];
}

const longestPattern = 100;
const longestList = 500;

const comparisons: Readonly<Record<Operator, string>> = {
  '=': '= ?',
  '!=': '<> ?',
  '<': '< ?',
  '<=': '<= ?',
  '>': '> ?',
  '>=': '>= ?',
  like: 'LIKE ?',
  in: 'IN',
  'is null': 'IS NULL',
  'is not null': 'IS NOT NULL',
};

/** @throws ToolError for a column that the table does not have, or a value that does not fit its operator */
export function writeSelect(table: Table, selection: Selection): Statement {
  const quoted = (column: string) => `"${requireColumn(table, column).name}"`;
  const conditions = selection.where.map((condition) => writeCondition(quoted(condition.column), condition));
  const orders = selection.orderBy.map(
    ({ column, direction }) => quoted(column) + (direction === 'desc' ? ' DESC' : ''),
  );

  const clauses = [
    `SELECT ${selection.select.map(quoted).join(', ')} FROM "${table.name}"`,
    conditions.length > 0 ? `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}` : '',
    `ORDER BY ${[...orders, quoted('id')].join(', ')}`,
    'LIMIT ? OFFSET ?',
  ];
  return {
    sql: clauses.filter((clause) => clause !== '').join(' '),
    values: [...conditions.flatMap(({ values }) => values), selection.limit, selection.offset],
  };
}

function writeCondition(column: string, { operator, value }: Condition): Statement {
  const comparison = comparisons[operator];
  if (operator === 'is null' || operator === 'is not null') return { sql: `${column} ${comparison}`, values: [] };
  if (operator === 'in') return writeList(column, value);

  if (value === undefined || Array.isArray(value)) throw badValue(operator, 'one value');
  if (operator === 'like' && String(value).length > longestPattern) {
    throw badValue(operator, `a pattern of at most ${longestPattern} characters`);
  }
  return { sql: `${column} ${comparison}`, values: [value] };
}

function writeList(column: string, value: Condition['value']): Statement {
  if (!Array.isArray(value) || value.length === 0 || value.length > longestList) {
    throw badValue('in', `a list of 1 to ${longestList} values`);
  }
  return { sql: `${column} IN (${value.map(() => '?').join(', ')})`, values: [...value] };
}

function badValue(operator: Operator, expected: string): ToolError {
  return new ToolError(`the operator "${operator}" needs ${expected}`, {
    suggestions: ['Use "=" for one value, "in" for a list, and "is null" for cells without a value'],
  });
}
