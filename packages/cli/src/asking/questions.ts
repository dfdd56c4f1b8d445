/**
 * Answers a tool's questions during its call: first with the answers on the command line, then by asking the person at the terminal.
 *
 * Asks one question at a time, however many arrive at once.
 */
import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestParams,
  ElicitResult,
} from '@modelcontextprotocol/client';
import { UsageError } from '../failures/command-error.js';
import { printable } from '../terminal/printable.js';
import type { Terminal } from '../terminal/terminal.js';
import { exampleAnswer, readGivenAnswer, readGivenMessage } from './read-answer.js';

/** Answers the questions of one command. */
export interface Questions {
  /** @throws UsageError when nobody can answer */
  elicit(question: ElicitRequestParams): Promise<ElicitResult>;
  /** @throws UsageError when nobody can answer; Error when the person refuses to */
  sample(question: CreateMessageRequestParams): Promise<CreateMessageResult>;
  /** Answers on the command line that no question used. */
  readonly unused: readonly string[];
}

/** @param given the answers of the command line, in the order of the questions */
export function openQuestions(given: readonly string[], terminal: Terminal): Questions {
  const unused = [...given];
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Answer>(answer: () => Promise<Answer>): Promise<Answer> => {
    const next = last.then(answer);
    last = next.catch(() => undefined);
    return next;
  };
  return {
    unused,
    elicit: (question) =>
      inTurn(async () => {
        const answer = unused.shift();
        if (answer !== undefined) return readGivenAnswer(answer, question);
        requirePerson(terminal, describeElicitation(question), exampleAnswer(question));
        const { askPerson } = await import('./ask-person.js');
        return askPerson(question, terminal);
      }),
    sample: (question) =>
      inTurn(async () => {
        const answer = unused.shift();
        if (answer !== undefined) return readGivenMessage(answer);
        requirePerson(terminal, 'the tool asks a language model', 'The text that the model says');
        const { askForMessage } = await import('./ask-for-message.js');
        return askForMessage(question, terminal);
      }),
  };
}

function describeElicitation({ message, ...question }: ElicitRequestParams): string {
  const what = question.mode === 'url' ? ` (to visit ${question.url})` : '';
  return `the tool asks "${printable(message)}"${printable(what)}`;
}

/** Requires a person at the terminal: both streams are windows. */
function requirePerson({ stdin, err }: Terminal, asked: string, example: string): void {
  const isTyped = 'isTTY' in stdin && stdin.isTTY === true;
  if (isTyped && err.columns !== undefined) return;
  throw new UsageError(
    `${asked}, and nobody is at a terminal to answer: give the answer with --answer '${example}' ` +
      '(once for each question, in their order; --answer decline and --answer cancel refuse)',
  );
}
