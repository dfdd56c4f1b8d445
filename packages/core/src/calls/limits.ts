/**
 * The engine's limits and their defaults. Each refuses with an error that names it; `docs/reference/limits.md` has the table.
 */

export interface OperationLimits {
  /** Longest run of one tool, resource or prompt without progress, in milliseconds. Waiting for the client does not count. */
  readonly callTimeoutMs: number;
  /** Longest total run of a call, regardless of progress, in milliseconds. */
  readonly maxCallMs: number;
  /** Longest time for the own code of one interceptor in one request, in milliseconds; after it the request is stopped. */
  readonly interceptorTimeoutMs: number;
  /** Longest wait for the client's answer to one question, in milliseconds. */
  readonly askTimeoutMs: number;
  /** Lifetime of the state that a client carries between rounds, in milliseconds. */
  readonly requestStateLifetimeMs: number;
  /** Most modern calls that wait for their client's answers on the generation that asked; the next round of others runs on the current one. */
  readonly maxParkedCalls: number;
  /** Most times that one question of a call may change its wording after it was answered. */
  readonly maxRewordedQuestions: number;
  /**
   * Most calls, reads, prompts and completions a second of one client: a caller, or an address where callers are not
   * authenticated. The default only stops runaways; set it to the capacity of the services that the tools use.
   */
  readonly maxCallsPerSecond: number;
  /** Most calls that queue for one tool with `maxConcurrentCalls`. */
  readonly maxQueuedCalls: number;
  /** Longest time in that queue, in milliseconds. */
  readonly queueTimeoutMs: number;
  /** Longest result of one call, in characters of JSON text. */
  readonly maxResultLength: number;
  /**
   * Most progress notifications a second of one call; of those that come faster, only the newest is sent, when the rate allows.
   * The default only stops runaways.
   */
  readonly maxProgressPerSecond: number;
  /** Longest content of one resource, in bytes before JSON encoding. */
  readonly maxResourceBytes: number;
  /** Deepest nesting of an incoming message. */
  readonly maxJsonDepth: number;
  /** Most members, objects and arrays of an incoming message. */
  readonly maxJsonMembers: number;
  /** Longest id of a request, and longest progress token, in characters. */
  readonly maxIdLength: number;
  /** Most components on one page of a list. */
  readonly pageSize: number;
  /** Most instances of one resource template in a list; the rest are left out and reported to the operator. */
  readonly maxListedInstances: number;
  /** Longest time for one template to list its instances, in milliseconds; after it the list is sent without them. */
  readonly listTimeoutMs: number;
  /** Most resources that one peer subscribes to. */
  readonly maxSubscriptions: number;
  /** Longest sum of the URIs that one peer subscribes to, in characters: they stay in memory as long as the subscriptions. */
  readonly maxSubscribedLength: number;
  /** Longest `capabilities` of a handshake, in characters of JSON text: the session keeps them. */
  readonly maxCapabilitiesLength: number;
  /** Most messages in one batch. */
  readonly maxBatchLength: number;
  /** Longest answer to a batch, in characters of JSON text. */
  readonly maxBatchAnswerLength: number;
  /** Default lifetime of a task and its outcome, in milliseconds from the task's creation. */
  readonly taskTtlMs: number;
  /** Longest time to keep a task, even where a client or tool asks for more, in milliseconds. */
  readonly maxTaskTtlMs: number;
  /** Most characters of the instructions; longer ones are cut with a notice. */
  readonly maxInstructionsLength: number;
  /** Polling interval suggested to clients of a task, in milliseconds. */
  readonly taskPollIntervalMs: number;
  /** Time after which a call becomes a task automatically, in milliseconds, where the tool allows both. */
  readonly taskAfterMs: number;
  /** Most tasks kept at a time. */
  readonly maxTasks: number;
  /** Most tasks of one session or principal. */
  readonly maxTasksPerOwner: number;
}

/** The limits on tasks. */
export type TaskLimits = Pick<
  OperationLimits,
  'taskTtlMs' | 'maxTaskTtlMs' | 'taskPollIntervalMs' | 'maxTasks' | 'maxTasksPerOwner'
>;

/** The defaults, which an operator may override. */
export const defaultLimits: OperationLimits = {
  callTimeoutMs: 60_000,
  maxCallMs: 600_000,
  interceptorTimeoutMs: 1_000,
  askTimeoutMs: 600_000,
  requestStateLifetimeMs: 600_000,
  maxParkedCalls: 1_000,
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
  pageSize: 1_000,
  maxListedInstances: 10_000,
  listTimeoutMs: 10_000,
  maxSubscriptions: 1_000,
  maxSubscribedLength: 256 * 1024,
  maxCapabilitiesLength: 64 * 1024,
  maxInstructionsLength: 16 * 1024,
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
