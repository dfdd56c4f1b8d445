/**
 * The open questions of requests that run.
 */
import type { JsonObject } from '@sigil/core';
import { useRef, useState } from 'preact/hooks';
import type { OpenQuestion } from './question-form.js';
import type { Question } from './send-request.js';

/** The questions, and the functions that add one and drop all. */
export interface Questions {
  readonly open: readonly OpenQuestion[];
  /** Resolves with the reader's answer; rejects when the question needs none any more. */
  readonly ask: (question: Question) => Promise<JsonObject>;
  readonly clear: () => void;
}

export function useQuestions(): Questions {
  const [open, setOpen] = useState<readonly OpenQuestion[]>([]);
  const last = useRef(0);
  const ask = (question: Question): Promise<JsonObject> =>
    new Promise((resolve, reject) => {
      const id = (last.current += 1);
      const remove = (): void => setOpen((all) => all.filter((it) => it.id !== id));
      const refuse = (error: unknown): void => {
        remove();
        reject(error as Error);
      };
      const reply = (answer: JsonObject): void => {
        remove();
        resolve(answer);
      };
      question.signal.addEventListener('abort', () => refuse(question.signal.reason), { once: true });
      setOpen((all) => [...all, { ...question, id, reply, refuse }]);
    });
  return { open, ask, clear: () => setOpen([]) };
}
