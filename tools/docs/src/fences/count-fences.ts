/**
 * Counts what becomes of all fences, for the line at the end of a run.
 */
import type { Fence } from './mark.ts';

/** Numbers of fences. Each is in one of the four. */
export interface FenceCounts {
  /** Commands, servers, requests, files and outputs of a page that is run. */
  readonly ran: number;
  /** Compiled, built as a plugin, or read by the code that reads such text in earnest. */
  readonly checked: number;
  /** Command lines that their program parses and does not run. */
  readonly parsed: number;
  /** With a reason. */
  readonly exempt: number;
}

export function countFences(fences: readonly Fence[]): FenceCounts {
  const counts = { ran: 0, checked: 0, parsed: 0, exempt: 0 };
  for (const fence of fences) counts[fateOf(fence)] += 1;
  return counts;
}

/** The line that a run ends with. */
export function describeCounts({ ran, checked, parsed, exempt }: FenceCounts): string {
  const all = ran + checked + parsed + exempt;
  return `${all} snippets: ${ran} ran, ${checked} compiled or read, ${parsed} parsed as commands, ${exempt} exempt with a reason`;
}

function fateOf({ block, mark }: Fence): keyof FenceCounts {
  if (mark.verb === 'skip') return 'exempt';
  if (block.language === 'sh' && mark.verb === 'check') return 'parsed';
  const isChecked =
    ['ts', 'jsonc', 'tree', 'mermaid'].includes(block.language) || ['config', 'client', 'message'].includes(mark.verb);
  return isChecked ? 'checked' : 'ran';
}
