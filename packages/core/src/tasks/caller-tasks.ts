/**
 * The tasks as one sender sees them: their owner, and the channels to the sender once its request was answered.
 */
import type { Asker } from '../asking/asker.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { Client } from '../callers/clients.js';
import type { AskingCall } from '../calls/client.js';
import type { Task } from './task.js';

export interface CallerTasks {
  /** Empty where callers are not identified: then only the ids protect the tasks, and tasks cannot be listed. */
  readonly owner: string;
  /** The client whose share counts the sender's tasks. */
  readonly client: Client | undefined;
  /** The task whose call is begun again; absent for a call that may become a new one. */
  readonly taken?: Task;
  /** Opens the channels for a call of this sender that continues as a task. */
  openPeer(task: OpenTask, call: AskingCall): TaskPeer;
  /** Lets a task's own messages use the connection of the current request. @returns a function that ends this */
  join?(taskId: string): () => void;
}

/** The channels that a call keeps to its client after it became a task. */
export interface TaskPeer {
  /** Sends a notification of the call, or drops it where tasks send none. */
  readonly notify: (json: string) => Promise<void> | undefined;
  /** @param before the asker that the call used until now, which remembers the steps */
  readonly openAsker: (before: Asker) => Asker;
  /** Added to the `_meta` of every message of the task. */
  readonly meta?: JsonObject;
  /** Notifies the client of a change in the task's status. */
  readonly reportStatus?: (task: Task) => void;
}

/** The task of a running call, for an asker that acts for the call. */
export interface OpenTask {
  readonly taskId: string;
  /** Settles, without rejecting, when the call is over. */
  readonly ended: Promise<void>;
  /** Marks the task as waiting for its client while `asking` runs. */
  whileAsking<Answer>(asking: () => Promise<Answer>): Promise<Answer>;
  /**
   * Adds a question to the task until the client answers it there.
   *
   * @param key the prefix of the key; a key is never used twice in a task
   * @returns the answer, unchecked
   */
  putQuestion(key: string, request: JsonObject): Promise<JsonValue>;
}
