import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../model/diagnostic.js';
import { diagnosticCodes } from './diagnostic-codes.js';
import { formatDiagnosticsSarif } from './format-diagnostics-sarif.js';

const diagnostic: Diagnostic = {
  code: 'SIGIL040',
  message: 'any says nothing',
  fix: 'Say which.',
  file: 'src/weather.ts',
  line: 2,
  column: 3,
  length: 7,
};

interface Log {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: Readonly<Record<string, unknown>> };
    readonly columnKind: string;
    readonly originalUriBaseIds: Readonly<Record<string, unknown>>;
    readonly results: readonly Readonly<Record<string, unknown>>[];
  }[];
}

function runOf(text: string): Log['runs'][number] {
  const { version, runs } = JSON.parse(text) as Log;
  expect([version, runs.length]).toEqual(['2.1.0', 1]);
  return runs[0]!;
}

describe('a SARIF report', () => {
  test('has a result with its place in UTF-16 units, relative to the source root', () => {
    const run = runOf(formatDiagnosticsSarif([diagnostic]));

    expect(run.columnKind).toBe('utf16CodeUnits');
    expect(Object.keys(run.originalUriBaseIds)).toEqual(['SRCROOT']);
    expect(run.results).toEqual([
      {
        ruleId: 'SIGIL040',
        ruleIndex: 0,
        level: 'error',
        message: { text: 'any says nothing\nFix: Say which.' },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'src/weather.ts', uriBaseId: 'SRCROOT' },
              region: { startLine: 2, startColumn: 3, endLine: 2, endColumn: 10 },
            },
          },
        ],
      },
    ]);
  });

  test('has one rule for each code that occurs, and no others', () => {
    const diagnostics = ['SIGIL070', 'SIGIL040', 'SIGIL070'].map((code) => ({ ...diagnostic, code }));
    const { tool, results } = runOf(formatDiagnosticsSarif(diagnostics, { toolVersion: '1.2.3' }));

    expect(tool.driver).toMatchObject({ name: 'sigil', semanticVersion: '1.2.3' });
    expect(tool.driver['rules']).toEqual(
      (['SIGIL040', 'SIGIL070'] as const).map((code) => ({
        id: code,
        shortDescription: { text: diagnosticCodes[code].title },
        help: {
          text: diagnosticCodes[code].remedy,
          markdown: expect.stringContaining(`See the section ${code} of \`docs/reference/diagnostics.md\`.`) as string,
        },
        defaultConfiguration: { level: 'error' },
      })),
    );
    expect(results.map((result) => result['ruleIndex'])).toEqual([1, 0, 1]);
  });

  test('describes other codes by the caller’s rules, and lists unknown codes by id', () => {
    const furtherRules = { other: { title: 'another', remedy: 'Do it.' } };
    const diagnostics = [
      { ...diagnostic, code: 'other', severity: 'warning' as const },
      { ...diagnostic, code: 'unknown', severity: 'note' as const },
    ];
    const { tool, results } = runOf(formatDiagnosticsSarif(diagnostics, { furtherRules }));

    expect(tool.driver['rules']).toMatchObject([
      { id: 'other', shortDescription: { text: 'another' } },
      { id: 'unknown' },
    ]);
    expect(results.map((result) => result['level'])).toEqual(['warning', 'note']);
  });

  test('percent-encodes file names', () => {
    const text = formatDiagnosticsSarif([{ ...diagnostic, file: '../my plugin/größe#1.ts' }]);

    expect(text).toContain('"uri": "../my%20plugin/gr%C3%B6%C3%9Fe%231.ts"');
  });

  test('without diagnostics has no results and no rules', () => {
    const { tool, results } = runOf(formatDiagnosticsSarif([]));

    expect([tool.driver['rules'], results]).toEqual([[], []]);
  });
});
