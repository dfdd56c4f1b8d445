/**
 * Starts a server over stdio and requests its list at once: measures time and CPU from the start to the answer.
 *
 * `node run-cold-start.mjs '{ "command": [...], "tools": 3 }'`; prints a report as JSON.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { cpuMicrosOf } from './process-cost.mjs';
import { initialize, initialized, messageOf } from './messages.mjs';

const { command, tools } = JSON.parse(process.argv[2] ?? '{}');
const [program = '', ...args] = command;
const startedAt = performance.now();
const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const list = messageOf('legacy', { id: 1, method: 'tools/list' });
child.stdin.write([initialize, initialized, list].map((message) => `${JSON.stringify(message)}\n`).join(''));

for await (const line of createInterface({ input: child.stdout })) {
  const { id, result } = JSON.parse(line);
  if (id !== list.id) continue;
  const report = {
    wallMs: performance.now() - startedAt,
    cpuMs: cpuMicrosOf(/** @type {number} */ (child.pid)) / 1_000,
  };
  if (result?.tools.length !== tools) throw new Error(`a list of ${result?.tools.length} tools`);
  console.log(JSON.stringify(report));
  break;
}
child.kill('SIGKILL');
