/**
 * Writes a structured query as one SELECT with bound values.
 *
 * Only names and expressions of the model get into its text; everything that a caller wrote is looked up or bound.
 */
import { nearestNames, ToolError } from '@sigil/core';
import { dialectOf, quote, type Dialect } from './dialect.js';
import { dimensionsOf, type Dimension, type Measure, type Model, type Source, type ValueType } from './model.js';
import type { Filter, FilterValue, Order, Query } from './query.js';
import { VisibleRows, type Caller } from './visible-rows.js';

/** A statement, its values in the order of their places, and the columns of its result. */
export interface Select {
  readonly sql: string;
  readonly values: readonly FilterValue[];
  readonly columns: readonly (Dimension | Measure)[];
}

/** The source of a model by its name. @throws ToolError with the nearest names */
export function requireSource(model: Model, name: string): Source {
  return (
    model.sources.get(name) ?? refuse(`the model "${model.name}" has no source "${name}"`, name, model.sources.keys())
  );
}

/** Who asks, and for how many rows at most, in place of the query's own limit. */
export interface SelectTerms {
  readonly caller: Caller;
  readonly limit: number;
}

/** @throws ToolError naming what does not fit, with the nearest names */
export function writeSelect(model: Model, query: Query, { caller, limit }: SelectTerms): Select {
  const source = requireSource(model, query.source);
  const dialect = dialectOf(model);
  const known = dimensionsOf(model, source);
  const dimensions = [...new Set(query.dimensions)].map((name) => requireField(source, known, name, 'dimension'));
  const measures = [...new Set(query.measures)].map((name) => requireField(source, source.measures, name, 'measure'));
  const columns = [...dimensions, ...measures];
  if (columns.length === 0) {
    const suggestions = [
      `Dimensions: ${[...known.keys()].join(', ')}`,
      `Measures: ${[...source.measures.keys()].join(', ')}`,
    ];
    throw new ToolError('a query needs a dimension or a measure', { suggestions });
  }
  const conditions = new Conditions(dialect);
  const visible = new VisibleRows(caller, dialect, (value) => conditions.bind(value));
  // Before the conditions: values are bound in the order of the text.
  const from = writeFrom(model, source, visible);
  const where = (query.filters ?? []).map((filter) =>
    conditions.write(filter, requireField(source, known, filter.field, 'dimension')),
  );
  const select = [
    ...dimensions.map(({ name }) => `${quote(`field:${name}`)} AS ${quote(name)}`),
    ...measures.map(({ name, sql }) => `(${sql}) AS ${quote(name)}`),
  ];
  const groups = dimensions.map(({ name }) => quote(`field:${name}`));
  const sql = [
    `SELECT ${select.join(', ')}`,
    from,
    ...(where.length > 0 ? [`WHERE ${where.join(' AND ')}`] : []),
    ...(groups.length > 0 ? [`GROUP BY ${groups.join(', ')}`] : []),
    ...writeOrder(query.orderBy ?? [], columns, { dimensions: dimensions.length, dialect }),
    `LIMIT ${limit}`,
  ].join('\n');
  return { sql, values: conditions.values, columns };
}

/** Fields have a colon in their names, as no column has, so that no expression of the model means another table's. */
function writeFrom(model: Model, source: Source, visible: VisibleRows): string {
  const fieldsOf = ({ dimensions }: Source, prefix: string): string =>
    [...dimensions.values()]
      .map((it) => [it.name, writeDimension(it)])
      .map(([name, sql]) => `${sql} AS ${quote(`field:${prefix}${name}`)}`)
      .join(', ');
  const fields = fieldsOf(source, '');
  const base = `(SELECT *${fields === '' ? '' : `, ${fields}`} FROM ${visible.of(source)})`;
  const joins = [...source.joins.values()].map(({ name, to, on }) => {
    const target = requireSource(model, to);
    const key = quote(`key:${name}`);
    const columns = [`${quote(target.key ?? '')} AS ${key}`, fieldsOf(target, `${name}.`)].filter((it) => it !== '');
    const table = `(SELECT ${columns.join(', ')} FROM ${visible.of(target)})`;
    return `LEFT JOIN ${table} AS ${quote(`join:${name}`)} ON ${quote('base')}.${quote(on)} = ${key}`;
  });
  return [`FROM ${base} AS ${quote('base')}`, ...joins].join('\n');
}

/** As its declared type, where an engine would give a wider one: `date_trunc` of a date is a timestamp. */
function writeDimension({ sql, type }: Dimension): string {
  if (type === 'date') return `CAST((${sql}) AS DATE)`;
  return type === 'timestamp' ? `CAST((${sql}) AS TIMESTAMP)` : `(${sql})`;
}

/** The dimensions come after what is asked for, so that equal queries have equal results. */
function writeOrder(
  orders: readonly Order[],
  columns: readonly Dimension[],
  { dimensions, dialect }: { readonly dimensions: number; readonly dialect: Dialect },
): string[] {
  const places = columns.map(({ name }) => name);
  const term = (at: number): string => {
    const column = columns[at];
    if (column?.type !== 'string') return String(at + 1);
    return dialect.sortable(at < dimensions ? quote(`field:${column.name}`) : `(${column.sql})`);
  };
  const asked = orders.map(({ field, direction = 'asc' }) => {
    const at = places.indexOf(field);
    if (at === -1) return refuse(`orderBy: "${field}" is no field of the query`, field, places);
    return `${term(at)} ${direction === 'desc' ? 'DESC' : 'ASC'} NULLS LAST`;
  });
  const groups = columns.slice(0, dimensions).map((_, at) => `${term(at)} ASC NULLS LAST`);
  const all = [...asked, ...groups];
  return all.length > 0 ? [`ORDER BY ${all.join(', ')}`] : [];
}

/** Writes conditions and keeps their values. */
class Conditions {
  readonly values: FilterValue[] = [];

  constructor(private readonly dialect: Dialect) {}

  /** @throws ToolError for a value that does not fit the field */
  write({ operator, value }: Filter, field: Dimension): string {
    const name = quote(`field:${field.name}`);
    if (operator === 'is null' || operator === 'is not null') {
      if (value !== undefined) throw unfit(field, operator, 'no value');
      return `${name} ${operator === 'is null' ? 'IS NULL' : 'IS NOT NULL'}`;
    }
    if (operator === 'in') {
      if (!Array.isArray(value) || value.length === 0) throw unfit(field, operator, 'a list of values');
      return `${name} IN (${value.map((one) => this.#bindFor(one, field, operator)).join(', ')})`;
    }
    if (value === undefined || Array.isArray(value)) throw unfit(field, operator, 'one value');
    if (operator === 'contains' || operator === 'starts with') {
      if (field.type !== 'string') throw unfit(field, operator, 'a field of texts');
      const part = this.#bindFor(value, field, operator);
      return operator === 'contains' ? this.dialect.contains(name, part) : `starts_with(${name}, ${part})`;
    }
    const sorts = field.type === 'string' && operator !== '=' && operator !== '!=';
    return `${sorts ? this.dialect.sortable(name) : name} ${operator} ${this.#bindFor(value, field, operator)}`;
  }

  /** @returns the place of the value */
  bind(value: FilterValue): string {
    return this.dialect.place(this.values.push(value));
  }

  /** Refuses here what the engine could only refuse in words of its own. */
  #bindFor(value: FilterValue, field: Dimension, operator: string): string {
    const form = forms[field.type];
    if (!form.fits(value)) throw unfit(field, operator, form.says);
    const place = this.bind(field.type === 'decimal' ? String(value) : value);
    const type = this.dialect.castTypes[field.type];
    return type === undefined ? place : `CAST(${place} AS ${type})`;
  }
}

interface ValueForm {
  readonly says: string;
  readonly fits: (value: FilterValue) => boolean;
}
const isNumber = (value: FilterValue): boolean => typeof value === 'number' && Number.isFinite(value);
const isDay = (value: FilterValue): boolean => {
  const day = typeof value === 'string' ? /^(\d{4}-\d{2}-\d{2})(?:[T ][\d:.]{5,15})?$/.exec(value)?.[1] : undefined;
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day ?? ' ');
};
const forms: Readonly<Record<ValueType, ValueForm>> = {
  string: { says: 'a text', fits: (value) => typeof value === 'string' },
  integer: { says: 'a number', fits: isNumber },
  number: { says: 'a number', fits: isNumber },
  decimal: {
    says: 'a number, or one as text',
    fits: (value) => isNumber(value) || /^-?\d{1,20}(\.\d{1,10})?$/.test(String(value)),
  },
  boolean: { says: 'true or false', fits: (value) => typeof value === 'boolean' },
  date: { says: 'a date such as 2024-05-31', fits: (value) => isDay(value) && String(value).length === 10 },
  timestamp: { says: 'a time such as 2024-05-31T12:00:00', fits: isDay },
};

function unfit(field: Dimension, operator: string, expected: string): ToolError {
  return new ToolError(`"${field.name}" ${operator}: expected ${expected} (the field's type is ${field.type})`);
}

function requireField<Field>(source: Source, known: ReadonlyMap<string, Field>, name: string, kind: string): Field {
  return known.get(name) ?? refuse(`the source "${source.name}" has no ${kind} "${name}"`, name, known.keys());
}

/** @throws ToolError always */
export function refuse(message: string, name: string, known: Iterable<string>): never {
  const names = [...known];
  const near = nearestNames(name, names).map((it) => `Did you mean "${it}"?`);
  throw new ToolError(message, { suggestions: [...near, `There are: ${names.join(', ')}`] });
}
