/**
 * Writes a text as the cell of a table.
 */

/** A cell of a table: one line, and no bar that would end it. */
export function cellOf(text: string): string {
  return text.replace(/\s+/gu, ' ').replaceAll('|', '\\|').trim();
}
