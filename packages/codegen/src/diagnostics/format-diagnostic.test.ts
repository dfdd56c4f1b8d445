import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../model/diagnostic.js';
import { formatDiagnostic, formatDiagnostics } from './format-diagnostic.js';
import { sortDiagnostics } from './sort-diagnostics.js';

const diagnostic: Diagnostic = {
  code: 'SIGIL044',
  message: 'Buffer cannot be sent as JSON',
  fix: 'Use a string.',
  file: 'src/upload.ts',
  line: 2,
  column: 3,
  length: 7,
};

const show = (source: string, change: Partial<Diagnostic> = {}): string =>
  formatDiagnostic({ ...diagnostic, ...change }, { readSource: () => source });

describe('a diagnostic as text', () => {
  test('shows the place, marks the source and gives the fix', () => {
    expect(show('interface File {\n  content: Buffer;\n}')).toBe(
      [
        'src/upload.ts:2:3 - error SIGIL044: Buffer cannot be sent as JSON',
        '2 |   content: Buffer;',
        '  |   ^^^^^^^',
        '  Fix: Use a string.',
      ].join('\n'),
    );
  });

  test('has no source frame when the source is unknown', () => {
    expect(formatDiagnostic(diagnostic)).toBe(
      'src/upload.ts:2:3 - error SIGIL044: Buffer cannot be sent as JSON\n  Fix: Use a string.',
    );
  });

  test('marks at least one column, and nothing past the end of the line', () => {
    expect(show('\nab', { column: 3, length: 9 })).toContain('\n2 | ab\n  |   ^\n');
    expect(show('\nab', { column: 2, length: 9 })).toContain('\n2 | ab\n  |  ^\n');
  });

  test('keeps the mark aligned after tabs and wide characters', () => {
    expect(show('\n\t日本 x', { column: 5, length: 1 })).toContain('\n  | \t     ^\n');
  });

  test('is coloured by the given paint function', () => {
    const text = formatDiagnostic(diagnostic, {
      readSource: () => 'a\n  content',
      paint: (part, piece) => `<${part}:${piece}>`,
    });

    expect(text).toContain('<place:src/upload.ts:2:3> - <error:error> <code:SIGIL044>');
    expect(text).toContain('<mark:^^^^^^^>');
    expect(text).toContain('<fix:  Fix: Use a string.>');
  });

  test('ends with the number of errors, for one or several', () => {
    expect(formatDiagnostics([diagnostic]).endsWith('\n\nFound 1 error.')).toBe(true);
    expect(formatDiagnostics([diagnostic, diagnostic]).endsWith('\n\nFound 2 errors.')).toBe(true);
    expect(formatDiagnostics([])).toBe('');
  });

  test('is labelled and counted as a warning if it is one', () => {
    const warning: Diagnostic = { ...diagnostic, severity: 'warning' };

    expect(formatDiagnostic(warning)).toMatch(/^src\/upload\.ts:2:3 - warning SIGIL044: /);
    expect(formatDiagnostics([diagnostic, warning, warning]).endsWith('\n\nFound 1 error, 2 warnings.')).toBe(true);
    expect(formatDiagnostics([warning]).endsWith('\n\nFound 1 warning.')).toBe(true);
  });

  test('is labelled and counted as a note if it is one', () => {
    const note: Diagnostic = { ...diagnostic, severity: 'note' };

    expect(formatDiagnostic(note)).toMatch(/^src\/upload\.ts:2:3 - note SIGIL044: /);
    expect(formatDiagnostics([note, diagnostic, note]).endsWith('\n\nFound 1 error, 2 notes.')).toBe(true);
    expect(formatDiagnostics([note]).endsWith('\n\nFound 1 note.')).toBe(true);
  });
});

test('diagnostics are sorted by file, line, column and code, without duplicates', () => {
  const at = (file: string, line: number, column: number, code: string): Diagnostic => ({
    ...diagnostic,
    file,
    line,
    column,
    code,
  });
  const sorted = [
    at('A.ts', 1, 1, 'b'),
    at('a.ts', 2, 1, 'a'),
    at('a.ts', 2, 10, 'a'),
    at('a.ts', 2, 10, 'b'),
    at('a.ts', 10, 1, 'a'),
  ];

  expect(sortDiagnostics([...sorted, ...sorted].reverse())).toEqual(sorted);
});
