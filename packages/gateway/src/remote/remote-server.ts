/**
 * An upstream server as the rest of the program sees it.
 */
import type { CatalogSource } from '@sigil/core/catalog';
import type { PassedOn } from './asking/passed-on.js';
import type { AccessOptions } from './open-access.js';
import type { UpstreamFacts } from './conversation/exchange.js';
import type { Environment } from './fill-variables.js';
import type { RemoteConfiguration } from './remote-configuration.js';
import type { RemoteStatus } from './trouble/remote-status.js';

/** The surroundings of an upstream server. */
export interface RemoteOptions extends Pick<AccessOptions, 'callerToken' | 'signIns'> {
  /** The name in messages: the server's. */
  readonly name: string;
  /** How this program names itself to the upstream. */
  readonly client: { readonly name: string; readonly version: string };
  /** The folder that a relative `cwd` is seen from; without it the process's own. */
  readonly folder?: string;
  /** The file of what was approved; `mcps.lock.json` in the folder where left out. Only read and written with `pins`. */
  readonly pinFile?: string;
  /** Holds the variables that the configuration names; without it the process's own. */
  readonly environment?: Environment;
  /** Told once of each thing that does not work, in words. */
  readonly onProblem?: (why: string) => void;
  /** Told of what is worth knowing: that it serves, that a list changed; the lines that a program writes for its operator. */
  readonly onNote?: (note: string) => void;
  readonly onStatus?: (status: RemoteStatus) => void;
  /** Told of each request that was passed on for a client, once the upstream has answered or could not. */
  readonly onPassedOn?: (request: PassedOn) => void;
}

/** An upstream server. Its opener closes it. */
export interface RemoteServer {
  readonly source: CatalogSource;
  readonly configuration: RemoteConfiguration;
  readonly status: RemoteStatus;
  /** The upstream's own words on itself; absent until it has answered once. */
  readonly facts: UpstreamFacts | undefined;
  /** The definitions of the upstream that are not offered, or look suspicious, a sentence each. */
  readonly leftOut: readonly string[];
  /** Settles after the first attempt to read the lists, however it ended. Never rejects. */
  readonly ready: Promise<void>;
  /** Ends the connection, and the program where it is one. @param graceMs time that calls may go on */
  close(graceMs?: number): Promise<void>;
}
