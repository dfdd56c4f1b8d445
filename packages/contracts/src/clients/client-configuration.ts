/**
 * Describes where and in which form a client product stores the servers that it connects to.
 */
import type { JsonObject } from '@sigil/core';
import type { ClientTarget } from '../targets/client-target.js';

/** A path whose first segment may name a folder of the user: `{home}`, `{config}`, `{appData}`, `{support}` and others. */
export type FilePath = string;

/** The user's file, or one per system; the keys are those of `process.platform`. */
export type UserFile = FilePath | Readonly<Record<'linux' | 'darwin' | 'win32', FilePath>>;

/**
 * The syntax by which a file refers to an environment variable, so that it contains no secret. A pattern has `NAME` in place of the
 * variable's name; `input` is VS Code's prompt that stores the answer in the system's key store; `member` is a member of the
 * entry that lists names of variables; `none` needs the value itself.
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
  /** Another name of the file in the same folder, used if it exists and the first does not. */
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
  /** A peculiarity that users should know when they install. */
  readonly note?: string;
  /** The same for the project's file. */
  readonly projectNote?: string;
}
