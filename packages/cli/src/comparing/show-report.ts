/**
 * Writes a comparison in the requested format.
 */
import type { Output } from '../terminal/terminal.js';
import type { DiffReport } from './diff-report.js';
import { formatMarkdown } from './format-markdown.js';
import { formatReport } from './format-report.js';

export function showReport(report: DiffReport, format: 'text' | 'markdown' | 'json', output: Output): string {
  if (format === 'json') return JSON.stringify(report, undefined, 2);
  return format === 'markdown' ? formatMarkdown(report) : formatReport(report, output);
}
