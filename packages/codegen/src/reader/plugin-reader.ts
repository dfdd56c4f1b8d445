/**
 * Reads a plugin's folder into its model. The one way into the reader; which compiler does the work stays behind it.
 */
import type { Diagnostic } from '../model/diagnostic.js';
import type { PluginModel } from '../model/plugin-model.js';
import { checkCompletions } from './check-completions.js';
import { openOrigins } from './origins.js';
import { findPluginClasses } from './plugin-classes.js';
import { openPluginProject, type PluginProject } from './plugin-project.js';
import { openProblems } from './problems.js';
import { readClass } from './read-class.js';
import { reportDuplicateClasses, reportDuplicates } from './component-names.js';
import type { Reading } from './reading.js';
import { findSchemaCalls } from './schema-calls.js';
import { reportConfigErrors, reportSourceErrors } from './source-errors.js';
import { openTypeReader } from './types/read-type.js';

/** What was read. The model may be used only when there are no diagnostics; it then holds everything that is decorated. */
export interface PluginReading {
  readonly model: PluginModel;
  /** In the order in which they are shown. */
  readonly diagnostics: Diagnostic[];
  /** The source files and configuration that the result depends on, absolute; those of installed packages are left out. */
  readonly files: string[];
}

/** Reads one plugin, again and again while its files change. */
export interface PluginReader {
  read(): PluginReading;
  /** Takes in changes: files that were written, added or deleted, by absolute path. */
  refresh(changedFiles: readonly string[]): void;
  /** Lets go of the program; the reader must not be used afterwards. */
  close(): void;
}

/**
 * Opens the plugin in a folder.
 *
 * @param folder has the plugin's tsconfig.json; without one, strict defaults hold
 */
export function openPluginReader(folder: string): PluginReader {
  let project: PluginProject | undefined = openPluginProject(folder);
  return {
    read: () => readProject((project ??= openPluginProject(folder))),
    refresh: (changedFiles) => {
      // Anything but a source file may change how all of them are compiled and resolved.
      const isSourceOnly = changedFiles.every((file) => /\.[cm]?tsx?$/.test(file));
      if (isSourceOnly) project?.refresh(changedFiles);
      else project = openPluginProject(folder);
    },
    close: () => {
      project = undefined;
    },
  };
}

function readProject(project: PluginProject): PluginReading {
  const problems = openProblems(project.folder);
  reportConfigErrors(problems, project.configErrors, project.configFile);
  if (problems.count > 0)
    return { model: { classes: [], schemaCalls: [] }, diagnostics: problems.all(), files: [...project.configFiles] };

  const program = project.program();
  const included = new Set(project.sourceFiles());
  const sources = program.getSourceFiles().filter((file) => !program.isSourceFileDefaultLibrary(file));
  const ownFiles = sources.filter((file) => included.has(file.fileName));
  const hasTypeErrors = reportSourceErrors(problems, { program, files: ownFiles, configFile: project.configFile });

  const checker = program.getTypeChecker();
  const origins = openOrigins(program);
  const reading: Reading = {
    folder: project.folder,
    program,
    checker,
    origins,
    problems,
    hasTypeErrors,
    headerPlaces: new WeakMap(),
    valueNotes: new WeakMap(),
    afterwards: [],
  };
  const reader = openTypeReader(reading);
  const classes = findPluginClasses(reading, ownFiles).flatMap((one) => readClass(reader, one) ?? []);
  reportDuplicateClasses(
    reading,
    classes.map(({ model, at }) => ({ name: model.name, at })),
  );
  reportDuplicates(
    reading,
    classes.flatMap((one) => one.methods),
  );
  checkCompletions(reading, classes);
  const schemaCalls = findSchemaCalls(reader);
  for (const check of reading.afterwards) check();

  const files = sources.filter((file) => !file.fileName.includes('/node_modules/') && !origins.isCoreFile(file));
  return {
    model: { classes: classes.map((one) => one.model), schemaCalls },
    diagnostics: problems.all(),
    files: [...project.configFiles, ...files.map((file) => file.fileName)].sort(),
  };
}
