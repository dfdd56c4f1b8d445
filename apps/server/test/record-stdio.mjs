/**
 * Starts a program and relays its standard streams, recording every line unchanged in a file.
 *
 * Use: node record-stdio.mjs <transcript file> <program> [arguments]
 */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [file, program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });

function passOn(from, input, output) {
  createInterface({ input, crlfDelay: Infinity })
    .on('line', (text) => {
      appendFileSync(file, `${JSON.stringify({ from, text })}\n`);
      output.write(`${text}\n`);
    })
    .on('close', () => output.end());
}

passOn('client', process.stdin, child.stdin);
passOn('server', child.stdout, process.stdout);
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
