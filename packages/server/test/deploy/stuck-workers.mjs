/**
 * Two workers that serve nothing, and get stuck as the file that is named last says: `late` ones do not come to serve, `busy` ones
 * never listen again, `endless` ones do not when they are told that they are replaced.
 */
import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { joinPrimary, runWorkers } from '../../dist/workers.js';

const [limits, file] = process.argv.slice(2);

if (cluster.isPrimary) {
  const write = (subject, text) => process.stdout.write(`${subject} ${text}\n`);
  const log = { note: write, problem: write };
  const running = runWorkers({ workers: 2, log, environment: process.env, limits: JSON.parse(limits) });
  process.on('SIGUSR2', () => void running.restart());
} else {
  process.on('SIGUSR2', () => undefined);
  const member = await joinPrimary();
  const behaves = (how) => readFileSync(file, 'utf8') === `${how} ${process.pid}`;
  // The delay lets the reply leave first.
  const stop = () => setTimeout(() => !behaves('endless') && process.disconnect(), 50);
  member.listen({ reload: () => undefined, stop });
  member.tellBuilds({ entries: new Map() });
  if (readFileSync(file, 'utf8') !== 'late') member.tellServing();
  setInterval(() => {
    while (behaves('busy'));
  }, 10);
  process.stdout.write(`pid ${process.pid}\n`);
}
