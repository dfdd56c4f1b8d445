/**
 * Reads a model from its file and checks that everything it names exists. Data files must be within the model's folder.
 */
import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, extname, join, sep } from 'node:path';
import { given } from './given.js';
import type { Dimension, Join, Measure, Model, RowRule, Source, ValueType, View } from './model.js';
import { dimensionsOf } from './model.js';
import { YamlPlace } from './yaml-place.js';

const valueTypes: readonly ValueType[] = ['string', 'integer', 'number', 'decimal', 'boolean', 'date', 'timestamp'];
const columnType = /^[A-Z][A-Z0-9 ]*(?:\(\d+(?:, ?\d+)?\))?$/;

/**
 * @param databases names of the settings that a model may mean
 * @throws ModelError naming the file, the line and the field that does not fit
 */
export async function readModel(path: string, databases: readonly string[] = []): Promise<Model> {
  const name = basename(path, extname(path));
  const root = YamlPlace.read(await readFile(path, 'utf8'), basename(path));
  const { description, database, sources, views } = root.members(['description', 'database', 'sources', 'views']);
  if (sources.value === undefined) sources.fail('must be there');
  const postgres = database.optionalText();
  if (postgres !== undefined && !databases.includes(postgres)) database.fail('is not among the setting "databases"');
  const folder = postgres === undefined ? dirname(path) : undefined;
  const read = await Promise.all(sources.entries().map(([source, place]) => readSource(source, place, folder)));
  const model = {
    name,
    ...given({ description: description.optionalText(), database: postgres }),
    sources: byName(read),
    views: new Map(),
  };
  for (const [source, place] of sources.entries()) {
    checkJoins(model, source, place);
    checkExpressions(model, source, place);
  }
  return { ...model, views: byName(views.entries().map(([view, place]) => readView(view, place, model))) };
}

/** @param folder of the files; left out where the tables are in Postgres */
async function readSource(name: string, place: YamlPlace, folder: string | undefined): Promise<Source> {
  const found = place.members(['description', 'table', 'columns', 'key', 'dimensions', 'measures', 'joins', 'rows']);
  const columns = new Map(found.columns.entries().map(([column, it]) => [column, readColumnType(it)]));
  if (columns.size === 0) found.columns.fail('must name the columns and their types, such as INTEGER, VARCHAR or DATE');
  const key = found.key.optionalText();
  if (key !== undefined && !columns.has(key)) found.key.fail('names no column');
  const dimensions = found.dimensions.entries().map(([it, at]) => readDimension(it, at, columns));
  const measures = found.measures
    .entries()
    .map(([it, at]): Measure => ({ ...readField(it, at, 'number'), isMeasure: true }));
  const taken = measures.find((it) => dimensions.some((other) => other.name === it.name));
  if (taken) found.measures.at(taken.name).fail('is the name of a dimension too');
  return {
    name,
    ...given({ description: found.description.optionalText(), key }),
    ...(folder === undefined ? readTable(found.table) : await readFileOf(found.table, folder)),
    columns,
    dimensions: byName(dimensions),
    measures: byName(measures),
    joins: byName(found.joins.entries().map(([it, at]) => readJoin(it, at, columns))),
    rows: found.rows.list().map((it) => readRowRule(it, columns)),
  };
}

function readTable(place: YamlPlace): Pick<Source, 'kind' | 'place'> {
  const { postgres } = place.members(['postgres']);
  const table = postgres.text();
  if (table.split('.').length > 2) postgres.fail('must be a table, or one with its schema such as shop.sales');
  return { kind: 'postgres', place: table };
}

async function readFileOf(place: YamlPlace, folder: string): Promise<Pick<Source, 'kind' | 'place'>> {
  const { csv, parquet, postgres } = place.members(['csv', 'parquet', 'postgres']);
  if (postgres.value !== undefined)
    postgres.fail('needs "database" at the top of the model, and then all tables are there');
  const kind = csv.value === undefined ? 'parquet' : 'csv';
  return { kind, place: await findFile(kind === 'csv' ? csv : parquet, folder) };
}

/** Links are followed first, so that none leads out of the folder. */
async function findFile(place: YamlPlace, folder: string): Promise<string> {
  const given = place.text();
  const inside = await realpath(folder);
  const found = await realpath(join(inside, given)).catch(() => place.fail('names no file that there is'));
  if (!found.startsWith(inside + sep)) place.fail("must be within the model's folder");
  return found;
}

function readColumnType(place: YamlPlace): string {
  const type = place.text().toUpperCase();
  return columnType.test(type) ? type : place.fail('must be a type such as INTEGER, DECIMAL(10, 2), VARCHAR or DATE');
}

function readDimension(name: string, place: YamlPlace, columns: ReadonlyMap<string, string>): Dimension {
  const column = columns.get(name);
  const field = readField(name, place, column === undefined ? undefined : valueTypeOf(column));
  if (field.sql === name && column === undefined) place.fail('needs "sql": no column has its name');
  return field.sql === name ? { ...field, sql: `"${name}"` } : field;
}

function readField(name: string, place: YamlPlace, type: ValueType | undefined): Dimension {
  const found = place.members(['sql', 'type', 'unit', 'description']);
  const chosen = found.type.value === undefined ? type : found.type.oneOf(valueTypes);
  if (chosen === undefined) return found.type.fail('must be there: the type of an expression is not known');
  return {
    name,
    sql: found.sql.optionalText() ?? name,
    type: chosen,
    ...given({ unit: found.unit.optionalText(), description: found.description.optionalText() }),
  };
}

function readJoin(name: string, place: YamlPlace, columns: ReadonlyMap<string, string>): Join {
  const { to, on } = place.members(['to', 'on']);
  if (!columns.has(on.text())) on.fail('names no column');
  return { name, to: to.text(), on: on.text() };
}

const comparedTypes: readonly ValueType[] = ['string', 'integer', 'boolean', 'date'];
const facts = /^(?:id|issuer|client|claims(?:\.[^.\s]+)+)$/;

function readRowRule(place: YamlPlace, columns: ReadonlyMap<string, string>): RowRule {
  const { column, equals, unlessScope } = place.members(['column', 'equals', 'unlessScope']);
  const type = columns.get(column.text()) ?? column.fail('names no column');
  if (!comparedTypes.includes(valueTypeOf(type))) column.fail('must be a column of texts, integers, booleans or dates');
  if (!facts.test(equals.text())) equals.fail('must be id, issuer, client or a claim such as claims.country');
  const scope = unlessScope.optionalText();
  return { column: column.text(), equals: equals.text().split('.'), ...given({ unlessScope: scope }) };
}

/** A query within an expression would read all rows of its tables. */
const ownQuery = /\bselect\b|\(\s*(?:from|table|with|values)\b/i;

function checkExpressions(model: Model, source: string, place: YamlPlace): void {
  if ([...model.sources.values()].every(({ rows }) => rows.length === 0)) return;
  const { dimensions, measures } = model.sources.get(source) ?? {};
  for (const [kind, fields] of Object.entries({ dimensions, measures })) {
    for (const { name, sql } of fields?.values() ?? []) {
      if (!ownQuery.test(sql)) continue;
      place
        .at(kind)
        .at(name)
        .at('sql')
        .fail('must not have a query of its own: the rules in "rows" could not hold in it');
    }
  }
}

function checkJoins(model: Model, source: string, place: YamlPlace): void {
  for (const { name, to } of model.sources.get(source)?.joins.values() ?? []) {
    const target = model.sources.get(to);
    const at = place.at('joins').at(name).at('to');
    if (!target) at.fail('names no source');
    else if (target.key === undefined) at.fail(`names ${to}, which has no "key"`);
  }
}

function readView(name: string, place: YamlPlace, model: Model): View {
  const found = place.members(['description', 'source', 'dimensions', 'measures', 'limit']);
  const source = model.sources.get(found.source.text()) ?? found.source.fail('names no source');
  const known = dimensionsOf(model, source);
  found.dimensions
    .texts()
    .forEach((it, at) => known.has(it) || found.dimensions.at(String(at)).fail('is no dimension'));
  found.measures
    .texts()
    .forEach((it, at) => source.measures.has(it) || found.measures.at(String(at)).fail('is no measure'));
  const limit = found.limit.value;
  if (limit !== undefined && (!Number.isSafeInteger(limit) || Number(limit) < 1))
    found.limit.fail('must be a number of rows');
  return {
    name,
    ...given({ description: found.description.optionalText(), limit: limit as number | undefined }),
    source: source.name,
    dimensions: found.dimensions.texts(),
    measures: found.measures.texts(),
  };
}

/** The kind of value that a column of this type has. */
export function valueTypeOf(column: string): ValueType {
  const type = column.replace(/\(.*/, '').trim();
  if (/^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/.test(type)) return 'integer';
  if (['DOUBLE', 'FLOAT', 'REAL'].includes(type)) return 'number';
  if (['DECIMAL', 'NUMERIC'].includes(type)) return 'decimal';
  if (type === 'BOOLEAN') return 'boolean';
  if (type === 'DATE') return 'date';
  return type.startsWith('TIMESTAMP') ? 'timestamp' : 'string';
}

function byName<It extends { readonly name: string }>(list: readonly It[]): Map<string, It> {
  return new Map(list.map((it) => [it.name, it]));
}
