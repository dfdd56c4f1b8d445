/**
 * The port through which a running call becomes a task.
 */
import type { TaskTerms } from '../model/context.js';

export interface TaskBeginner {
  /** Settles when it is decided where questions go, so questions wait for it; `undefined` while no task is being created. */
  readonly beginning: Promise<boolean> | undefined;
  /**
   * Begins the task once the call has no open question: a call that ends with its questions does not become one.
   *
   * @returns whether the call is now a task
   * @throws McpError when the limit on kept tasks is reached
   */
  begin(terms: TaskTerms): Promise<boolean>;
  /** Called when the last open question of the call has closed. */
  questionsClosed(): void;
}
