import { describe, expect, test } from 'vitest';
import { describeProblem } from '../problem.ts';
import { readWorkspace } from '../workspace/read-workspace.ts';
import { filesOf } from '../workspace/workspace.test-support.ts';
import { checkProtocolDates } from './check-protocol-dates.ts';

function datesIn(path: string, text: string): string[] {
  return checkProtocolDates(filesOf({ [path]: text })).map(describeProblem);
}

describe('a protocol date in core or in a transport', () => {
  test.each([
    `if (revision.date >= '2025-11-25') answer();`,
    'const text = `since 2025-11-25 ${x}`;',
    'const text = `${x} since 2025-11-25`;',
    'const pattern = /2025-11-25/;',
    `type Latest = '2025-11-25';`,
  ])('is rejected: %s', (text) => {
    expect(datesIn('packages/core/src/engine/x.ts', text)).toHaveLength(1);
    expect(datesIn('packages/transport-http/src/x.ts', text)).toHaveLength(1);
  });
});

describe('a date', () => {
  const text = `const date = '2025-11-25';`;

  test('is allowed in the revisions, in tests and outside core and transports', () => {
    expect(datesIn('packages/core/src/revisions/x.ts', text)).toEqual([]);
    expect(datesIn('packages/core/src/engine/x.test.ts', text)).toEqual([]);
    expect(datesIn('packages/cli/src/x.ts', text)).toEqual([]);
  });

  test('is allowed in a comment', () => {
    expect(
      datesIn('packages/core/src/engine/x.ts', '/** Spec: 2025-11-25 basic/lifecycle */\nconst x = 1; // 2024-11-05'),
    ).toEqual([]);
  });

  test('is allowed when it is not a protocol revision', () => {
    expect(datesIn('packages/core/src/engine/x.ts', `const day = '2020-01-01';`)).toEqual([]);
  });
});

test('the workspace names protocol dates only in its revisions', () => {
  const files = readWorkspace().packages.flatMap(({ sources }) => sources);

  expect(checkProtocolDates(files).map(describeProblem)).toEqual([]);
});
