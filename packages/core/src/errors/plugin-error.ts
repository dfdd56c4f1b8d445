/**
 * An error for the operator and the author: something is wrong with a plugin. It never reaches the wire as it is; only the
 * messages of `crashed` and `activation-failed` do, where they make a call fail.
 */

/**
 * - `manifest-missing`, `manifest-invalid`: build the plugin again
 * - `manifest-stale`: manifest and code were built from different sources; build again
 * - `code-missing`, `code-mismatch`: the code, or the file of the skills, is not the one the manifest names; build again
 * - `code-failed`: the code threw while it was evaluated
 * - `framework-needed`: only the framework of this application can construct its classes; start the application
 * - `configuration-invalid`: the plugin's configuration lacks a member, or has one that no class knows or accepts; correct it
 * - `construct-failed`, `start-failed`: the author's constructor or `start()` threw
 * - `unhealthy`: the author's `health()` threw or returned `false`
 * - `timed-out`: a step of starting the plugin took longer than its limit
 * - `activation-failed`: the code that a call needs could not be started at its first use; the cause says why
 * - `crashed`: the plugin's worker or process ended by itself or had to be killed
 * - `content-missing`, `content-mismatch`: a content store has nothing under a CID, or bytes that do not match it
 * - `pointer-missing`, `pointer-invalid`: a registry has no such plugin, or its pointer file was changed by hand; publish it again
 * - `history-missing`, `history-invalid`: no such build of a server is remembered, or its history file was changed by hand
 * - `store-busy`: another process holds the lock of a registry or a state folder for too long; try again
 * - `name-taken`: two components of one server have the same name or URI
 * - `header-invalid`: an `x-mcp-header` in a tool's input schema is not allowed there; correct or remove it
 */
export type PluginErrorCode =
  | 'manifest-missing'
  | 'manifest-invalid'
  | 'manifest-stale'
  | 'code-missing'
  | 'code-mismatch'
  | 'code-failed'
  | 'framework-needed'
  | 'configuration-invalid'
  | 'construct-failed'
  | 'start-failed'
  | 'unhealthy'
  | 'timed-out'
  | 'activation-failed'
  | 'crashed'
  | 'content-missing'
  | 'content-mismatch'
  | 'pointer-missing'
  | 'pointer-invalid'
  | 'history-missing'
  | 'history-invalid'
  | 'store-busy'
  | 'name-taken'
  | 'header-invalid';

export class PluginError extends Error {
  override readonly name = 'PluginError';

  constructor(
    readonly code: PluginErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
