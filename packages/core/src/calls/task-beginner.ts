/**
 * The port through which a running call becomes a task.
 */
import type { TaskTerms } from '../model/context.js';

export interface TaskBeginner {
  /** Settles when it is decided where questions go, so they wait for it; `undefined` while nothing begins. */
  readonly beginning: Promise<boolean> | undefined;
  /**
   * Begins the task once no question of the call is open: a call that ends with its questions becomes none.
   *
   * @returns whether the call is a task now
   * @throws McpError when as many tasks are kept as may be
   */
  begin(terms: TaskTerms): Promise<boolean>;
  /** Told when the last open question of the call has been closed. */
  questionsClosed(): void;
}
