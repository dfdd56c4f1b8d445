/**
 * Reads the results of a run of the suite: the checks of each scenario, and the printed summary.
 *
 * Only the checks count. The summary reveals scenarios that crashed before they wrote any.
 */
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Finding, Verdict } from './verdict.js';

interface Check {
  readonly scenario: string;
  readonly id: string;
  readonly status: string;
  readonly message: string;
}

const folderName = /^(?:server-)?(?<scenario>.+)-\d{4}-\d{2}-\d{2}T[\d-]+Z$/;
const checksFile = 'checks.json';
/** Matches the last line of the run of a single scenario; it has no summary. */
const singleEnd = /^Passed: \d+\/\d+/m;
const summaryLine = /^[✓✗] (?<scenario>[\w.-]+): \d+ passed, (?<failed>\d+) failed/;

/**
 * @param folder the suite's output folder, `-o`
 * @param printed the suite's standard output
 */
export async function readVerdict(folder: string, printed: string): Promise<Verdict> {
  const files = await readdir(folder, { recursive: true });
  // A name with a slash, such as `auth/scope-step-up`, is a nested folder.
  const folders = files
    .filter((file) => basename(file) === checksFile)
    .map(dirname)
    .sort();
  const checks = (await Promise.all(folders.map((name) => readChecks(folder, name)))).flat();
  const withStatus = (status: string): Check[] => checks.filter((check) => check.status === status);
  const failures = withStatus('FAILURE').map(findingOf);
  const summary = readSummary(printed);
  return {
    scenarios: Math.max(summary.length, folders.length),
    successes: withStatus('SUCCESS').map(findingOf),
    skipped: withStatus('SKIPPED').length,
    failures: [...failures, ...findBroken(summary, failures, printed), ...findCrash(printed)],
    warnings: withStatus('WARNING').map(findingOf),
  };
}

async function readChecks(folder: string, name: string): Promise<Check[]> {
  const scenario = folderName.exec(name)?.groups?.['scenario'] ?? name;
  const checks: unknown = JSON.parse(await readFile(join(folder, name, checksFile), 'utf8'));
  return Array.isArray(checks) ? checks.map((check: unknown) => readCheck(scenario, check)) : [];
}

function readCheck(scenario: string, raw: unknown): Check {
  const check = raw as Readonly<Record<string, unknown>>; // the suite's own format; each member is checked below
  const { id, status, errorMessage, description } = check;
  return {
    scenario,
    id: typeof id === 'string' ? id : '(no id)',
    status: typeof status === 'string' ? status : 'FAILURE',
    message: String(errorMessage ?? description ?? 'without a message'),
  };
}

function findingOf({ scenario, id, message }: Check): Finding {
  return { scenario, check: id, message };
}

interface SummaryLine {
  readonly scenario: string;
  readonly hasFailed: boolean;
}

function readSummary(printed: string): SummaryLine[] {
  return printed.split('\n').flatMap((line) => {
    const { scenario, failed } = summaryLine.exec(line)?.groups ?? {};
    return scenario === undefined ? [] : [{ scenario, hasFailed: failed !== '0' }];
  });
}

/** Finds a crash, which only the printed verdict shows, and no check. */
function findCrash(printed: string): Finding[] {
  const message = /CLIENT EXITED WITH ERROR[^\n]*/.exec(printed)?.[0];
  return message === undefined ? [] : [{ scenario: '(all)', check: '(none)', message }];
}

function findBroken(summary: readonly SummaryLine[], failures: readonly Finding[], printed: string): Finding[] {
  if (summary.length === 0 && !singleEnd.test(printed)) {
    const message = `the suite ended without a summary; its last words: ${printed.trim().split('\n').slice(-5).join(' | ')}`;
    return [{ scenario: '(all)', check: '(none)', message }];
  }
  const explained = new Set(failures.map(({ scenario }) => scenario));
  return summary
    .filter(({ scenario, hasFailed }) => hasFailed && !explained.has(scenario))
    .map(({ scenario }) => ({
      scenario,
      check: '(none)',
      message: 'the scenario broke before it could check anything',
    }));
}
