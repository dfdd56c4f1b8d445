/**
 * The client behind a task whose call is begun again by another process than the one that it asked: it is reached through the task alone.
 *
 * Spec: ext-tasks draft/tasks#input-required
 */
import type { Asker } from '../asking/asker.js';
import type { Answer } from '../asking/read-answer.js';
import { StepMemory } from '../asking/step-memory.js';
import { RateLimit } from '../calls/rate-limit.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { Principal } from '../model/principal.js';
import type { StepOptions } from '../model/context.js';
import type { Revision } from '../revisions/revision.js';
import type { CallerTasks } from '../tasks/caller-tasks.js';
import type { OperationServer } from '../tasks/operation-call.js';
import { TaskInputs } from '../tasks/task-inputs.js';
import type { TaskRegistry } from '../tasks/task-registry.js';
import type { ResumableCall, Task } from '../tasks/task.js';
import type { CallingClient } from './calling-client.js';

/** The parts of a call that is begun again. */
export interface ResumedParts {
  readonly task: Task;
  readonly call: ResumableCall;
  readonly revision: Revision;
  readonly registry: TaskRegistry;
  readonly server: OperationServer;
}

/** Its call was counted, and its earlier rounds were checked, when it began for the first time. */
export class ResumedClient implements CallingClient {
  readonly rate: RateLimit;

  constructor(private readonly parts: ResumedParts) {
    this.rate = new RateLimit(parts.server.limits.maxCallsPerSecond, parts.server.clock);
  }

  get principal(): Principal {
    return this.parts.call.principal;
  }

  get tasks(): CallerTasks {
    const { registry, task, revision } = this.parts;
    return {
      registry,
      owner: task.owner,
      client: undefined,
      taken: task,
      openPeer: (run) => ({
        notify: async () => undefined,
        openAsker: (before) => (canAsk(revision) ? new TaskInputs(run, before, revision) : before),
      }),
    };
  }

  get mirroredArgument(): undefined {
    return undefined;
  }

  get session(): undefined {
    return undefined;
  }

  refuseOtherBuild(): void {}

  roundsHolder(): undefined {
    return undefined;
  }

  takeParked(): undefined {
    return undefined;
  }

  openAsker(): Asker {
    const { call, revision } = this.parts;
    return new ResumedAsker(canAsk(revision) ? call.clientCapabilities : {});
  }

  logThreshold(): undefined {
    return undefined;
  }

  prepare(): undefined {
    return undefined;
  }

  listen(): undefined {
    return undefined;
  }
}

/** Returns whether clients answer questions in the task; otherwise they answer in a session, which the call no longer has. */
function canAsk({ tasks }: Revision): boolean {
  return tasks.by === 'server';
}

/** The asker before the call is a task again. */
class ResumedAsker implements Asker {
  readonly #steps = new StepMemory();

  constructor(readonly capabilities: JsonObject) {}

  async ask(): Promise<Answer> {
    return { action: 'incapable', missing: {} };
  }

  step(name: string, effect: () => Promise<JsonValue>, options: StepOptions): Promise<JsonValue> {
    return this.#steps.run(name, effect, options);
  }
}
