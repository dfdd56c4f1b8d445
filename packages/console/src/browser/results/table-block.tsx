/**
 * A table in a box that scrolls, with a button that copies it for a spreadsheet.
 */
import type { VNode } from 'preact';
import type { Table } from './read-table.js';
import { Block } from './text-block.js';

const mostRows = 500;

interface TableBlockProps {
  readonly table: Table;
  readonly copied: string;
  /** The text below the table. */
  readonly after?: string;
}

export function TableBlock({ table: { head, rows, numeric }, copied, after = '' }: TableBlockProps): VNode {
  const kind = (at: number): { class?: string } => (numeric[at] ? { class: 'number' } : {});
  const hint = rows.length > mostRows ? `The first ${mostRows} of ${rows.length} rows; copying takes all.` : after;
  return (
    <Block label="Table" heading={`Table, ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`} copied={copied}>
      <div class="scroll table-rows" tabIndex={0} role="region" aria-label="Table">
        <table>
          <thead>
            <tr>
              {head.map((name, at) => (
                <th key={at} scope="col" {...kind(at)}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, mostRows).map((row, index) => (
              <tr key={index}>
                {row.map((cell, at) => (
                  <td key={at} {...kind(at)}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hint && <p class="hint">{hint}</p>}
    </Block>
  );
}
