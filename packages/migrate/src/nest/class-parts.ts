/**
 * The parts that the classes of one file share while they are written.
 */
import type { SourceFile } from 'ts-morph';
import type { ReportFinding } from '../model.js';
import type { ClassMembers } from '../writing/class-members.js';
import type { ModuleImports } from '../writing/module-imports.js';
import type { Injection } from './injection.js';

/** The parts that the classes of one file share. */
export interface ClassParts {
  readonly members: ClassMembers;
  readonly imports: ModuleImports;
  readonly injection: Injection;
  readonly report: ReportFinding;
  /** Relative path to the folder of the sources: `./` or `../`. */
  readonly pathToRoot: string;
  /** Writes the specifier of another file. */
  readonly pathTo: (file: SourceFile) => string;
}
