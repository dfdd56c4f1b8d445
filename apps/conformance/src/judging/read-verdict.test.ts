import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readVerdict } from './read-verdict.js';

let results: string;

beforeEach(() => {
  results = mkdtempSync(join(tmpdir(), 'sigil-read-verdict-'));
});

afterEach(() => rmSync(results, { recursive: true }));

test('checks are counted by status, and INFO entries are not counted', async () => {
  addScenario('tools-list', [
    { id: 'a', status: 'SUCCESS' },
    { id: 'b', status: 'SUCCESS' },
    { status: 'INFO' },
    { status: 'SKIPPED' },
  ]);

  expect(await readVerdict(results, '✓ tools-list: 2 passed, 0 failed')).toEqual({
    scenarios: 1,
    successes: ['a', 'b'].map((check) => expect.objectContaining({ scenario: 'tools-list', check })),
    skipped: 1,
    failures: [],
    warnings: [],
  });
});

test('a failed check is reported with its scenario and message', async () => {
  addScenario('tools-list', [{ id: 'names', status: 'FAILURE', errorMessage: 'no name' }]);

  const { failures } = await readVerdict(results, '✗ tools-list: 0 passed, 1 failed');

  expect(failures).toEqual([{ scenario: 'tools-list', check: 'names', message: 'no name' }]);
});

test('a warning is reported as a warning, not as a failure', async () => {
  addScenario('tools-list', [{ id: 'names', status: 'WARNING', description: 'names should be short' }]);

  const { failures, warnings } = await readVerdict(results, '✓ tools-list: 0 passed, 0 failed');

  expect({ failures, warnings }).toEqual({
    failures: [],
    warnings: [{ scenario: 'tools-list', check: 'names', message: 'names should be short' }],
  });
});

test('a check without a status is a failure', async () => {
  addScenario('tools-list', [{ id: 'names' }]);

  expect((await readVerdict(results, '✓ tools-list: 0 passed, 0 failed')).failures).toHaveLength(1);
});

test('a failed scenario is reported even when none of its checks failed', async () => {
  addScenario('ping', [{ status: 'SUCCESS' }]);

  const { failures } = await readVerdict(results, '✓ ping: 1 passed, 0 failed\n✗ tools-list: 0 passed, 1 failed');

  expect(failures.map(({ scenario }) => scenario)).toEqual(['tools-list']);
});

test('a run that ends without a summary is a failure that carries its last output', async () => {
  const { failures } = await readVerdict(results, 'SyntaxError: globSync is not exported\n');

  expect(failures.map(({ message }) => message)).toEqual([expect.stringContaining('globSync is not exported')]);
});

test('a run that broke off after a scenario is a failure, although all its checks passed', async () => {
  addScenario('ping', [{ status: 'SUCCESS' }]);

  expect((await readVerdict(results, '=== Running scenario: ping ===')).failures).toHaveLength(1);
});

test('a run of a single scenario is complete without a summary', async () => {
  addScenario('ping', [{ status: 'SUCCESS' }]);

  expect(await readVerdict(results, 'Test Results:\nPassed: 1/1, 0 failed, 0 warnings')).toMatchObject({
    scenarios: 1,
    successes: [{ scenario: 'ping' }],
    failures: [],
  });
});

test('a scenario of a group is read from a nested folder', async () => {
  addScenario('auth/scope-step-up', [{ id: 'union', status: 'FAILURE', description: 'no union' }], '');

  expect(await readVerdict(results, 'Passed: 0/1, 1 failed, 0 warnings')).toMatchObject({
    scenarios: 1,
    failures: [{ scenario: 'auth/scope-step-up', check: 'union' }],
  });
});

test('a client that ended with an error is a failure, although all its checks passed', async () => {
  addScenario('ping', [{ status: 'SUCCESS' }]);

  const { failures } = await readVerdict(results, 'Passed: 1/1, 0 failed\n⚠️  CLIENT EXITED WITH ERROR (code 1) - …');

  expect(failures.map(({ message }) => message)).toEqual([expect.stringContaining('code 1')]);
});

function addScenario(name: string, checks: readonly object[], prefix = 'server-'): void {
  const folder = join(results, `${prefix}${name}-2026-01-02T03-04-05-678Z`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'checks.json'), JSON.stringify(checks));
}
