/**
 * Describes where and how a client product keeps the servers that it connects to.
 */
import type { JsonObject } from '@sigil/core';
import type { ClientTarget } from '../targets/client-target.js';

/** A path whose first segment may stand for a folder of the user: `{home}`, `{config}`, `{appData}`, `{support}` and others. */
export type FilePath = string;

/** The user's file, one for each system where it differs; the keys are those of `process.platform`. */
export type UserFile = FilePath | Readonly<Record<'linux' | 'darwin' | 'win32', FilePath>>;

/**
 * The way a file names an environment variable, so that no secret stands in it. A pattern has `NAME` where the variable's
 * name goes; `input` is VS Code's prompt that keeps the answer in the system's key store; `member` is a member of the entry
 * that lists names of variables; `none` has to have the value itself.
 */
export type ReferenceStyle = 'input' | 'member' | 'none' | `${string}NAME${string}`;

/** One client product. */
export interface ClientConfiguration {
  /** The product's own name. */
  readonly title: string;
  readonly format: 'json' | 'toml' | 'yaml';
  /** The path of the object that has one member for each server. */
  readonly keyPath: readonly string[];
  readonly userFile: UserFile;
  /** Relative to the project's root; absent where the product has none. */
  readonly projectFile?: FilePath;
  /** Another name of the file in the same folder, which is used where it exists and the first does not. */
  readonly otherFileName?: string;
  /**
   * The entry of a server that is reached over HTTP; absent where the file takes programs only. Strings that begin with `$`
   * are replaced, and a member whose replacement is empty is left out.
   */
  readonly http?: JsonObject;
  /** The entry of a server that the client starts. */
  readonly stdio: JsonObject;
  readonly references: { readonly headers: ReferenceStyle; readonly env: ReferenceStyle };
  /** The product's own command that adds a server by its address, with `$name` and `$url`. */
  readonly addCommand?: string;
  /** The rules that its tools are checked against. */
  readonly target?: ClientTarget;
  /** The step that makes a running client notice the entry. */
  readonly afterwards: string;
  /** A peculiarity that the one who installs should know. */
  readonly note?: string;
  /** The same of the project's file. */
  readonly projectNote?: string;
}
