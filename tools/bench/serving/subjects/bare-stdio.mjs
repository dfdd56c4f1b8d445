/**
 * The limit over stdio: a loop that reads a line, parses, calls, stringifies and writes.
 */
import { createInterface } from 'node:readline';
import { readSubjectOptions } from '../subject-options.mjs';
import { bareAnswers } from './bare-answers.mjs';

const options = readSubjectOptions();
if (options) {
  const answer = bareAnswers(options);
  createInterface({ input: process.stdin }).on('line', (line) => {
    const said = answer(JSON.parse(line));
    if (said) process.stdout.write(`${JSON.stringify(said)}\n`);
  });
}
