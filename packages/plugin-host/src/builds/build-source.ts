/**
 * Declares a source of builds: a folder with a build, a pointer in a registry, an archive of what served before.
 *
 * The host reads it, and is told when there may be something new. It runs nothing.
 */
import type { Manifest } from '@sigil/core/building';

/** A build whose code is the one that its manifest names. */
export interface BuiltPlugin {
  readonly manifest: Manifest;
  /** CID of the manifest's canonical bytes. Equal builds, equal CID: the manifest names the CID of its code. */
  readonly manifestCid: string;
  /** The manifest as it was built, of which `manifestCid` is the CID. */
  readonly manifestText: string;
  readonly code: string;
  /** The code's absolute path: what its own imports are resolved from. */
  readonly codePath: string;
}

/** A running watch; the caller that opened it closes it. */
export interface Watch {
  close(): void;
}

export interface BuildSource {
  /** For people: a folder, or a name within a registry. */
  readonly label: string;
  /**
   * Reads what is there now.
   *
   * @throws PluginError `manifest-missing`, `manifest-invalid`, `code-missing` or `code-mismatch`
   */
  read(): Promise<BuiltPlugin>;
  /** Calls back when `read` may give something else; may call back for nothing. */
  watch(onChange: () => void): Watch;
  /** Told of each build that serves from now on. An error that it throws is reported and changes nothing. */
  served?(built: BuiltPlugin): Promise<void>;
  /** Told when nothing of a build that served runs any more in this host. */
  retired?(built: BuiltPlugin): Promise<void>;
}
