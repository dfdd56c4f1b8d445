/**
 * `node tools/workspace/typecheck.mjs`: checks the types of all projects in one compiler process. It reads shared files once, which the Nx
 * target `typecheck` of each project does again, and rechecks only what changed. One checker for each project: with several, each
 * checks the types of dependencies again.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findTsconfigs } from './find-tsconfigs.mjs';
import { runAloud } from './run-command.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { isGreen } = await runAloud([
  'node_modules/@typescript/native/bin/tsc',
  '--build',
  '--checkers',
  '1',
  ...findTsconfigs(root, workspaces),
]);
process.exitCode = isGreen ? 0 : 1;
