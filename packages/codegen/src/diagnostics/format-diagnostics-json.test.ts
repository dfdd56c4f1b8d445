import { expect, test } from 'vitest';
import type { Diagnostic } from '../model/diagnostic.js';
import { formatDiagnosticsJson } from './format-diagnostics-json.js';

const diagnostic: Diagnostic = {
  code: 'SIGIL040',
  message: 'any says nothing',
  fix: 'Say which.',
  file: 'src/größe.ts',
  line: 2,
  column: 3,
  length: 7,
};

test('each diagnostic becomes an object with all of its members, in the given order', () => {
  const warning = { ...diagnostic, severity: 'warning', line: 1 } as const;

  expect(JSON.parse(formatDiagnosticsJson([diagnostic, warning]))).toEqual({
    diagnostics: [{ ...diagnostic, severity: 'error' }, warning],
  });
});

test('no diagnostics become an empty list', () => {
  expect(JSON.parse(formatDiagnosticsJson([]))).toEqual({ diagnostics: [] });
});
