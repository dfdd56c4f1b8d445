/**
 * The bookshop's database: created in memory from the schema, then closed to changes.
 *
 * Knows nothing of tools; it runs the statements it is given.
 */
import initSqlJs from 'sql.js';
import type { Cell } from './row.js';
import { tables, type Table } from './schema.js';
import type { Statement } from './write-select.js';

/** A database that can only be read. */
export interface Bookshop {
  /** @returns the rows, in the statement's order */
  read(statement: Statement): Record<string, Cell>[];
  /** Frees the memory; nothing can be read afterwards. */
  close(): void;
}

/** Creates the tables, fills them and forbids every further change. The caller that opened it closes it. */
export async function openBookshop(): Promise<Bookshop> {
  const { Database } = await initSqlJs();
  const database = new Database();
  for (const table of tables) {
    database.run(createStatement(table));
    const insert = database.prepare(`INSERT INTO "${table.name}" VALUES (${table.columns.map(() => '?').join(', ')})`);
    for (const row of table.rows) insert.run([...row]);
    insert.free();
  }
  database.run('PRAGMA query_only = ON');

  return {
    read({ sql, values }) {
      const statement = database.prepare(sql, values);
      const rows: Record<string, Cell>[] = [];
      // The schema has no BLOB columns, so a cell is never a Uint8Array.
      while (statement.step()) rows.push(statement.getAsObject() as Record<string, Cell>);
      statement.free();
      return rows;
    },
    close: () => database.close(),
  };
}

function createStatement(table: Table): string {
  const columns = table.columns.map(({ name, type, isOptional, references }, index) => {
    const key = index === 0 ? ' PRIMARY KEY' : '';
    const required = isOptional ? '' : ' NOT NULL';
    const reference = references ? ` REFERENCES "${references}" ("id")` : '';
    return `"${name}" ${type}${key}${required}${reference}`;
  });
  return `CREATE TABLE "${table.name}" (${columns.join(', ')}) STRICT`;
}
