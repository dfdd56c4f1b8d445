/**
 * The header that names a session.
 */

/** Returns the header that names a session, as every answer within one has it. */
export function sessionHead(id: string): readonly string[] {
  return ['Mcp-Session-Id', id];
}
