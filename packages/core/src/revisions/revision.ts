/**
 * One dated version of MCP as a row of facts. Code reads a row; it never compares dates.
 *
 * A new difference between revisions is a new member here, filled in for every row.
 */
import type { ErrorKind } from '../errors/error-kinds.js';
import type { ContentBlock } from '../model/content.js';

/** The members of a definition that the revision's clients know, in the order they are written. */
export interface FieldTable {
  readonly implementation: readonly string[];
  readonly tool: readonly string[];
  readonly resource: readonly string[];
  readonly resourceTemplate: readonly string[];
  readonly prompt: readonly string[];
  readonly promptArgument: readonly string[];
  readonly annotations: readonly string[];
}

/** The mechanism of asking a client of the revision, and the questions it supports. */
export interface AskingFacts {
  /** With a request of ours, or by ending the call with questions and running it again with the answers. */
  readonly by: 'request' | 'round-trip';
  readonly elicitation: 'none' | 'form' | 'form-and-url';
  /** True if a question to open a URL carries its own id. */
  readonly urlHasId: boolean;
  readonly sampling: 'plain' | 'with-tools';
}

/** The mechanism by which calls become tasks, and the names of task members on the wire. */
export interface TaskFacts {
  /** The side that turns a call into a task: the client, in its request, or the server, for clients with the extension. */
  readonly by: 'nobody' | 'client' | 'server';
  readonly ttlMember: 'ttl' | 'ttlMs';
  readonly pollIntervalMember: 'pollInterval' | 'pollIntervalMs';
  /** The final status of a task whose tool answered with an error. */
  readonly toolErrors: 'failed' | 'completed';
}

export interface Revision {
  readonly date: string;
  /** A handshake with sessions, or an envelope on every request. */
  readonly era: 'legacy' | 'modern';
  readonly batches: 'accepted' | 'refused';
  /** Requests that a client may send. */
  readonly requests: ReadonlySet<string>;
  readonly errorCodes: Readonly<Record<ErrorKind, number>>;
  /**
   * An error for a message whose id could not be read: without an id, or with the id `null` of JSON-RPC, where the schema demands an id and
   * nothing but the error could be an answer.
   */
  readonly errorWithoutId: 'no-id' | 'null-id';
  /** The form of the answer to a tool's wrong arguments. */
  readonly badArguments: 'tool-error' | 'protocol-error';
  readonly fields: FieldTable;
  /** True if a property of a tool's input schema may be `true` or `false` instead of an object. */
  readonly booleanSchemas: 'known' | 'unknown';
  readonly contentTypes: ReadonlySet<ContentBlock['type']>;
  /** The structured results of tools: whether there are any, and the allowed JSON roots. */
  readonly structuredContent: 'none' | 'objects' | 'any-json';
  /** True if every result names its type and the server that made it. */
  readonly results: 'bare' | 'typed';
  /** True if lists and reads carry hints on how long they may be cached. */
  readonly cacheHints: 'none' | 'required';
  readonly progressMessage: 'known' | 'unknown';
  /** True if clients expect an event stream to begin with an event that carries only an id. */
  readonly streamPriming: 'sent' | 'never';
  /** The mechanism by which a client sets the level of its log messages. */
  readonly logThreshold: 'by-session' | 'by-request';
  /** True if completion has its own capability. */
  readonly completionCapability: 'declared' | 'unknown';
  /** The mechanism by which a client subscribes to changes of one resource. */
  readonly resourceSubscriptions: 'by-request' | 'by-listening';
  /** The questions supported by clients of the revision, and the mechanism of asking them. */
  readonly asking: AskingFacts;
  readonly tasks: TaskFacts;
  /** The member of `params` that holds a request's name, for methods whose name is mirrored in a header. */
  readonly mirroredNames: ReadonlyMap<string, string>;
}
