/**
 * One dated version of MCP as a row of facts. Code asks a row; it never compares dates.
 *
 * A new difference between revisions is a new member here, filled in for every row.
 */
import type { ErrorKind } from '../errors/error-kinds.js';
import type { ContentBlock } from '../model/content.js';

/** Which members of a definition the revision's clients know, in the order they are written. */
export interface FieldTable {
  readonly implementation: readonly string[];
  readonly tool: readonly string[];
  readonly resource: readonly string[];
  readonly resourceTemplate: readonly string[];
  readonly prompt: readonly string[];
  readonly promptArgument: readonly string[];
  readonly annotations: readonly string[];
}

/** How a client of the revision is asked, and what it can be asked. */
export interface AskingFacts {
  /** By a request of ours, or by ending the call with questions and running it again with the answers. */
  readonly by: 'request' | 'round-trip';
  readonly elicitation: 'none' | 'form' | 'form-and-url';
  /** Whether a question to open a URL carries an id of its own. */
  readonly urlHasId: boolean;
  readonly sampling: 'plain' | 'with-tools';
}

/** How calls become tasks, and the words for them. */
export interface TaskFacts {
  /** Who makes a task of a call: the client, in its request, or the server, for clients with the extension. */
  readonly by: 'nobody' | 'client' | 'server';
  readonly ttlMember: 'ttl' | 'ttlMs';
  readonly pollIntervalMember: 'pollInterval' | 'pollIntervalMs';
  /** How a task ends whose tool answered with an error. */
  readonly toolErrors: 'failed' | 'completed';
}

export interface Revision {
  readonly date: string;
  /** With a handshake and sessions, or with an envelope on every request. */
  readonly era: 'legacy' | 'modern';
  readonly batches: 'accepted' | 'refused';
  /** Requests that a client may send. */
  readonly requests: ReadonlySet<string>;
  readonly errorCodes: Readonly<Record<ErrorKind, number>>;
  /** An error for a request whose id could not be read: without an id, or not sent because the schema demands one. */
  readonly errorWithoutId: 'sent' | 'withheld';
  /** What a tool's wrong arguments become. */
  readonly badArguments: 'tool-error' | 'protocol-error';
  readonly fields: FieldTable;
  /** Whether the schema of a tool's parameter may be `true` or `false` instead of an object. */
  readonly booleanSchemas: 'known' | 'unknown';
  readonly contentTypes: ReadonlySet<ContentBlock['type']>;
  /** Whether tools have structured results, and which JSON roots these may have. */
  readonly structuredContent: 'none' | 'objects' | 'any-json';
  /** Whether every result says of which type it is and who made it. */
  readonly results: 'bare' | 'typed';
  /** Whether lists and reads say how long they may be kept. */
  readonly cacheHints: 'none' | 'required';
  readonly progressMessage: 'known' | 'unknown';
  /** Whether clients want an event stream to begin with an event that only carries its id. */
  readonly streamPriming: 'sent' | 'never';
  /** How a client says which log messages it wants. */
  readonly logThreshold: 'by-session' | 'by-request';
  /** Whether completion has a capability of its own. */
  readonly completionCapability: 'declared' | 'unknown';
  /** How changes of one resource are listened for. */
  readonly resourceSubscriptions: 'by-request' | 'by-listening';
  /** How, and what, a client of the revision can be asked. */
  readonly asking: AskingFacts;
  readonly tasks: TaskFacts;
  /** Where a request's name stands, for the methods whose name is mirrored beside the body. */
  readonly mirroredNames: ReadonlyMap<string, string>;
}
