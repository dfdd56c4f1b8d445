import { expect, test } from 'vitest';
import { RelayedError } from '../errors/relayed-error.js';
import { findRevision, revisions } from '../revisions/choose-revision.js';
import { writeError } from './write-error.js';

function codeOf(code: number, date: string): unknown {
  const revision = findRevision(date)!;
  const outgoing = writeError(1, new RelayedError(code, 'no'), revision);
  return (JSON.parse(String((outgoing as { json: unknown }).json)) as { error: { code: unknown } }).error.code;
}

test.each(revisions.map(({ date }) => date))(
  'the error code of another server reaches a client of %s unchanged',
  (date) => {
    expect(codeOf(-31000, date)).toBe(-31000);
  },
);

test.each([
  ['2024-11-05', -32603],
  ['2025-03-26', -32603],
  ['2025-06-18', -32603],
  ['2025-11-25', -32042],
  ['2026-07-28', -32603],
])('the error that lists pages to open has the code for a client of %s', (date, code) => {
  expect(codeOf(-32042, date)).toBe(code);
});
