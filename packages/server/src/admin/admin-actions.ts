/**
 * The actions of operators at the admin address.
 */

/** The actions of the admin address. */
export interface AdminActions {
  /**
   * Returns the state of every plugin and the memory in use, as JSON.
   *
   * @param collect whether to collect garbage first, if the process was started with `--expose-gc`
   */
  status(collect: boolean): object;
  /** Looks for new builds, publications, plugins and configuration now. */
  reload(): Promise<void>;
  /**
   * Makes a plugin serve an earlier build again.
   *
   * @param to the manifest's CID; by default the build before the current one
   * @returns the CID of the manifest that now serves
   * @throws Error with a message for the operator
   */
  rollback(server: string, to: string | undefined): Promise<string>;
  /** Ends a call in flight; absent if no calls are recorded. @returns whether there was such a call */
  cancel?(call: string): Promise<boolean>;
  /** Returns the log levels by module. */
  levels(): Readonly<Record<string, string>>;
  /** @throws Error with a message for the operator, when there is no such module or level */
  setLevel(module: string, level: string): void;
}

/** An action could not be recorded in the audit trail. The message says whether it was done all the same. */
export class UnwrittenError extends Error {
  override readonly name = 'UnwrittenError';
}
