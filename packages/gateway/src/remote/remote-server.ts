/**
 * An upstream server as the rest of the program sees it.
 */
import type { JsonObject } from '@sigil/core';
import type { CatalogSource } from '@sigil/core/catalog';
import type { ObservedRequest } from './calls/observe-request.js';
import type { CheckOf } from './reading/checked-arguments.js';
import type { AccessOptions } from './open-access.js';
import type { ServerFacts } from '@sigil/client/internal';
import type { Environment } from './fill-variables.js';
import type { RemoteConfiguration } from './remote-configuration.js';
import type { RemoteStatus } from './trouble/remote-status.js';

/** The dependencies of an upstream server. */
export interface RemoteOptions extends Pick<AccessOptions, 'callerToken' | 'signIns'> {
  /** The server's name, for messages. */
  readonly name: string;
  /** How this program names itself to the upstream. */
  readonly client: { readonly name: string; readonly version: string };
  /** The folder that a relative `cwd` starts from; by default the process's own. */
  readonly folder?: string;
  /** The file of approved sets; by default `mcps.lock.json` in the folder. Used only with `pins`. */
  readonly pinFile?: string;
  /** The variables that the configuration names; by default the process's own. */
  readonly environment?: Environment;
  /** True if all calls belong to one client, as they do over standard input and output. */
  readonly isOfOneClient?: boolean;
  /** The capabilities that the only client declared; left out while they are unknown, and where there are several clients. */
  readonly clientCapabilities?: JsonObject | undefined;
  /**
   * Compiles the schema of a tool, for `"validate": "arguments"`; left out where that is not offered. It rejects for a schema that it cannot
   * compile.
   */
  readonly checkOf?: CheckOf;
  /** Called with a sentence for each new problem. */
  readonly onProblem?: (why: string) => void;
  /** Called with notes for the operator: the upstream serves, a list changed, or the program wrote a line of log. */
  readonly onNote?: (note: string) => void;
  readonly onStatus?: (status: RemoteStatus) => void;
  /** Called for each request that was sent to the upstream for a client, once it has ended. */
  readonly onRequest?: (request: ObservedRequest) => void;
}

/** An upstream server. The code that opens it closes it. */
export interface RemoteServer {
  readonly source: CatalogSource;
  readonly configuration: RemoteConfiguration;
  readonly status: RemoteStatus;
  /** The facts that the upstream states about itself; absent until it has answered once. */
  readonly facts: ServerFacts | undefined;
  /** The number of sessions, connections and programs of the upstream that were opened so far. */
  readonly openings: number;
  /** The upstream's definitions that are not offered or look suspicious, one sentence each. */
  readonly leftOut: readonly string[];
  /** Settles after the first attempt to read the lists, successful or not. Never rejects. */
  readonly ready: Promise<void>;
  /** Ends the connection, and the program if it is one. @param graceMs time that calls in flight may take to finish */
  close(graceMs?: number): Promise<void>;
}
