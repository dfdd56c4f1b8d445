/**
 * Reads a plugin's folder into its model. It is the only entry point of the reader and hides the choice of compiler.
 */
import type { Framework } from '@sigil/core/building';
import type { ts } from 'ts-morph';
import { InputLog } from '../inputs/input-log.js';
import { hasErrors, type Diagnostic } from '../model/diagnostic.js';
import type { ClassModel, CodeEdit, PluginModel, SchemaCall } from '../model/plugin-model.js';
import { findCodeEdits } from './code-edits.js';
import { findUntouched, type FileStates, statesOf } from './program/affected-files.js';
import { checkCompletions } from './check-completions.js';
import { checkViews } from './check-views.js';
import { readFileInstructions } from './docs/instructions-tag.js';
import { runOpenChecks } from './docs/open-checks.js';
import { openOrigins } from './program/origins.js';
import { findMarkerUses, type MarkerUse, reportOtherUses, reportUnaccounted } from './marker-uses.js';
import { findProviders, isProvideFile } from './find-providers.js';
import { wireServices } from './wire-services.js';
import { findPluginClasses, findUnpublished, type FoundClasses, reportUnpublishedClasses } from './plugin-classes.js';
import { startNativeCheck } from './program/native-check.js';
import { openPluginProject, type PluginProject } from './program/plugin-project.js';
import { openProblems, relativeName } from './program/problems.js';
import { type ReadClass, readClass } from './read-class.js';
import { type PlacedView, readOtherViews } from './read-views.js';
import { openRenameSearch, type RenameLocation, type RenameSearch } from './rename-locations.js';
import { reportDuplicateClasses, reportDuplicates } from './component-names.js';
import type { Reading } from './program/reading.js';
import { filesWithSchemaCalls, findSchemaCalls } from './schema-calls.js';
import {
  hasTypeErrors,
  lacksNullChecks,
  reportConfigErrors,
  reportOnlyReferences,
  reportSyntaxErrors,
  reportTypeErrors,
} from './program/source-errors.js';
import { openTypeReader } from './types/read-type.js';
import type { TypeReader } from './types/type-site.js';

/** The result of reading a plugin. Use the model only when there are no errors; it then contains everything that is decorated. */
export interface PluginReading {
  readonly model: PluginModel;
  /** In display order. */
  readonly diagnostics: Diagnostic[];
  /**
   * The source files and configuration that the result depends on, as absolute paths; those of installed packages are left out.
   */
  readonly files: string[];
  /** Every file of the compiler's program but the language's library; absent if there is no program. */
  readonly sources?: ReadonlySet<string>;
}

/** Reads one plugin repeatedly while its files change. */
export interface PluginReader {
  read(): PluginReading;
  /**
   * Reads as `read` does, for the first reading: another compiler may check the plugin's own files concurrently. Make no other
   * call before it has ended.
   */
  readFirst(): Promise<PluginReading>;
  /**
   * Reads as `read` does without checking the bodies of functions. If that finds no error, a following `read` only checks them.
   */
  readUnchecked(): PluginReading;
  /** Applies changes: files that were written, added or deleted, by absolute path. */
  refresh(changedFiles: readonly string[]): void;
  /** Releases the program; do not use the reader afterwards. */
  close(): void;
}

/** A reader that also answers about single names and methods. */
export interface SearchableReader extends PluginReader {
  /**
   * Reads the classes that a file publishes with one method alone, as they are in the model of `readUnchecked`, in a fraction of its time;
   * `undefined` if only the whole plugin shows what the method is. Schemas in its decorator are not evaluated.
   */
  readMethod(path: string, method: string): readonly ClassModel[] | undefined;
  /** Returns the places that name the same thing as the identifier at an offset, in the files as last read, tests included. */
  findRenameLocations(path: string, offset: number): readonly RenameLocation[];
}

/** The options for reading a plugin. */
export interface ReaderOptions {
  /**
   * Runs a full type check of the plugin's own files. Default: true. When false, it runs only if another problem was found, which
   * type errors may explain.
   */
  readonly checksTypes?: boolean;
  /** Notes the files that are read. */
  readonly inputs?: InputLog;
  /** The framework whose container constructs the classes: their constructors are not read. Default: the plugin's own code does. */
  readonly framework?: Framework;
  /** The only source to read, absolute with `/`, with its imports. Default: all sources of the folder. */
  readonly module?: string;
}

/**
 * Opens the plugin in a folder.
 *
 * @param folder contains the plugin's tsconfig.json; without one, strict defaults apply
 */
export function openPluginReader(
  folder: string,
  { checksTypes = true, inputs = new InputLog(), framework, module }: ReaderOptions = {},
): SearchableReader {
  let project: PluginProject | undefined = openPluginProject(folder, inputs, { module, framework });
  let known: KnownFiles | undefined;
  const open = (): PluginProject => (project ??= openPluginProject(folder, inputs, { module, framework }));
  // After a reading with diagnostics the files of the last one without are still right for what has not changed since.
  const keep = ({ reading, clean = known }: ProjectReading): PluginReading => {
    known = clean && programsOf(clean).size < mostPrograms ? clean : undefined;
    return reading;
  };
  // The reading by `readUnchecked` since the latest change.
  let unchecked: ProjectReading | undefined;
  // Editors ask twice for one renaming.
  let renameSearch: RenameSearch | undefined;
  const endRenameSearch = (): void => {
    renameSearch?.close();
    renameSearch = undefined;
  };
  const readUnchecked = (): ProjectReading =>
    (unchecked ??= readProject(open(), { known, checksTypes: false, framework }));
  const read = (): PluginReading => {
    const isSound =
      unchecked && !hasErrors(unchecked.reading.diagnostics) && !hasTypeErrors(open().program(), unchecked.unchecked);
    const first = unchecked && isSound ? unchecked : readProject(open(), { known, checksTypes, framework });
    unchecked = undefined;
    const isUnexplained = !checksTypes && hasErrors(first.reading.diagnostics);
    return keep(isUnexplained ? readProject(open(), { known: undefined, checksTypes: true, framework }) : first);
  };
  return {
    read,
    readUnchecked: () => readUnchecked().reading,
    readFirst: async () => {
      const check = checksTypes ? startNativeCheck(open()) : undefined;
      if (!check) return read();
      const first = readProject(open(), { known: undefined, checksTypes: false, framework });
      if (hasErrors(first.reading.diagnostics)) {
        check.stop();
        return read();
      }
      const isSound = (await check.isSound) || !hasTypeErrors(open().program(), ownFilesOf(open()));
      return isSound ? keep(first) : read();
    },
    refresh: (changedFiles) => {
      unchecked = undefined;
      endRenameSearch();
      // Any file other than a source may change how all sources are compiled and resolved. Readings of files do not say which
      // installed packages they depend on.
      const isSourceOnly = changedFiles.every(
        (file) => /\.[cm]?tsx?$/.test(file) && !/[\\/]node_modules[\\/]/.test(file),
      );
      if (isSourceOnly) {
        project?.refresh(changedFiles);
      } else {
        project = openPluginProject(folder, inputs, { module, framework });
        known = undefined;
      }
    },
    readMethod: (path, method) => readMethod(open(), { path, method, framework }),
    findRenameLocations: (path, offset) => (renameSearch ??= openRenameSearch(open(), inputs)).find(path, offset),
    close: () => {
      endRenameSearch();
      project = undefined;
      known = undefined;
    },
  };
}

/**
 * The number of programs from which readings of files are kept; with more of them everything is read anew. A kept reading retains the compiler
 * state of its time, some megabytes. Each file has the reading of one program, so changes of the same few files retain few.
 */
const mostPrograms = 16;

/** The readings of files in the last project reading without diagnostics, since those are reported anew each time. */
interface KnownFiles {
  readonly states: FileStates;
  readonly files: ReadonlyMap<ts.SourceFile, FileReading>;
}

function programsOf({ files }: KnownFiles): ReadonlySet<ts.Program> {
  return new Set([...files.values()].map(({ program }) => program));
}

/** The reading of one file. */
interface FileReading extends FoundClasses {
  /** The program that it was read from, which its types retain. */
  readonly program: ts.Program;
  readonly classes: readonly ReadClass[];
  /** The views of its classes. */
  readonly views: readonly PlacedView[];
  /** Uses of core's decorators in the plugin's own files. */
  readonly markerUses: readonly MarkerUse[];
  readonly schemaCalls: readonly SchemaCall[];
  readonly codeEdits: readonly CodeEdit[];
  /** The text for models of the file's own comment. */
  readonly instructions?: string;
}

interface ProjectReading {
  readonly reading: PluginReading;
  /** The plugin's own files whose types were not checked. */
  readonly unchecked: readonly ts.SourceFile[];
  readonly clean?: KnownFiles;
}

interface ReadingTerms {
  readonly known: KnownFiles | undefined;
  readonly checksTypes: boolean;
  readonly framework: Framework | undefined;
}

function readProject(project: PluginProject, terms: ReadingTerms): ProjectReading {
  const { checksTypes, framework } = terms;
  const { folder, configFile, configFiles } = project;
  const problems = openProblems(folder);
  reportConfigErrors(problems, project.configErrors, configFile);
  reportOnlyReferences(problems, project);
  if (problems.count > 0) {
    const diagnostics = problems.all();
    return { reading: { model: nothing, diagnostics, files: [...configFiles] }, unchecked: [] };
  }

  const program = project.program();
  const ownFiles = ownFilesOf(project);
  // The service for a parameter may depend on a file that its own file does not import.
  const known = ownFiles.some(isProvideFile) ? undefined : terms.known;
  const untouched = known ? findUntouched(program, known.states) : new Set<ts.SourceFile>();
  const sources = program.getSourceFiles().filter((file) => !program.isSourceFileDefaultLibrary(file));
  const checked = ownFiles.filter((file) => !untouched.has(file));
  const dependencies = sources.filter((file) => !file.fileName.includes('/node_modules/'));
  const source = { program, files: checked, configFile, checksTypes };
  const read = new Set(sources.map((file) => file.fileName));
  if (reportSyntaxErrors(problems, source)) {
    const files = namesOf(configFiles, dependencies);
    return { reading: { model: nothing, diagnostics: problems.all(), files, sources: read }, unchecked: checked };
  }
  const types = reportTypeErrors(problems, source);

  const reading = openReading({ folder, program, problems, hasTypeErrors: types.hasErrors, framework });
  reading.providers.push(...findProviders(reading, ownFiles));
  const reader = openTypeReader(reading);
  const own = new Set(ownFiles);
  const withCalls = new Set(filesWithSchemaCalls(reading));
  const readOne = (file: ts.SourceFile): FileReading =>
    (untouched.has(file) ? known?.files.get(file) : undefined) ??
    readFile(reader, file, { own, mayCall: withCalls.has(file) });
  const files = new Map([...new Set([...own, ...withCalls])].map((file) => [file, readOne(file)]));
  const all = [...files.values()];
  const uses = all.flatMap((file) => file.markerUses);
  reportOtherUses(reading, uses);
  const model = joinFiles(reader, all, own);
  runOpenChecks(reading);
  reportUnaccounted(reading, uses, new Set(all.flatMap(({ classes }) => classes.flatMap((one) => one.decorators))));

  types.reportImplicitAny();

  const diagnostics = problems.all();
  const depended = dependencies.filter((file) => !reading.origins.isCoreFile(file));
  return {
    reading: { model, diagnostics, files: namesOf(configFiles, depended), sources: read },
    unchecked: checksTypes ? [] : checked,
    ...(isKeepable(model, reading) && { clean: { states: statesOf(program), files } }),
  };
}

function readMethod(
  project: PluginProject,
  {
    path,
    method,
    framework,
  }: { readonly path: string; readonly method: string; readonly framework: Framework | undefined },
): readonly ClassModel[] | undefined {
  const program = project.program();
  const ownFiles = ownFilesOf(project);
  const file = ownFiles.find(({ fileName }) => fileName === path);
  const isFaulty =
    project.configErrors.length > 0 ||
    ownFiles.some((one) => program.getSyntacticDiagnostics(one).length > 0) ||
    lacksNullChecks(program);
  if (!file || isFaulty) return undefined;

  const problems = openProblems(project.folder);
  const reading = openReading({ folder: project.folder, program, problems, hasTypeErrors: false, framework });
  reading.providers.push(...findProviders(reading, ownFiles));
  const { published } = findPluginClasses(reading, file, new Set(ownFiles));
  const reader = openTypeReader(reading);
  const classes = published.flatMap((one) => readClass(reader, one, method)?.model ?? []);
  runOpenChecks(reading);
  const isFound = classes.some(({ methods }) => methods.length > 0);
  return isFound && problems.count === 0 ? classes : undefined;
}

/**
 * Returns whether readings can be kept: diagnostics are reported anew each time, and services connect files that do not import
 * each other.
 */
function isKeepable(model: PluginModel, { problems, providers }: Reading): boolean {
  return problems.count === 0 && model.construction === undefined && providers.length === 0;
}

function namesOf(configFiles: readonly string[], files: readonly ts.SourceFile[]): string[] {
  return [...configFiles, ...files.map((file) => file.fileName)].sort();
}

const nothing: PluginModel = { classes: [], schemaCalls: [] };

/** Returns the files that the configuration includes, by name. */
function ownFilesOf(project: PluginProject): ts.SourceFile[] {
  const included = new Set(project.sourceFiles());
  const byName = (file: ts.SourceFile): string => relativeName(project.folder, file.fileName);
  return project
    .program()
    .getSourceFiles()
    .filter((file) => included.has(file.fileName))
    .map((file) => ({ file, name: byName(file) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ file }) => file);
}

function openReading(
  opened: Pick<Reading, 'folder' | 'framework' | 'program' | 'problems' | 'hasTypeErrors'>,
): Reading {
  return {
    ...opened,
    checker: opened.program.getTypeChecker(),
    origins: openOrigins(opened.program),
    providers: [],
    headerPlaces: new WeakMap(),
    valueNotes: new WeakMap(),
    openChecks: [],
  };
}

function readFile(
  reader: TypeReader,
  file: ts.SourceFile,
  { own, mayCall }: { readonly own: ReadonlySet<ts.SourceFile>; readonly mayCall: boolean },
): FileReading {
  const { reading } = reader;
  const isOwn = own.has(file);
  const found = isOwn ? findPluginClasses(reading, file, own) : { published: [], decorated: [] };
  const classes = found.published.map(({ declaration }) => declaration.compilerNode);
  const chains = new Set(found.published.flatMap(({ chain }) => chain));
  const read = found.published.flatMap((one) => readClass(reader, one) ?? []);
  return {
    program: reading.program,
    ...found,
    ...(isOwn && readFileInstructions(reading, file, classes)),
    markerUses: isOwn ? findMarkerUses(reading, file) : [],
    classes: read,
    views: [...read.flatMap(({ views }) => views), ...(isOwn ? readOtherViews(reading, file, chains) : [])],
    schemaCalls: mayCall ? findSchemaCalls(reader, file) : [],
    codeEdits: isOwn ? findCodeEdits(reading, file) : [],
  };
}

/** Runs the checks across files. */
function joinFiles(reader: TypeReader, files: readonly FileReading[], own: ReadonlySet<ts.SourceFile>): PluginModel {
  const { reading } = reader;
  const classes = files.flatMap((file) => file.classes);
  reportUnpublishedClasses(reading, files);
  const wiring = wireServices(reader, classes);
  reportDuplicateClasses(
    reading,
    [...classes, ...wiring.services].map(({ model, at }) => ({ name: model.name, at })),
  );
  reportDuplicates(
    reading,
    classes.flatMap((one) => one.methods),
  );
  checkCompletions(reading, classes);
  const views = checkViews(
    reading,
    files.flatMap((file) => file.views),
    classes.flatMap((one) => one.methods),
  );
  const schemaCalls = files
    .flatMap((file) => file.schemaCalls)
    .sort((a, b) => (a.file === b.file ? a.offset - b.offset : a.file < b.file ? -1 : 1));
  const codeEdits = files.flatMap((file) => file.codeEdits);
  const unpublished = findUnpublished(reading, files, own);
  const instructions = files.flatMap((file) => file.instructions ?? []);
  return {
    ...(instructions.length > 0 && { instructions: instructions.join('\n\n') }),
    classes: wiring.classes,
    ...(wiring.construction && {
      services: wiring.services.map(({ model }) => model),
      construction: wiring.construction,
    }),
    schemaCalls,
    ...(codeEdits.length > 0 && { codeEdits }),
    ...(views.length > 0 && { views }),
    ...(unpublished.length > 0 && { unpublished }),
  };
}
