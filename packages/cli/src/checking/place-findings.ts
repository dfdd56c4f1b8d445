/**
 * Turns findings for client targets into diagnostics at the declaration of the tool or the input.
 */
import { join, relative } from 'node:path';
import type { Diagnostic, SourcePlace } from '@sigil/codegen';
import { targetRules, type TargetFinding } from '@sigil/contracts/targets';
import type { Checked } from './read-checked-tools.js';

/** Sorts diagnostics into display order. */
export function sortByPlace(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted((a, b) => compareText(a.file, b.file) || a.line - b.line || a.column - b.column);
}

/**
 * Returns each finding with its place. A finding without a known place gets line 1 of the source.
 *
 * @param cwd folder to which file names are relative
 */
export function placeFindings(findings: readonly TargetFinding[], checked: Checked, cwd: string): Diagnostic[] {
  return findings.map(({ rule, severity, message, targets, fix, ...at }) => ({
    code: rule,
    severity,
    fix,
    message: `${message} (${targets.join(', ')}). ${targetRules[rule].summary}`,
    ...placeOf(at, checked, cwd),
  }));
}

/** Returns the declaration of the input, else of the tool, else line 1 of the source. */
export function placeOf(
  { tool, input }: Pick<TargetFinding, 'tool' | 'input'>,
  checked: Checked,
  cwd: string,
): SourcePlace {
  const { folder, places, source } = checked;
  const nowhere = { file: source, line: 1, column: 1, length: 1 };
  if (folder === undefined) return nowhere;

  const declared = tool === undefined ? undefined : places?.get(tool);
  const place = (input === undefined ? undefined : declared?.inputs.get(input)) ?? declared?.at;
  const inFolder = place ?? { ...nowhere, file: 'package.json' };
  return { ...inFolder, file: join(relative(cwd, folder), inFolder.file) };
}

/** Compares by UTF-16 code units, so that the order is the same in every locale. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
