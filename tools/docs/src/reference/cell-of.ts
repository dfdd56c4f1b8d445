/**
 * Writes a text as a table cell.
 */

/** Writes a table cell: one line, with bars escaped. */
export function cellOf(text: string): string {
  return text.replace(/\s+/gu, ' ').replaceAll('|', '\\|').trim();
}
