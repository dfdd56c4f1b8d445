/**
 * The findings and choices of one migration, which all of its files share.
 */
import type { CallExpression, SourceFile } from 'ts-morph';
import type { Written } from '../handlers/returns.js';
import type { ReportFinding } from '../model.js';
import type { LowLevel } from '../readers/read-low-level.js';
import type { ServerValues } from '../readers/server-values.js';
import type { ClassWriting } from './class-writing.js';

/** An argument that a set-up function gets from another file. */
export interface SharedArgument {
  /** The import that declares the parameter's name. */
  readonly import?: string;
  /** The source text of the value. */
  readonly value?: string;
}

/** The findings and choices of one migration. */
export interface Migration {
  readonly servers: ServerValues;
  readonly version: 3 | 4;
  readonly report: ReportFinding;
  /** Functions of the results module that are used. */
  readonly helpers: Set<string>;
  /** Names of the components that were published, with their kinds. */
  readonly published: Set<string>;
  /** Reads the registrations of other styles in a statement: low-level handlers. */
  readonly lowLevel: (call: CallExpression, writing: ClassWriting) => LowLevel | undefined;
  /** Returns the relative path from a file to the folder of the sources: `./` or `../`. */
  readonly pathToRoot: (file: SourceFile) => string;
  /** Returns how a function of another file's set-up gets an argument: by an import, or as a value. */
  readonly argumentOf: (fn: Written, index: number) => SharedArgument | undefined;
  /** Returns the path of a module after files were renamed. */
  readonly moduleOf: (file: SourceFile, module: string) => string;
  /** Set once, when a class got the wrapper around every call. */
  hasErrors: boolean;
  /** Names of the classes that were written. */
  readonly classNames: Set<string>;
}
