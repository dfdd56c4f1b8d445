/**
 * Finds tables and columns by names from callers. Only names that this file returns are ever written into SQL.
 */
import { nearestNames, ToolError } from '@sigil/core';
import { tables, type Column, type Table } from './schema.js';

/** @throws ToolError with the nearest names and all there are */
export function requireTable(name: string): Table {
  const table = tables.find((candidate) => candidate.name === name);
  if (table) return table;

  throw unknownName(`there is no table "${name}"`, name, tables);
}

/** @throws ToolError with the nearest names and all there are */
export function requireColumn(table: Table, name: string): Column {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column) return column;

  throw unknownName(`table "${table.name}" has no column "${name}"`, name, table.columns);
}

function unknownName(message: string, typed: string, known: readonly { readonly name: string }[]): ToolError {
  const names = known.map(({ name }) => name);
  const suggestions = nearestNames(typed, names).map((name) => `Did you mean "${name}"?`);
  return new ToolError(message, { suggestions: [...suggestions, `There are: ${names.join(', ')}`] });
}
