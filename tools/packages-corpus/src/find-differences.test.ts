import { describe, expect, it } from 'vitest';
import { findDifferences } from './find-differences.mjs';
import type { CaseRun } from './run-case.mjs';
import type { Outcome } from './outcome.mjs';

const value = (text: string): Outcome => ({ kind: 'value', text });

function runWith(links: Partial<CaseRun['links']>, refusal?: string): CaseRun {
  return {
    case: { package: 'a', kind: 'CommonJS', form: 'default', files: {}, ...(refusal === undefined ? {} : { refusal }) },
    expected: value('1'),
    links: { inline: value('1'), worker: value('1'), process: value('1'), ...links },
  };
}

describe('the differences of a case', () => {
  it('are none when every link gives the value of plain Node', () => {
    expect(findDifferences(runWith({}))).toEqual([]);
  });

  it('name the links with the same outcome together', () => {
    const found = findDifferences(runWith({ inline: value('2'), process: value('2') }));
    expect(found).toEqual([
      {
        ...{ package: 'a', kind: 'CommonJS', form: 'default', links: ['inline', 'process'] },
        ...{ expected: value('1'), actual: value('2') },
      },
    ]);
  });

  it('tell a failure from a value of the same text', () => {
    const found = findDifferences(runWith({ worker: { kind: 'failed', text: '1' }, process: value('3') }));
    expect(found.map(({ links, actual }) => [links, actual.kind])).toEqual([
      [['worker'], 'failed'],
      [['process'], 'value'],
    ]);
  });

  it('are none for a refusal that the documentation promises, and one for any other outcome', () => {
    const refused: Outcome = { kind: 'refused', text: 'SIGIL091 a plugin cannot await' };
    const everywhere = { inline: refused, worker: refused, process: refused };
    expect(findDifferences(runWith(everywhere, 'SIGIL091'))).toEqual([]);
    expect(findDifferences(runWith(everywhere, 'SIGIL09'))).toHaveLength(1);
    expect(findDifferences(runWith(everywhere))).toHaveLength(1);
    expect(findDifferences(runWith({}, 'SIGIL091'))).toHaveLength(1);
  });
});
