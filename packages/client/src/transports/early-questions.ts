/**
 * Keeps the questions of tasks that arrive before the result of the task is requested.
 *
 * Spec: 2025-11-25 basic/utilities/tasks#related-task-metadata
 */
import { isJsonObject } from '@sigil/core';
import { metaKeys } from '@sigil/core/internal';
import type { WireMessage } from '../wire/wire-message.js';

/** The number of questions kept; one more drops the oldest. */
const mostEarly = 64;

/** Returns the server's id of the task that a message belongs to. */
export function relatedTask({ _meta: meta }: WireMessage['params']): string | undefined {
  const related = isJsonObject(meta) ? meta[metaKeys.relatedTask] : undefined;
  const taskId = isJsonObject(related) ? related['taskId'] : undefined;
  return typeof taskId === 'string' ? taskId : undefined;
}

export class EarlyQuestions {
  readonly #kept: { readonly taskId: string; readonly message: WireMessage }[] = [];

  get isEmpty(): boolean {
    return this.#kept.length === 0;
  }

  /** @returns the oldest question, which is dropped when there are too many */
  keep(taskId: string, message: WireMessage): WireMessage | undefined {
    this.#kept.push({ taskId, message });
    return this.#kept.length > mostEarly ? this.#kept.shift()?.message : undefined;
  }

  /** @returns the questions of the task, which are then forgotten */
  take(taskId: string): readonly WireMessage[] {
    const own = this.#kept.filter((early) => early.taskId === taskId);
    for (const early of own) this.#kept.splice(this.#kept.indexOf(early), 1);
    return own.map(({ message }) => message);
  }
}
