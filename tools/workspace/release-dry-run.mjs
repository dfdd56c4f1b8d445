/**
 * `npm run build && node tools/workspace/release-dry-run.mjs`: applies the changesets to a copy of the manifests, and packs every published package without writing it.
 * `--tarballs FOLDER` writes them: a release candidate, with the present version.
 *
 * A version that CHANGELOG.md calls unreleased would be published as it is, so no changeset is applied to it. Publishes nothing and contacts no registry. The copy is a separate repository, because release notes name commits.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeRelease, findReleaseProblems, findSection } from './release-plan.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const changesets = join(root, 'node_modules/@changesets/cli/bin.js');

/** @param {string} program @param {readonly string[]} args @param {string} cwd */
const run = (program, args, cwd) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** @param {string} folder @param {string} path @returns {{ name: string, version: string, private?: boolean, repository?: unknown, exports: Record<string, any> }} */
const readManifest = (folder, path) => JSON.parse(readFileSync(join(folder, path), 'utf8'));

const paths = run('git', ['ls-files', '--', '*package.json'], root).trim().split('\n');
const published = paths.filter((path) => path.startsWith('packages/') && !readManifest(root, path).private);
const { values } = parseArgs({ options: { tarballs: { type: 'string' } } });
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
const noteCount = readdirSync(join(root, '.changeset')).filter((name) => /(?<!^README)\.md$/u.test(name)).length;
const copy = mkdtempSync(join(tmpdir(), 'sigil-release-'));
try {
  const planned = applyChangesets();
  const names = planned.map(({ name }) => `--workspace=${name}`);
  if (values.tarballs !== undefined) mkdirSync(resolve(values.tarballs), { recursive: true });
  const target = values.tarballs === undefined ? '--dry-run' : `--pack-destination=${resolve(values.tarballs)}`;
  const packed = JSON.parse(run('npm', ['pack', target, '--json', '--ignore-scripts', ...names], root));
  for (const line of describeRelease(planned, packed, { changelog, noteCount })) console.log(line);
  const problems = findReleaseProblems(planned, packed);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  rmSync(copy, { recursive: true });
}

/** @returns {import('./release-plan.mjs').PlannedPackage[]} */
function applyChangesets() {
  for (const path of [...paths, 'package-lock.json']) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    copyFileSync(join(root, path), join(copy, path));
  }
  cpSync(join(root, '.changeset'), join(copy, '.changeset'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  run('git', ['init', '--quiet'], copy);
  run('git', ['add', '--', ...paths, '.changeset'], copy);
  run(
    'git',
    ['-c', 'user.name=release', '-c', 'user.email=release@invalid', 'commit', '--quiet', '-m', 'release'],
    copy,
  );
  const { version: current } = readManifest(root, 'packages/core/package.json');
  if (findSection(changelog, current) !== 'unreleased') run(process.execPath, [changesets, 'version'], copy);
  return published.map((path) => {
    const { name, version: before, exports, repository } = readManifest(root, path);
    const main = String(exports['.']?.default ?? exports['.']).replace(/^\.\//, '');
    return { name, before, after: readManifest(copy, path).version, main, hasRepository: repository !== undefined };
  });
}
