/**
 * The findings and choices of one migration, which all of its files share.
 */
import { type CallExpression, type ClassDeclaration, Node, type SourceFile } from 'ts-morph';
import type { Written } from '../handlers/returns.js';
import type { Finding, ReportFinding } from '../model.js';
import { type LowLevel, LowLevelReader } from '../readers/read-low-level.js';
import type { ServerValues } from '../readers/server-values.js';
import { readSharedArgument, type SharedName } from '../readers/shared-arguments.js';
import { openZodReading } from '../schemas/read-zod.js';
import type { ZodReading } from '../schemas/zod-reading.js';
import type { SourceFolder } from '../source/source-folder.js';
import { type Places, relativeModule } from '../source/source-layout.js';
import { zodVersion } from '../source/zod-version.js';
import { unrollRegistrations } from '../unrolling/unroll-registrations.js';
import type { ClassWriting } from './class-writing.js';
import { withOwnNames } from './local-names.js';

/** An argument that a set-up function gets from another file. */
export interface SharedArgument {
  /** The import that declares the parameter's name. */
  readonly import?: string;
  /** The source text of the value, and the imports that it needs. */
  readonly value?: string;
  readonly imports?: readonly string[];
  /** The name that the import declares. */
  readonly name?: string;
}

/** The findings and choices of one migration. */
export interface Migration {
  readonly files: readonly SourceFile[];
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
  /** Returns what the only construction of a class gives its constructor; `undefined` if there are none or several. */
  readonly constructionOf: (one: ClassDeclaration) => readonly Node[] | undefined;
  /** Writes, for one file, the specifier of what another file imports, or of that file. */
  readonly specifier: (file: SourceFile, from: SourceFile, module: string | SourceFile) => string;
  /** Returns the path of a module after files were renamed. */
  readonly moduleOf: (file: SourceFile, module: string) => string;
  /** Whether clients of the old server read no message of an error, except of those that handlers threw for them. */
  hidesErrors: boolean;
  /** Set once, when a class got the wrapper around every call. */
  hasErrors: boolean;
  /** Exports a constant from its file, and returns the import of it for another one. */
  readonly share: (shared: SharedName, into: SourceFile) => string;
  /** Constants that set-up functions of other files import. */
  readonly sharedNames: readonly SharedName[];
  /** Names of the classes that were written. */
  readonly classNames: Set<string>;
}

/** Opens the migration of a folder; `onFinding` gets each finding. */
export function openMigration(read: SourceFolder, places: Places, onFinding: (finding: Finding) => void): Migration {
  const version = zodVersion(read);
  const lines = unrollRegistrations(read.sources);
  const readings = new Map<SourceFile, ZodReading>();
  const zodOf = (node: Node): ZodReading => {
    const file = node.getSourceFile();
    const known = readings.get(file) ?? openZodReading(version, file);
    readings.set(file, known);
    return known;
  };
  const lowLevel = new LowLevelReader(zodOf);
  const sharedNames: SharedName[] = [];
  const specifier: Migration['specifier'] = (file, from, module) =>
    typeof module === 'string'
      ? places.moduleOf(from, module)
      : relativeModule(places.pathOf(file), places.pathOf(module));
  const share: Migration['share'] = (shared, into) => {
    sharedNames.push(shared);
    const { name, as, file } = shared;
    const from = relativeModule(places.pathOf(into), places.pathOf(file));
    return `import { ${name === as ? name : `${name} as ${as}`} } from '${from}';`;
  };
  return {
    files: read.sources,
    share,
    servers: withOwnNames(read.sources),
    version,
    helpers: new Set(),
    published: new Set(),
    classNames: new Set(),
    sharedNames,
    hidesErrors: false,
    hasErrors: false,
    pathToRoot: (file) => '../'.repeat(places.pathOf(file).split('/').length - 1) || './',
    moduleOf: places.moduleOf,
    argumentOf: (fn, index) => {
      const argument = readSharedArgument(read.sources, fn, index, (from, module) =>
        specifier(fn.getSourceFile(), from, module),
      );
      if (!argument || !('name' in argument)) return argument;
      return { name: argument.as, import: share(argument, fn.getSourceFile()) };
    },
    constructionOf: (one) => {
      const all = one.findReferencesAsNodes().flatMap((use) => {
        const parent = use.getParent();
        return Node.isNewExpression(parent) && parent.getExpression() === use ? [parent] : [];
      });
      return all.length === 1 ? all[0]?.getArguments() : undefined;
    },
    specifier,
    lowLevel: (call, writing) => lowLevel.read(call, writing),
    report: (at, finding) =>
      onFinding({
        file: read.pathOf(at.getSourceFile()),
        line: lines.of(at),
        ...(finding.name !== undefined && { name: finding.name }),
        ...(finding.construct !== undefined && { construct: finding.construct }),
        message: finding.message,
        severity: finding.severity,
      }),
  };
}
