/**
 * Puts what was found for client targets where the tool or the input is declared, as diagnostics.
 */
import { join, relative } from 'node:path';
import { targetRules, type Diagnostic, type SourcePlace, type TargetFinding } from '@sigil/codegen';
import type { Checked } from './read-checked.js';

/**
 * In the order of the source. Where no place is known, the source as a whole is it, on line 1.
 *
 * @param cwd from where files are named
 */
export function placeFindings(findings: readonly TargetFinding[], checked: Checked, cwd: string): Diagnostic[] {
  const diagnostics = findings.map(({ rule, severity, message, targets, fix, ...at }) => ({
    ...{ code: rule, severity, fix },
    message: `${message} (${targets.join(', ')}). ${targetRules[rule].summary}`,
    ...placeOf(at, checked, cwd),
  }));
  return diagnostics.sort((a, b) => compareText(a.file, b.file) || a.line - b.line || a.column - b.column);
}

function placeOf({ tool, input }: Pick<TargetFinding, 'tool' | 'input'>, checked: Checked, cwd: string): SourcePlace {
  const { folder, places, source } = checked;
  const nowhere = { file: source, line: 1, column: 1, length: 1 };
  if (folder === undefined) return nowhere;

  const declared = tool === undefined ? undefined : places?.get(tool);
  const place = (input === undefined ? undefined : declared?.inputs.get(input)) ?? declared?.at;
  const inFolder = place ?? { ...nowhere, file: 'package.json' };
  return { ...inFolder, file: join(relative(cwd, folder), inFolder.file) };
}

/** By UTF-16 code units, so that the order is the same in every locale. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
