/**
 * Asks the person at the terminal for values missing from the command line.
 */
import { createInterface } from 'node:readline/promises';
import type { Readable } from 'node:stream';
import type { CreateTerminal } from './create-terminal.js';
import { CreateUsageError } from './create-error.js';

/** One value to ask for. */
export interface Question {
  readonly text: string;
  /** The value of an empty answer; without one the question is repeated. */
  readonly fallback?: string;
  /** Returns a message about the answer; the question is then repeated. */
  findProblem(answer: string): string | undefined;
}

/** Returns whether a person can be asked: stdin and stderr are both terminals. */
export function canAsk({ stdin, err }: CreateTerminal): boolean {
  return isWindow(stdin) && err.columns !== undefined;
}

/**
 * @returns the answers, in the order of the questions
 * @throws CreateUsageError when the input ends, or the user interrupts, before all is answered
 */
export async function askMissing(questions: readonly Question[], terminal: CreateTerminal): Promise<string[]> {
  const lines = createInterface({ input: terminal.stdin, signal: terminal.interrupted })[Symbol.asyncIterator]();
  const answers: string[] = [];
  for (const question of questions) answers.push(await ask(question, lines, terminal));
  await lines.return?.();
  return answers;
}

async function ask(question: Question, lines: AsyncIterator<string>, { err }: CreateTerminal): Promise<string> {
  for (;;) {
    err.line(err.paint.bold(question.fallback ? `${question.text} [${question.fallback}]` : question.text));
    const { value, done } = await lines.next();
    if (done) throw new CreateUsageError('the input ended before everything was answered; nothing was written');
    const answer = value.trim() || (question.fallback ?? '');
    const problem = question.findProblem(answer);
    if (problem === undefined) return answer;
    err.line(problem);
  }
}

function isWindow(stream: Readable): boolean {
  return 'isTTY' in stream && stream.isTTY === true;
}
