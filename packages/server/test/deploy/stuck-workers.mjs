/**
 * Two workers that serve nothing, and get stuck as the file that is named last says: `late` ones do not come to serve, `busy` ones
 * never listen again.
 */
import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { joinPrimary, runWorkers } from '../../dist/workers.js';

const [startTimeoutMs, replyTimeoutMs, file] = process.argv.slice(2);

if (cluster.isPrimary) {
  const write = (subject, text) => process.stdout.write(`${subject} ${text}\n`);
  const log = { note: write, problem: write };
  const limits = { startTimeoutMs: Number(startTimeoutMs), replyTimeoutMs: Number(replyTimeoutMs) };
  const running = runWorkers({ workers: 2, log, environment: process.env, ...limits });
  process.on('SIGUSR2', () => void running.restart());
} else {
  process.on('SIGUSR2', () => undefined);
  const member = await joinPrimary();
  member.listen({ reload: () => undefined, stop: () => process.disconnect() });
  member.tellBuilds({ entries: new Map() });
  if (readFileSync(file, 'utf8') !== 'late') member.tellServing();
  setInterval(() => {
    while (readFileSync(file, 'utf8') === `busy ${process.pid}`);
  }, 10);
  process.stdout.write(`pid ${process.pid}\n`);
}
