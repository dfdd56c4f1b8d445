/**
 * Sends a question to every worker, so that any of them can answer for all.
 */
import type { JsonValue } from '@sigil/core';
import type { ConnectedStore } from './connect-shared-store.js';

/** The worker that asks and answers. */
export interface Asker {
  readonly store: ConnectedStore;
  readonly number: number;
  /** Whether the primary has ordered this worker to stop. */
  readonly isEnding: () => boolean;
}

/** The answer of one worker. */
export interface WorkerAnswer<Answer> {
  /** The number of its place, which two workers have while one replaces the other. */
  readonly number: number;
  /** True if it is being replaced, or all workers end. */
  readonly isEnding: boolean;
  /** The address of its mailbox. */
  readonly from: string;
  readonly answer: Answer;
}

/**
 * @param isWanted ends the wait at the first such answer
 * @returns the answers that came in time, including this worker's own, sorted by worker number; of two with the same number, the
 *   ending worker's comes first
 */
export type AskWorkers<Question, Answer> = (
  question: Question,
  isWanted?: (answer: Answer) => boolean,
) => Promise<readonly WorkerAnswer<Answer>[]>;

/** The longest wait; a slower worker is left out. A scraper waits for 10 s. */
const waitMs = 1_000;

interface Asked<Question> {
  readonly asker: string;
  readonly id: number;
  readonly question: Question;
}

interface Answered<Answer> extends WorkerAnswer<Answer> {
  readonly id: number;
}

/**
 * Answers the other workers from here on.
 *
 * @param answer question and answer are JSON
 */
export function askWorkers<Question, Answer>(
  { store: { notices, mailbox, tell }, number, isEnding }: Asker,
  topic: string,
  answer: (question: Question) => Answer,
): AskWorkers<Question, Answer> {
  const waiting = new Map<number, (answered: Answered<Answer>) => void>();
  let lastId = 0;
  notices.follow(topic, (notice) => {
    const { asker, id, question } = notice as unknown as Asked<Question>; // another worker wrote it below
    const own = { id, number, isEnding: isEnding(), from: mailbox.address };
    const answered: Answered<Answer> = { ...own, answer: answer(question) };
    mailbox.send(asker, topic, answered as unknown as JsonValue).catch(() => undefined);
  });
  mailbox.receive(topic, (letter) => {
    const answered = letter as unknown as Answered<Answer>; // another worker wrote it above
    waiting.get(answered.id)?.(answered);
  });
  return async (question, isWanted) => {
    const id = ++lastId;
    const answers: Answered<Answer>[] = [];
    let asked = Infinity;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      const endIf = (isEnough: boolean): void => {
        if (!isEnough) return;
        clearTimeout(timer);
        resolve();
      };
      waiting.set(id, (answered) => {
        answers.push(answered);
        endIf(answers.length >= asked || isWanted?.(answered.answer) === true);
      });
      const sent: Asked<Question> = { asker: mailbox.address, id, question };
      const told = (count: number): void => {
        asked = count;
        endIf(answers.length >= asked);
      };
      tell(topic, sent as unknown as JsonValue).then(told, () => endIf(true));
    });
    waiting.delete(id);
    return answers.toSorted((a, b) => a.number - b.number || Number(b.isEnding) - Number(a.isEnding));
  };
}
