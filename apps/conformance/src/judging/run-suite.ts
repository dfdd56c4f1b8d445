/**
 * Runs the suite once, against a running server or with our client, and reads its verdict.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JudgeRun } from './judge-runs.js';
import type { Judge } from './prepare-judge.js';
import { readVerdict } from './read-verdict.js';
import type { Verdict } from './verdict.js';

/** Longest time for one run; the slowest takes about 15 s. */
const runTimeoutMs = 300_000;

const client = fileURLToPath(new URL('../client/run-client.js', import.meta.url));

/** @param url the endpoint to judge; its host must be `127.0.0.1` or `localhost` */
export function runSuite(judge: Judge, run: JudgeRun, url: string): Promise<Verdict> {
  return judgeBy(judge, ['server', '--url', url, ...run.args]);
}

/** Makes the suite start our client for one scenario, with a server of its own of that revision. */
export function judgeClient(judge: Judge, scenario: string, revision: string): Promise<Verdict> {
  const command = [process.execPath, client].map((word) => JSON.stringify(word)).join(' ');
  // Scenarios of extensions have no revision.
  const chosen = ['--scenario', scenario, '--spec-version', revision, '--force'];
  return judgeBy(judge, ['client', '--command', command, ...chosen]);
}

async function judgeBy(judge: Judge, args: readonly string[]): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-conformance-'));
  try {
    const printed = await startSuite(judge, [...args, '-o', folder]);
    return await readVerdict(folder, printed);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @returns its output, whatever its exit code: the checks are more precise */
function startSuite({ node, program }: Judge, args: readonly string[]): Promise<string> {
  const child = spawn(node, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'], timeout: runTimeoutMs });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}
