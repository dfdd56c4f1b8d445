/**
 * Writes diagnostics as annotations of GitHub Actions, which shows them at their lines in a pull request.
 */
import type { Diagnostic } from '@sigil/codegen';
import { writeAnnotation } from '../budget/github-annotation.js';

/** Returns one workflow command for each diagnostic. */
export function writeGithub(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(({ severity = 'error', file, line, column, code, message }) => {
      const level = severity === 'note' ? 'notice' : severity;
      return writeAnnotation(level, { title: `sigil ${code}`, file, line, col: column }, message);
    })
    .join('\n');
}
