/**
 * The tasks of one legacy session, which end with it.
 *
 * Spec: 2025-11-25 basic/utilities/tasks
 */
import type { Asker } from '../asking/asker.js';
import type { Answer } from '../asking/read-answer.js';
import type { Question } from '../asking/question.js';
import type { Client } from '../callers/clients.js';
import { writeNotification } from '../json-rpc/messages.js';
import type { StepOptions } from '../model/context.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { AskingCall } from '../calls/client.js';
import type { CallerTasks, OpenTask, TaskPeer } from '../tasks/caller-tasks.js';
import type { TaskRegistry } from '../tasks/task-registry.js';
import { writeTask } from '../tasks/write-task.js';
import { metaKeys } from '../revisions/meta-keys.js';
import type { Revision } from '../revisions/revision.js';
import type { Outlet } from '../calls/outlet.js';
import { TaskChannel } from './task-channel.js';

interface SessionTasksOptions {
  readonly registry: TaskRegistry;
  readonly standing: Outlet;
  /** False for a session of one request, which its tasks outlive. */
  readonly isKept: boolean;
  /**
   * The owner of the tasks: the name of a session that several processes serve, or the caller of a session of one request, empty
   * where callers are not authenticated. `undefined` for a session that owns its tasks alone.
   */
  readonly owner: string | undefined;
}

/** Opens the asker of a call that continues as a task. @param outlet the task's channel @param meta added to each question */
export type OpenTaskAsker = (call: AskingCall, outlet: Outlet, meta: JsonObject) => Asker;

export class SessionTasks {
  /** Created on first use, like the channels: most sessions have no tasks. */
  #owner: string | undefined;
  #channels: Map<string, TaskChannel> | undefined;

  constructor(private readonly options: SessionTasksOptions) {
    this.#owner = options.owner;
  }

  get owner(): string {
    this.#owner ??= globalThis.crypto.randomUUID();
    return this.#owner;
  }

  /** Returns the tasks as one request uses them. */
  of(revision: Revision, outlet: Outlet, openAsker: OpenTaskAsker): CallerTasks {
    return new RequestTasks(this, { revision, outlet, openAsker });
  }

  /** Opens the task's channel to the client, which lasts until the task ends. */
  openChannel({ taskId, ended }: OpenTask): TaskChannel {
    const channels = (this.#channels ??= new Map());
    const channel = new TaskChannel(this.options.standing, this.options.isKept);
    channels.set(taskId, channel);
    void ended.then(() => channels.delete(taskId));
    return channel;
  }

  findChannel(taskId: string): TaskChannel | undefined {
    return this.#channels?.get(taskId);
  }

  close(): void {
    if (this.options.isKept && this.#owner !== undefined) this.options.registry.forgetOwner(this.#owner);
  }
}

/** The session's tasks as one request sees them. */
class RequestTasks implements CallerTasks {
  constructor(
    private readonly tasks: SessionTasks,
    private readonly request: {
      readonly revision: Revision;
      readonly outlet: Outlet;
      readonly openAsker: OpenTaskAsker;
    },
  ) {}

  get owner(): string {
    return this.tasks.owner;
  }

  get client(): Client | undefined {
    return this.request.outlet.connection?.client;
  }

  openPeer(task: OpenTask, call: AskingCall): TaskPeer {
    const { revision, openAsker } = this.request;
    const channel = this.tasks.openChannel(task);
    const meta: JsonObject = { [metaKeys.relatedTask]: { taskId: task.taskId } };
    return {
      meta,
      notify: (json) => channel.send({ kind: 'notification', json }),
      openAsker: (before) => new TaskAsker(task, before, openAsker(call, channel, meta)),
      reportStatus: (now) => {
        const json = writeNotification('notifications/tasks/status', writeTask(now, revision));
        void channel.send({ kind: 'notification', json });
      },
    };
  }

  join(taskId: string): () => void {
    return this.tasks.findChannel(taskId)?.join(this.request.outlet) ?? (() => undefined);
  }
}

/** Marks the task as waiting for its client while a question is pending. */
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

  step(name: string, effect: () => Promise<JsonValue>, options: StepOptions): Promise<JsonValue> {
    return this.before.step(name, effect, options);
  }
}
