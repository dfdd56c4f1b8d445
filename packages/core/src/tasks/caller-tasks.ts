/**
 * The tasks as one sender sees them: whose they are, and how its era reaches it once its request was answered.
 */
import type { Asker } from '../asking/asker.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { Client } from '../callers/clients.js';
import type { CallContext } from '../calls/call-context.js';
import type { Task } from './task.js';
import type { TaskRegistry } from './task-registry.js';

export interface CallerTasks {
  readonly registry: TaskRegistry;
  /** Empty where nobody is identified: then the ids alone protect the tasks, and none can be listed. */
  readonly owner: string;
  /** The client whose share counts the sender's tasks. */
  readonly client: Client | undefined;
  /** Opens the channels of a call of this sender that goes on as a task. */
  openPeer(task: OpenTask, context: CallContext): TaskPeer;
  /** Lets a task's own messages come over the connection of the current request. @returns ends that */
  join?(taskId: string): () => void;
}

/** The channels that a call keeps to its client after it became a task. */
export interface TaskPeer {
  /** Sends a notification of the call, or drops it where a task has none. */
  readonly notify: (json: string) => Promise<void> | undefined;
  /** @param before how the call asked until now; it remembers the steps */
  readonly openAsker: (before: Asker) => Asker;
  /** Goes into the `_meta` of every message of the task. */
  readonly meta?: JsonObject;
  /** Tells the client that the task's status changed, without being asked. */
  readonly tellStatus?: (task: Task) => void;
}

/** The task of a running call, for an asker on the call's behalf. */
export interface OpenTask {
  readonly taskId: string;
  /** Settles, without rejecting, when the call is over. */
  readonly ended: Promise<void>;
  /** The task waits for its client while `asking` does. */
  whileAsking<Answer>(asking: () => Promise<Answer>): Promise<Answer>;
  /**
   * Puts a question into the task until the client answers it there.
   *
   * @param key what the key starts with; a key is never used twice in a task
   * @returns the answer as it came
   */
  putQuestion(key: string, request: JsonObject): Promise<JsonValue>;
}
