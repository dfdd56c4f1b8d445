import { describe, expect, it } from 'vitest';
import type { Outcome } from './outcome.mjs';
import type { CaseRun } from './run-case.mjs';
import { writeReport } from './write-report.mjs';

const value = (text: string): Outcome => ({ kind: 'value', text });

function runOf(expected: Outcome, process: Outcome): CaseRun {
  return {
    case: { package: 'a', kind: 'CommonJS', form: 'default', files: {} },
    expected,
    links: { inline: expected, worker: expected, process },
  };
}

describe('the report of a run', () => {
  it('is green when every link gives the value of plain Node', () => {
    const { text, isGreen } = writeReport([runOf(value('1'), value('1'))]);
    expect(isGreen).toBe(true);
    expect(text).toMatch(/a\s+│ CommonJS │ default │ same\s+│ same\s+│ same/);
    expect(text).toContain('1 packages, 1 cases, 3 checks behind 3 links: 0 differ');
  });

  it('shows both values where they begin to differ, and the links that differ', () => {
    const long = 'x'.repeat(5_000);
    const { text, isGreen } = writeReport([runOf(value(`${long}1`), value(`${long}2`))]);
    expect(isGreen).toBe(false);
    expect(text).toContain(
      `a (CommonJS), default: process\n  Node:  …${'x'.repeat(60)}1\n  Sigil: …${'x'.repeat(60)}2`,
    );
  });

  it('shows an error whole', () => {
    const { text } = writeReport([runOf(value('1'), { kind: 'not loaded', text: 'Error: no default' })]);
    expect(text).toContain('Sigil: not loaded: Error: no default');
  });

  it('is not green when plain Node does not run a case, and names it', () => {
    const failed: Outcome = { kind: 'failed', text: 'Error: gone' };
    const { text, isGreen } = writeReport([runOf(failed, failed)]);
    expect(isGreen).toBe(false);
    expect(text).toContain('a (CommonJS), default: plain Node does not run it: failed: Error: gone');
  });
});
