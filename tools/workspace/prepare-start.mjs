/**
 * Runs before `npm start`: builds the server and its plugins and says so in two lines, or shows what went wrong.
 */
import { runQuietly } from './run-command.mjs';
import { buildForStart } from './steps.mjs';

console.log('Building the server and its plugins …');
const outcome = await runQuietly(buildForStart.args);
if (outcome.isGreen) {
  console.log(`Built in ${outcome.seconds.toFixed(1)} s.`);
} else {
  console.error(outcome.output);
  console.error('The build failed, so the server was not started.');
  process.exitCode = 1;
}
