/**
 * The engine's limits and their defaults. Each refuses with an error that names it; `docs/reference/limits.md` has the table.
 */

export interface OperationLimits {
  /** Longest run of one tool, resource or prompt without any progress, in milliseconds. Waiting for the client does not count. */
  readonly callTimeoutMs: number;
  /** Longest run in all, however much progress it reports, in milliseconds. */
  readonly maxCallMs: number;
  /** Longest wait for the client's answer to one question, in milliseconds. */
  readonly askTimeoutMs: number;
  /** Lifetime of the state that a client carries between rounds, in milliseconds. */
  readonly requestStateLifetimeMs: number;
  /** Limit on how often a question of one call may come in other words than those it was answered in. */
  readonly maxRewordedQuestions: number;
  /**
   * Most calls, reads, prompts and completions a second of one client: a caller, or an address where nobody is asked who they are.
   * The default only stops runaways; set it to what the tools behind can take.
   */
  readonly maxCallsPerSecond: number;
  /** Most calls that wait for their turn at one tool with `maxConcurrentCalls`. */
  readonly maxQueuedCalls: number;
  /** Longest wait for a turn, in milliseconds. */
  readonly queueTimeoutMs: number;
  /** Longest result of one call, in characters of JSON text. */
  readonly maxResultLength: number;
  /**
   * Most progress notifications a second of one call; of those that come faster the newest is told when there is time. The
   * default only stops runaways.
   */
  readonly maxProgressPerSecond: number;
  /** Longest content of one resource, in bytes before it is put into JSON. */
  readonly maxResourceBytes: number;
  /** Deepest nesting of an incoming message. */
  readonly maxJsonDepth: number;
  /** Most members, objects and arrays of an incoming message. */
  readonly maxJsonMembers: number;
  /** Longest id of a request, and longest progress token, in characters. */
  readonly maxIdLength: number;
  /** Most components on one page of a list. */
  readonly pageSize: number;
  /** Most instances of one resource template in a list; further ones are left out, which the operator is told. */
  readonly maxListedInstances: number;
  /** Longest time that one template may take to list its instances, in milliseconds; the list is then answered without them. */
  readonly listTimeoutMs: number;
  /** Most resources that one peer subscribes to. */
  readonly maxSubscriptions: number;
  /** Most messages in one batch. */
  readonly maxBatchLength: number;
  /** Longest answer to a batch, in characters of JSON text. */
  readonly maxBatchAnswerLength: number;
  /** Default lifetime of a task and its outcome, in milliseconds from the task's creation. */
  readonly taskTtlMs: number;
  /** Longest time that a task is kept, even where a client or tool asks for more, in milliseconds. */
  readonly maxTaskTtlMs: number;
  /** Interval at which clients are told to poll a task, in milliseconds. */
  readonly taskPollIntervalMs: number;
  /** Time after which a call becomes a task by itself, in milliseconds, where the tool allows both. */
  readonly taskAfterMs: number;
  /** Most tasks that are kept at a time. */
  readonly maxTasks: number;
  /** Most of them that one session or principal has. */
  readonly maxTasksPerOwner: number;
}

/** Those that concern tasks. */
export type TaskLimits = Pick<
  OperationLimits,
  'taskTtlMs' | 'maxTaskTtlMs' | 'taskPollIntervalMs' | 'maxTasks' | 'maxTasksPerOwner'
>;

/** The limits that hold unless an operator sets others. */
export const defaultLimits: OperationLimits = {
  callTimeoutMs: 60_000,
  maxCallMs: 600_000,
  askTimeoutMs: 600_000,
  requestStateLifetimeMs: 600_000,
  maxRewordedQuestions: 3,
  maxCallsPerSecond: 100_000,
  maxQueuedCalls: 256,
  queueTimeoutMs: 1_000,
  maxResultLength: 10 * 1024 * 1024,
  maxProgressPerSecond: 100_000,
  maxResourceBytes: 10 * 1024 * 1024,
  maxJsonDepth: 64,
  maxJsonMembers: 250_000,
  maxIdLength: 1_024,
  pageSize: 50,
  maxListedInstances: 10_000,
  listTimeoutMs: 10_000,
  maxSubscriptions: 1_000,
  maxBatchLength: 100,
  maxBatchAnswerLength: 20 * 1024 * 1024,
  taskTtlMs: 3_600_000,
  maxTaskTtlMs: 86_400_000,
  taskPollIntervalMs: 1_000,
  taskAfterMs: 1_000,
  maxTasks: 1_000,
  maxTasksPerOwner: 100,
};

/** @throws RangeError when a limit is not a whole number of at least 1 */
export function chooseLimits(given: Partial<OperationLimits> = {}): OperationLimits {
  const chosen = { ...defaultLimits, ...given };
  for (const [name, value] of Object.entries<unknown>(chosen)) {
    if (Number.isSafeInteger(value) && Number(value) >= 1) continue;
    throw new RangeError(`limit ${name} must be a whole number of at least 1, got ${String(value)}`);
  }
  return chosen;
}
