/**
 * Reads notebooks: alternating texts and queries.
 */

/** A part of a notebook. */
export interface NotebookCell {
  type: 'markdown' | 'malloy';
  text: string;
}

/** Splits a notebook; cells begin with a line of `>>>` and their kind. */
export function readCells(text: string): NotebookCell[] {
  const cells: NotebookCell[] = [];
  for (const line of text.split('\n')) {
    const kind = /^>>>(markdown|malloy)\s*$/.exec(line)?.[1] as NotebookCell['type'] | undefined;
    const last = cells.at(-1);
    if (kind) cells.push({ type: kind, text: '' });
    else if (last) last.text += last.text === '' ? line : `\n${line}`;
  }
  return cells.map((cell) => ({ ...cell, text: cell.text.trim() }));
}
