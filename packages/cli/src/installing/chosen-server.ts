/**
 * Describes a server to install: its name on the command line, and its known properties.
 */
import type { InstallableServer } from '@sigil/contracts/clients';
import type { CheckedTool } from '@sigil/contracts/targets';
import type { Scope } from './find-client-file.js';

/** The server named on the command line, and the values for its entry. */
export interface ServerRequest {
  /** A folder, a URL, or the name of a server at `origin`. */
  readonly source: string;
  /** The address of the server program where a bare name is looked up. */
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** The file with the plugin's configuration. */
  readonly configFile: string | undefined;
  /** The files with variables that the program is to read at its start. */
  readonly environmentFiles: readonly string[];
  readonly scope: Scope;
}

/** A server that can be installed. */
export interface ChosenServer {
  /** The server's own name; undefined when it could not be asked. */
  readonly name: string | undefined;
  readonly server: InstallableServer;
  /** The server's tools; undefined when it could not be asked, with the reason in `unchecked`. */
  readonly tools: readonly CheckedTool[] | undefined;
  readonly unchecked?: string;
}
