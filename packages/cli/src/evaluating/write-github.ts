/**
 * Writes diagnostics as annotations of GitHub Actions, which shows them at their lines in a pull request.
 */
import type { Diagnostic } from '@sigil/codegen';

/** Returns one workflow command for each diagnostic. */
export function writeGithub(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(({ severity, file, line, column, code, message }) => {
      const level =
        severity === 'error' || severity === undefined ? 'error' : severity === 'warning' ? 'warning' : 'notice';
      const place = `file=${escapeProperty(file)},line=${line},col=${column},title=${escapeProperty(`sigil ${code}`)}`;
      return `::${level} ${place}::${escapeData(message)}`;
    })
    .join('\n');
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
