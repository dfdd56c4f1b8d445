/**
 * Describes a server that is to be installed: how the command line names it, and what is known of it.
 */
import type { InstallableServer } from '@sigil/contracts/clients';
import type { CheckedTool } from '@sigil/contracts/targets';
import type { Scope } from './find-client-file.js';

/** The server that the command line names, and the values that its entry is to carry. */
export interface ServerRequest {
  /** A folder, a URL, or the name of a server at `origin`. */
  readonly source: string;
  /** The address of the server program that a bare name is looked for at. */
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** The file with the plugin's configuration. */
  readonly configFile: string | undefined;
  readonly scope: Scope;
}

/** A server that can be installed. */
export interface ChosenServer {
  /** Its own name; undefined when it could not be asked. */
  readonly name: string | undefined;
  readonly server: InstallableServer;
  /** Undefined when it could not be asked; `unchecked` says why. */
  readonly tools: readonly CheckedTool[] | undefined;
  readonly unchecked?: string;
}
