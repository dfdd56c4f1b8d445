/**
 * Makes the next version: deletes the notes, sets versions and dependencies, and records the counts of the house as those of the last release.
 *
 * Refuses while CHANGELOG.md calls the current version unreleased: a new version would skip it.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findSection } from './release-plan.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8');

const { version } = JSON.parse(read('packages/core/package.json'));
if (findSection(read('CHANGELOG.md'), version) === 'unreleased') {
  console.error(
    `${version} is not released yet, so its version stays: move the notes of .changeset to its section of CHANGELOG.md, and publish it (docs/inside/releasing.md)`,
  );
  process.exitCode = 1;
} else {
  const lines = [
    'npx changeset version',
    'npm install --package-lock-only --no-audit --no-fund',
    'npm run house -- --record',
    'npx prettier --write --log-level=warn packages',
  ];
  for (const line of lines) {
    const [program = '', ...args] = line.split(' ');
    execFileSync(program, args, { cwd: root, stdio: 'inherit' });
  }
}
