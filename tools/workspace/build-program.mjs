/**
 * Builds a program of the workspace, the packages that it needs, and its plugins: only the JavaScript, so that a fresh clone
 * starts in seconds. `node tools/workspace/typecheck.mjs` handles the types; the modules are the same as those of the Nx target `build`.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findNeeded } from './find-needed.mjs';
import { runByLine, runQuietly } from './run-command.mjs';

const bundler = 'tools/libraries/bundle-library.mjs';
const command = 'packages/cli/dist/main.js';

/**
 * @typedef {object} Program
 * @property {string} program its folder, relative to the root
 * @property {string} plugins the folder whose sub-folders are plugins, relative to the root
 */

/**
 * @param {string} root
 * @param {Program} what
 * @param {Pick<import('./show-steps.mjs').ShownSteps, 'begin' | 'end'>} steps called for each step
 * @returns {Promise<string | undefined>} the problem, if the build failed
 */
export async function buildProgram(root, { program, plugins }, steps) {
  const startedAt = performance.now();
  const since = () => (performance.now() - startedAt) / 1000;
  const needed = findNeeded(root, program);
  steps.begin(`Bundling ${needed.size} packages`);
  /** @type {Map<string, Promise<void>>} */
  const bundles = new Map();
  // Each after the packages it needs: the bundler's output depends on whether it can find them.
  for (const [folder, before] of needed) {
    const bundle = async () => {
      await Promise.all(before.map((it) => bundles.get(it)));
      // As in the Nx target: the files for browsers follow the modules.
      const assets = join(root, folder, 'build-assets.mjs');
      for (const program of [join(root, bundler), ...(existsSync(assets) ? [assets] : [])]) {
        const { isGreen, output } = await runQuietly([program], join(root, folder));
        if (!isGreen) throw new Error(`${folder} cannot be bundled\n${output}`);
      }
      steps.end(folder, since());
    };
    bundles.set(folder, bundle());
  }
  const failures = (await Promise.allSettled(bundles.values())).flatMap((it) =>
    it.status === 'rejected' ? [it.reason.message] : [],
  );
  if (failures.length > 0) return [...new Set(failures)].join('\n');

  const names = readdirSync(join(root, plugins), { withFileTypes: true }).flatMap((it) =>
    it.isDirectory() ? [`${plugins}/${it.name}`] : [],
  );
  steps.begin(`Building ${names.length} plugins`);
  let begunAt = since();
  const outcome = await runByLine([command, 'build', ...names], (line) => {
    const [, name] = /^(\S+) \S+: .* \(\d+ ms\)$/.exec(line) ?? [];
    if (name === undefined) return;
    steps.end(`plugin ${name}`, since() - begunAt);
    begunAt = since();
  });
  return outcome.isGreen ? undefined : outcome.output;
}
