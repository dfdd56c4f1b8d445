/**
 * The context of a call, for an author's method that runs in it. A parameter of this type is injected and is no argument.
 */
import type {
  AskOptions,
  FormAnswer,
  FormSchema,
  LogLevel,
  RootsAnswer,
  SamplingAnswer,
  SamplingQuestion,
  UrlAnswer,
} from './asking.js';
import type { JsonObject, JsonValue } from './json.js';
import type { Principal } from './principal.js';
import type { SpanOptions, SpanWork } from './trace.js';

/** Tells the clients that listen of changes behind this plugin. Works inside a call and, from `start()`, outside of any. */
export interface Announcer {
  /** The resource at this URI reads differently now. */
  resourceUpdated(uri: string): void;
  /** A list is no longer what it was. Swaps announce their own; this is for lists that depend on something else. */
  listChanged(kind: 'tools' | 'resources' | 'prompts'): void;
}

/** The terms of keeping a task; each member that is left out has its default. */
export interface TaskTerms {
  /** The time for which the task and its outcome can be fetched, from now; at most the limit `maxTaskTtlMs`. */
  readonly ttlMs?: number;
  /** The interval at which the client should poll. */
  readonly pollIntervalMs?: number;
  /** A line for people about what is going on. */
  readonly statusMessage?: string;
}

/** The permissions of a step; each member that is left out is refused. */
export interface StepOptions {
  /**
   * Tells whether a later build of the plugin may use the value that this build's step returned. Set it only where the
   * step keeps its name and its meaning from build to build. Without it a call whose plugin is replaced between its rounds
   * is refused, and nothing of the call runs again.
   */
  readonly stable?: boolean;
}

/**
 * Asking the client is one `await` in every revision. Where a client is asked by a request, the method waits; where the
 * protocol has none, the call ends with the question and the method runs again from its beginning with the answer. So what
 * must not happen twice belongs into `step`, and a question must be in the same words in every run: an answer belongs to the
 * key, the words and the schema that the person saw, and a question that differs is asked anew.
 */
export interface Context extends Announcer {
  /** Aborts when the peer cancels, leaves, or the call's deadline passes. Made when first read. */
  readonly signal: AbortSignal;

  /**
   * The caller. Where the server asks nobody who they are, it is `local` and has every scope.
   */
  readonly principal: Principal;

  /** The request's `_meta`, as it came; its trace context is that of the call itself where the server traces it. */
  readonly meta: JsonObject;

  /** The capabilities that the client declared: the questions it can be asked. */
  readonly clientCapabilities: JsonObject;

  /**
   * Tells the peer how far the call is; does nothing when the peer did not ask for progress.
   *
   * @param progress must grow with each report; one that does not is left out
   * @param total the value of `progress` at the end, when known
   * @param message a line for people; revisions before 2025-03-26 do not carry it
   * @returns resolves when the transport can take more, so awaiting it follows the reader's pace
   * Spec: 2025-11-25 basic/utilities/progress
   */
  reportProgress(progress: number, total?: number, message?: string): Promise<void>;

  /**
   * Sends a log message to the client, if it wants ones of this level. Never log secrets or personal data.
   *
   * @param logger a name for where it comes from
   * Spec: 2025-11-25 server/utilities/logging
   */
  log(level: LogLevel, data: JsonValue, logger?: string): Promise<void>;

  /**
   * Asks the user to fill in a form. Never ask for secrets this way.
   *
   * @throws ToolError when the client failed to answer, or not within the limit `askTimeoutMs`
   * Spec: 2025-11-25 client/elicitation
   */
  elicit(message: string, schema: FormSchema, options?: AskOptions): Promise<FormAnswer>;

  /**
   * Asks the user to fill in a form whose fields are the members of `Fields`; the build writes the schema into the call.
   *
   * @throws TypeError when the code was not built; else as above
   */
  elicit<Fields extends object>(message: string, options?: AskOptions): Promise<FormAnswer<Fields>>;

  /**
   * Asks the user to open a page, for what must not pass through the client. The URL must not identify the user.
   *
   * @throws ToolError when the client failed to answer, or not within the limit `askTimeoutMs`
   * Spec: 2025-11-25 client/elicitation#url-mode
   */
  elicitUrl(message: string, url: string, options?: AskOptions): Promise<UrlAnswer>;

  /**
   * Asks the client's model.
   *
   * @throws ToolError when the client failed to answer, or not within the limit `askTimeoutMs`; TypeError when uses of tools
   * and their results do not go together in the messages
   * Spec: 2025-11-25 client/sampling
   */
  sample(question: SamplingQuestion, options?: AskOptions): Promise<SamplingAnswer>;

  /**
   * Asks which folders the client lets us see.
   *
   * @throws ToolError when the client failed to answer, or not within the limit `askTimeoutMs`
   * Spec: 2025-11-25 client/roots
   */
  listRoots(options?: AskOptions): Promise<RootsAnswer>;

  /**
   * Refuses the call, in the words of the client's revision, unless the client has these capabilities.
   *
   * @param needed in the shape of client capabilities: `{ sampling: {} }`
   * @throws McpError or ToolError naming what is missing
   */
  requireClient(needed: JsonObject): void;

  /**
   * Runs `effect` once, however often the call is run again, and remembers what it returned.
   *
   * @param name the same in every run, and of one step only
   * @returns what `effect` returned the first time, as JSON gives it back
   * @throws ToolError when an earlier build ran the step and one of the two does not call it `stable`
   */
  step<Value extends JsonValue>(
    name: string,
    effect: () => Promise<Value> | Value,
    options?: StepOptions,
  ): Promise<Value>;

  /**
   * Runs `work` as a span of the call's trace, within the span that it is called in. Where the server does not trace the call,
   * `work` just runs.
   *
   * @param name the same for all spans of one kind: what differs from call to call goes into attributes
   * @param work gets the place in the trace, for requests to other services: of the span, or of the caller where the server does not
   * trace the call; empty where there is neither
   */
  span<Result>(name: string, work: SpanWork<Result>, options?: SpanOptions): Promise<Result>;

  /**
   * Makes this call a task, if its tool may have tasks and its client can: the client gets the task's id now and comes back
   * for the outcome, and the method runs on, without the deadline of a call, until the task's `ttlMs` is over. Questions
   * before this were asked in the call; the task asks all later ones. Progress messages become the task's status.
   *
   * A tool with `task: 'required'` is a task from its beginning. One with `task: 'optional'` becomes one here, or by itself
   * when it has run for the limit `taskAfterMs`; in revision 2025-11-25 its client decides, with the call.
   *
   * @returns whether the call is a task now; if not, go on as ever
   * @throws McpError when as many tasks are kept as may be
   * Spec: 2025-11-25 basic/utilities/tasks, ext-tasks draft/tasks
   */
  beginTask(terms?: TaskTerms): Promise<boolean>;

  /**
   * Lets the client's connection go while the call runs on, where the client can come back for the rest; else nothing.
   *
   * Spec: 2025-11-25 basic/transports#sending-messages-to-the-server
   */
  releaseConnection(): void;
}
