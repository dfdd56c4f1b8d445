/**
 * The messages between a serving process and its builder.
 */

/** From the serving process: the plugins to keep built. Each message replaces the one before. */
export interface WatchedFolders {
  readonly kind: 'watch';
  /** Absolute. */
  readonly folders: readonly string[];
  /** The options of every build, as the builder's own module defines them. */
  readonly options: object;
  /** Folders whose build ended the builder before; they are built again after a change. */
  readonly suspects: readonly string[];
}

/** From the serving process: asks for the builds of everything that has changed by now, noticed or not. */
export interface SettleRequest {
  readonly kind: 'settle';
  readonly id: number;
}

/** One build of a folder, as the builder reports it to the server's process. */
export interface BuildReport {
  readonly folder: string;
  /** Whether the folder has a build of its present sources now. */
  readonly isBuilt: boolean;
  /** Whether nothing was built, since the build was that of the sources already. */
  readonly isFresh: boolean;
  readonly wroteFiles: boolean;
  /** The build in one line for people, if there is one. */
  readonly line?: string | undefined;
  /** Errors, warnings and notes. */
  readonly diagnostics: readonly BuildDiagnostic[];
  /** The diagnostics for people, with the lines that they are about. */
  readonly text?: string | undefined;
  /** The installed packages that this build loads, and that were installed again since the build before. */
  readonly reinstalled?: readonly string[] | undefined;
  readonly tookMs: number;
}

/** One problem in a plugin's source; lines and columns count from 1, and the file is relative to the plugin's folder. */
export interface BuildDiagnostic {
  readonly code: string;
  readonly severity?: 'error' | 'warning' | 'note';
  readonly message: string;
  readonly fix: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** From the builder. */
export type BuilderMessage =
  /** The named build begins; if the builder ends before its outcome, the build is suspected. */
  | { readonly kind: 'building'; readonly folder: string }
  | { readonly kind: 'report'; readonly report: BuildReport }
  /** A build could not run, such as when `dist` cannot be written. */
  | { readonly kind: 'failed'; readonly folder: string; readonly why: string }
  /** A build ended whose folder is no longer named, or is no longer where its link leads. */
  | { readonly kind: 'dropped'; readonly folder: string }
  /** Every folder has been reported once, and changes are noticed. */
  | { readonly kind: 'watching' }
  /** Everything that had changed at the named request has been reported. */
  | { readonly kind: 'settled'; readonly id: number }
  /** The builder ends to give its memory back; another one goes on where it stopped. */
  | { readonly kind: 'recycling' };
