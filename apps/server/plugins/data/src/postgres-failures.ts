/**
 * Rewords the errors of Postgres, whose own messages may name hosts, roles and files.
 */
import { ToolError } from '@sigil/core';

/** Kinds of failure by the first two or five characters of SQLSTATE; `true` where Postgres' words are of the caller's text. */
const kinds: ReadonlyMap<string, readonly [says: string, quotes: boolean]> = new Map([
  ['57014', ['the query took longer than the limit queryTimeoutMs', false]],
  ['42501', ['the query reaches for tables or functions that the role of this database may not use', false]],
  ['42601', ['the SQL cannot be read', true]],
  ['42', ['the SQL names what is not there', true]],
  ['34', ['the SQL names what is not there', true]],
  ['22', ['a value does not fit its type', true]],
  ['25', ['only a SELECT can be run', false]],
  ['0A', ['only a SELECT can be run', false]],
  ['53', ['the database has no room for the query', false]],
  ['54', ['the query is beyond a limit of the database', false]],
]);

/** Tells a caller what went wrong; anything of the connection itself is for the operator, as the cause. */
export function describePostgresFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ToolError) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const kind = kinds.get(code) ?? kinds.get(code.slice(0, 2));
  if (kind === undefined || code.length !== 5) return new ToolError('the query cannot be run', { cause: error });
  const [says, quotes] = kind;
  return new ToolError(quotes ? `${says}: ${error.message}` : says, { cause: error });
}
