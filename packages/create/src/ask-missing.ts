/**
 * Asks the person at the terminal for what a command line left out.
 */
import { createInterface } from 'node:readline/promises';
import type { Readable } from 'node:stream';
import type { CreateTerminal } from './create-terminal.js';
import { CreateUsageError } from './create-error.js';

/** One thing to ask for. */
export interface Question {
  readonly text: string;
  /** The answer that an empty line stands for; without one the question comes again. */
  readonly fallback?: string;
  /** Returns the fault of an answer, in words; then the question comes again. */
  findProblem(answer: string): string | undefined;
}

/** Returns whether a person can be asked: input and the stream for people are both terminals. */
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
