/**
 * Refuses `npm run version-packages` while CHANGELOG.md calls the current version unreleased: a new version would skip it.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findSection } from './release-plan.mjs';

/** @param {string} path */
const read = (path) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

const { version } = JSON.parse(read('packages/core/package.json'));
if (findSection(read('CHANGELOG.md'), version) === 'unreleased') {
  console.error(
    `${version} is not released yet, so its version stays: move the notes of .changeset to its section of CHANGELOG.md, and publish it (docs/inside/releasing.md)`,
  );
  process.exitCode = 1;
}
