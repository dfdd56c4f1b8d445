/**
 * Runs before a program of the workspace is started: builds what it needs and says so in two lines, or shows what went wrong.
 *
 * Says it on standard error: the program's standard output may be the protocol's.
 */
import { runQuietly } from './run-command.mjs';
import { builds } from './steps.mjs';

const build = builds[process.argv[2] ?? ''];
if (!build) throw new Error(`what to build must be one of ${Object.keys(builds).join(', ')}, got "${process.argv[2]}"`);
console.error(`Building ${build.name} …`);
const outcome = await runQuietly(build.args);
if (outcome.isGreen) {
  console.error(`Built in ${outcome.seconds.toFixed(1)} s.`);
} else {
  console.error(outcome.output);
  console.error('The build failed, so nothing was started.');
  process.exitCode = 1;
}
