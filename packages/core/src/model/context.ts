/**
 * The context of a call, for an author's method. A parameter of this type is injected and is not an argument.
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

/** Notifies listening clients of changes in this plugin's data. Works inside a call and, from `start()` on, outside calls. */
export interface Announcer {
  /** Reports that the resource at this URI has changed. */
  resourceUpdated(uri: string): void;
  /** Reports that a list has changed. Swaps announce their own changes; use this for lists that depend on something else. */
  listChanged(kind: 'tools' | 'resources' | 'prompts'): void;
}

/** Terms for keeping a task; omitted members take their defaults. */
export interface TaskTerms {
  /** Time for which the task and its outcome can be fetched, from now; at most the limit `maxTaskTtlMs`. */
  readonly ttlMs?: number;
  /** Polling interval suggested to the client. */
  readonly pollIntervalMs?: number;
  /** A line for people that describes the current activity. */
  readonly statusMessage?: string;
}

/** Permissions of a step; an omitted permission is denied. */
export interface StepOptions {
  /**
   * Allows a later build of the plugin to use the value that this build's step returned. Set it only if the step keeps its name
   * and meaning from build to build. Without it, a call whose plugin is replaced between rounds is refused, and no part of the
   * call runs again.
   */
  readonly stable?: boolean;
}

/**
 * The context of one call. Asking the client is a single `await` in every revision. Where the protocol can send the client a
 * request, the method waits; otherwise the call ends with the question, and the method runs again from the start with the answer.
 * So wrap side effects that must not repeat in `step`, and word a question identically in every run: an answer belongs to the
 * key, the wording and the schema that the person saw, and a question that differs is asked again.
 */
export interface Context extends Announcer {
  /** Aborts when the peer cancels or disconnects, or when the call's deadline passes. Created on first read. */
  readonly signal: AbortSignal;

  /** The caller. Where the server does not authenticate callers, it is `local` and has every scope. */
  readonly principal: Principal;

  /** The request's `_meta`, unchanged, except that its trace context is the call's own where the server traces the call. */
  readonly meta: JsonObject;

  /** The capabilities that the client declared, that is, the questions it can be asked. */
  readonly clientCapabilities: JsonObject;

  /**
   * Reports progress to the peer; does nothing when the peer did not ask for progress.
   *
   * @param progress must grow with each report; one that does not is dropped
   * @param total the value of `progress` at the end, when known
   * @param message a line for people; revisions before 2025-03-26 do not carry it
   * @returns resolves when the transport can take more, so awaiting it follows the reader's pace
   * Spec: 2025-11-25 basic/utilities/progress
   */
  reportProgress(progress: number, total?: number, message?: string): Promise<void>;

  /**
   * Sends a log message to the client if the client wants this level. Never log secrets or personal data.
   *
   * @param logger a name for the source of the message
   * Spec: 2025-11-25 server/utilities/logging
   */
  log(level: LogLevel, data: JsonValue, logger?: string): Promise<void>;

  /**
   * Asks the user to fill in a form. Never ask for secrets by a form.
   *
   * @throws ToolError when the client fails to answer, or does not answer within the limit `askTimeoutMs`
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
   * Asks the user to open a page, for data that must not pass through the client. The URL must not identify the user.
   *
   * @throws ToolError when the client fails to answer, or does not answer within the limit `askTimeoutMs`
   * Spec: 2025-11-25 client/elicitation#url-mode
   */
  elicitUrl(message: string, url: string, options?: AskOptions): Promise<UrlAnswer>;

  /**
   * Asks the client's model.
   *
   * @throws ToolError when the client fails to answer, or does not answer within the limit `askTimeoutMs`; TypeError when tool
   * uses and results in the messages do not match
   * Spec: 2025-11-25 client/sampling
   */
  sample(question: SamplingQuestion, options?: AskOptions): Promise<SamplingAnswer>;

  /**
   * Asks which folders the client exposes.
   *
   * @throws ToolError when the client fails to answer, or does not answer within the limit `askTimeoutMs`
   * Spec: 2025-11-25 client/roots
   */
  listRoots(options?: AskOptions): Promise<RootsAnswer>;

  /**
   * Refuses the call, with the error of the client's revision, unless the client has these capabilities.
   *
   * @param needed in the shape of client capabilities: `{ sampling: {} }`
   * @throws McpError or ToolError naming what is missing
   */
  requireClient(needed: JsonObject): void;

  /**
   * Runs `effect` once, however often the call is run again, and remembers its result.
   *
   * @param name identifies the step: the same in every run, and unique within the call
   * @returns the first result of `effect`, after a round trip through JSON
   * @throws ToolError when an earlier build ran the step and one of the two builds does not declare it `stable`
   */
  step<Value extends JsonValue>(
    name: string,
    effect: () => Promise<Value> | Value,
    options?: StepOptions,
  ): Promise<Value>;

  /**
   * Runs `work` as a span of the call's trace, inside the current span. Where the server does not trace the call, it only runs
   * `work`.
   *
   * @param name the same for all spans of one kind; put details that vary between calls in attributes
   * @param work gets a trace context for requests to other services: the span's, or the caller's where the server does not trace
   * the call; empty where neither exists
   */
  span<Result>(name: string, work: SpanWork<Result>, options?: SpanOptions): Promise<Result>;

  /**
   * Makes this call a task, if its tool allows tasks and its client supports them. The client gets the task's id now and fetches
   * the outcome later; the method keeps running, without a call deadline, until the task's `ttlMs` expires. Earlier questions
   * were asked in the call; later ones are asked through the task. Progress messages become the task's status.
   *
   * A tool with `task: 'required'` is a task from the start. One with `task: 'optional'` becomes one here, or automatically after
   * running for the limit `taskAfterMs`; in revision 2025-11-25 the client decides when it makes the call.
   *
   * @returns whether the call is now a task; if not, continue as usual
   * @throws McpError when the limit on kept tasks is reached
   * Spec: 2025-11-25 basic/utilities/tasks, ext-tasks draft/tasks
   */
  beginTask(terms?: TaskTerms): Promise<boolean>;

  /**
   * Releases the client's connection while the call keeps running, if the client can reconnect for the rest; otherwise does
   * nothing.
   *
   * Spec: 2025-11-25 basic/transports#sending-messages-to-the-server
   */
  releaseConnection(): void;
}
