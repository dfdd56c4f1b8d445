/**
 * Runs the scenarios of the official conformance suite that need no fixture: those about handshakes, lists and headers.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Name and revision. */
export const scenarios = /** @type {const} */ ([
  ['server-initialize', '2025-11-25'],
  ['server-session-lifecycle', '2025-11-25'],
  ['ping', '2025-11-25'],
  ['tools-list', '2025-11-25'],
  ['dns-rebinding-protection', '2025-11-25'],
  ['tools-list', '2026-07-28'],
  ['http-header-validation', '2026-07-28'],
  ['dns-rebinding-protection', '2026-07-28'],
]);

/**
 * @param {{ node: string, program: string }} judge
 * @param {string} url
 * @returns {Promise<string[]>} the scenarios in which no check failed, as `name 2025-11-25`
 */
export async function judgeScenarios({ node, program }, url) {
  const passed = [];
  for (const [name, revision] of scenarios) {
    const folder = mkdtempSync(join(tmpdir(), 'sigil-comparison-'));
    const args = [program, 'server', '--url', url, '--scenario', name, '--spec-version', revision, '-o', folder];
    const isGreen = await new Promise((resolve) => {
      execFile(node, args, { timeout: 60_000 }, (error) => resolve(error === null));
    });
    rmSync(folder, { recursive: true, force: true });
    if (isGreen) passed.push(`${name} ${revision}`);
  }
  return passed;
}
