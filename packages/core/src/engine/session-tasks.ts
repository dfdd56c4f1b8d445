/**
 * The tasks of one legacy session: its own, and gone with it.
 *
 * Spec: 2025-11-25 basic/utilities/tasks
 */
import type { Asker } from '../asking/asker.js';
import type { Answer } from '../asking/read-answer.js';
import type { Question } from '../asking/question.js';
import { writeNotification } from '../json-rpc/write-message.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { CallContext } from '../operations/call-context.js';
import type { CallerTasks, OpenTask, TaskPeer } from '../operations/tasks/caller-tasks.js';
import type { TaskDesk } from '../operations/tasks/task-desk.js';
import { writeTask } from '../operations/tasks/write-task.js';
import { metaKeys } from '../revisions/meta-keys.js';
import type { Revision } from '../revisions/revision.js';
import type { Outlet } from './outlet.js';
import { TaskChannel } from './task-channel.js';

/** What a session gives to its tasks. */
export interface SessionTasksOptions {
  readonly desk: TaskDesk;
  readonly standing: Outlet;
  /** False for a session of one request: its tasks are found by their ids alone, and outlive it. */
  readonly isKept: boolean;
}

/** How a task asks the session's client. */
export interface TaskAsking {
  readonly context: CallContext;
  readonly outlet: Outlet;
  readonly meta: JsonObject;
}

export class SessionTasks {
  readonly #options: SessionTasksOptions;
  readonly #owner: string;
  readonly #channels = new Map<string, TaskChannel>();

  constructor(options: SessionTasksOptions) {
    this.#options = options;
    this.#owner = options.isKept ? globalThis.crypto.randomUUID() : '';
  }

  /** For one request. @param openAsker an asker of the session that asks where and as it is told */
  of(revision: Revision, outlet: Outlet, openAsker: (asking: TaskAsking) => Asker): CallerTasks {
    return {
      desk: this.#options.desk,
      owner: this.#owner,
      openPeer: (task, context) => this.#openPeer(task, revision, (asking) => openAsker({ ...asking, context })),
      join: (taskId) => this.#channels.get(taskId)?.join(outlet) ?? (() => undefined),
    };
  }

  close(): void {
    if (this.#options.isKept) this.#options.desk.forgetOwner(this.#owner);
  }

  #openPeer(task: OpenTask, revision: Revision, openAsker: (asking: Omit<TaskAsking, 'context'>) => Asker): TaskPeer {
    const channel = new TaskChannel(this.#options.standing, this.#options.isKept);
    this.#channels.set(task.taskId, channel);
    void task.ended.then(() => this.#channels.delete(task.taskId));
    const meta: JsonObject = { [metaKeys.relatedTask]: { taskId: task.taskId } };
    return {
      meta,
      notify: (json) => channel.send({ kind: 'notification', json }),
      openAsker: (before) => new TaskAsker(task, before, openAsker({ outlet: channel, meta })),
      tellStatus: (now) => {
        const json = writeNotification('notifications/tasks/status', writeTask(now, revision));
        void channel.send({ kind: 'notification', json });
      },
    };
  }
}

/** The task waits for its client while a question is on its way. */
class TaskAsker implements Asker {
  readonly capabilities: JsonObject;

  constructor(
    private readonly task: OpenTask,
    private readonly before: Asker,
    private readonly inner: Asker,
  ) {
    this.capabilities = inner.capabilities;
  }

  ask(key: string, question: Question): Promise<Answer> {
    return this.task.whileAsking(() => this.inner.ask(key, question));
  }

  step(name: string, effect: () => Promise<JsonValue>): Promise<JsonValue> {
    return this.before.step(name, effect);
  }
}
