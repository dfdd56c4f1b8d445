/**
 * Counts how all fences were checked, for the line at the end of a run.
 */
import type { Fence } from './mark.ts';

/** Numbers of fences. Each fence counts in one of the four. */
export interface FenceCounts {
  /** Commands, servers, requests, files and outputs of an executed page. */
  readonly ran: number;
  /** Fences that are compiled, built as a plugin, or read by production code. */
  readonly checked: number;
  /** Command lines that their program parses and does not run. */
  readonly parsed: number;
  /** Fences exempt for a stated reason. */
  readonly exempt: number;
}

export function countFences(fences: readonly Fence[]): FenceCounts {
  const counts = { ran: 0, checked: 0, parsed: 0, exempt: 0 };
  for (const fence of fences) counts[fateOf(fence)] += 1;
  return counts;
}

/** Formats the line at the end of a run. */
export function describeCounts({ ran, checked, parsed, exempt }: FenceCounts): string {
  const all = ran + checked + parsed + exempt;
  return `${all} snippets: ${ran} ran, ${checked} compiled or read, ${parsed} parsed as commands, ${exempt} exempt with a reason`;
}

function fateOf({ block, mark }: Fence): keyof FenceCounts {
  if (mark.verb === 'skip') return 'exempt';
  if (block.language === 'sh' && mark.verb === 'check') return 'parsed';
  const isChecked =
    ['ts', 'tsx', 'jsonc', 'tree', 'mermaid'].includes(block.language) ||
    ['config', 'client', 'message'].includes(mark.verb);
  return isChecked ? 'checked' : 'ran';
}
