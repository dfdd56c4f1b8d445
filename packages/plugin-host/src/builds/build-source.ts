/**
 * Declares a source of builds: a folder with a build, a pointer in a registry, or an archive of earlier builds.
 *
 * The host reads it, and is called back when there may be a new build. A source runs no code.
 */
import type { Manifest } from '@sigil/core/building';
import type { BuildContent } from './build-content.js';

/** A build whose code matches its manifest. */
export interface BuiltPlugin extends BuildContent {
  readonly manifest: Manifest;
  /** CID of the manifest's canonical bytes. Equal builds have equal CIDs, since the manifest names the CID of its code. */
  readonly manifestCid: string;
  /** The manifest's text as built, which `manifestCid` identifies. */
  readonly manifestText: string;
  readonly code: string;
  /** The code's absolute path, from which its own imports are resolved. */
  readonly codePath: string;
}

/** A running watch; the caller that opened it closes it. */
export interface Watch {
  close(): void;
}

export interface BuildSource {
  /** Label for people: a folder, or a name within a registry. */
  readonly label: string;
  /**
   * Reads the current build.
   *
   * @throws PluginError `manifest-missing`, `manifest-invalid`, `code-missing` or `code-mismatch`
   */
  read(): Promise<BuiltPlugin>;
  /** Calls back when `read` may return another build; may also call back without a change. */
  watch(onChange: () => void): Watch;
  /** Called with each build that starts to serve. An error that it throws is reported and changes nothing. */
  served?(built: BuiltPlugin): Promise<void>;
  /** Called with each build that has served, when its generation has ended. One of an equal build may still run. */
  retired?(built: BuiltPlugin): Promise<void>;
}
