/**
 * Checks the types of views with the compiler of the build, and keeps its programs for the next check.
 *
 * Views run in a browser, so they have libraries and module rules of their own; everything else is as the plugin's tsconfig.json says, or one
 * beside the views.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ts } from 'ts-morph';
import { readCompilerOptions } from '../bundle/compiler-settings.js';
import { sortDiagnostics } from '../diagnostics/sort-diagnostics.js';
import type { InputLog } from '../inputs/input-log.js';
import type { Diagnostic } from '../model/diagnostic.js';
import { viewToolsFile } from '../model/view-tools-file.js';
import { compiler } from '../reader/program/compiler.js';
import { describeSyntaxError, describeTypeError, placeOfError } from '../reader/program/compiler-error.js';
import { openPrograms, type Programs } from '../reader/program/plugin-program.js';
import { writingOptions } from '../reader/program/plugin-project.js';
import { openProblems, type Problems } from '../reader/program/problems.js';
import { type ViewFramework } from './view-source.js';

/** The scripts of one view. */
export interface ViewScripts {
  readonly framework: ViewFramework;
  /** Absolute paths. */
  readonly files: readonly string[];
}

/** Checks the views of one plugin. */
export interface ViewTypes {
  /**
   * Returns the errors in the scripts and in the files that they import.
   *
   * @param isChecked returns whether a file that they import, whose name has `/`, is part of a view
   */
  check(views: readonly ViewScripts[], isChecked: (file: string) => boolean): readonly Diagnostic[];
  /** Reads changed files again. */
  refresh(changedFiles: readonly string[]): void;
}

/** Opens the check for the plugin in `folder`. */
export function openViewTypes(folder: string, log: InputLog): ViewTypes {
  const projects = new Map<ViewFramework, ViewProject>();
  const projectFor = (framework: ViewFramework): ViewProject => {
    const known = projects.get(framework) ?? new ViewProject(folder, framework, log);
    projects.set(framework, known);
    return known;
  };
  return {
    check: (views, isChecked) => {
      const problems = openProblems(folder);
      for (const framework of new Set(views.map((view) => view.framework))) {
        const files = views.filter((view) => view.framework === framework).flatMap((view) => view.files);
        projectFor(framework).report(problems, files, isChecked);
      }
      // A file of two frameworks has its errors once.
      return sortDiagnostics([...new Map(problems.all().map((it) => [JSON.stringify(it), it])).values()]);
    },
    refresh: (changedFiles) => {
      if (changedFiles.some((file) => /tsconfig[^\\/]*\.json$/.test(file))) projects.clear();
      for (const project of projects.values()) project.refresh(changedFiles);
    },
  };
}

/** The views of one framework. */
class ViewProject {
  readonly #toolsFile: string;
  readonly #programs: Programs;
  readonly #log: InputLog;
  #tools: string | undefined;
  #program: ts.Program | undefined;
  #isStale = true;

  constructor(folder: string, framework: ViewFramework, log: InputLog) {
    this.#toolsFile = withSlashes(join(folder, viewToolsFile));
    this.#log = log;
    this.#programs = openPrograms(optionsFor(folder, framework, log), log);
  }

  refresh(changedFiles: readonly string[]): void {
    for (const file of changedFiles) this.#programs.forget(withSlashes(file));
    // A new file may be the missing target of an import, so every import is resolved again.
    if (!changedFiles.every((file) => this.#program?.getSourceFile(withSlashes(file)))) this.#program = undefined;
    this.#isStale = true;
  }

  report(problems: Problems, scripts: readonly string[], isChecked: (file: string) => boolean): void {
    const roots = new Set(scripts.map(withSlashes));
    const program = this.#currentProgram([...roots]);
    for (const file of program.getSourceFiles()) {
      const { fileName, isDeclarationFile } = file;
      if (isDeclarationFile || fileName === this.#toolsFile) continue;
      if (roots.has(fileName) || isChecked(fileName)) reportErrors(problems, program, file);
    }
  }

  #currentProgram(scripts: readonly string[]): ts.Program {
    const roots = [...new Set([this.#toolsFile, ...scripts])].sort();
    const tools = this.#log.unsavedText(this.#toolsFile);
    if (tools !== this.#tools) this.#programs.forget(this.#toolsFile);
    const isKnown = tools === this.#tools && String(this.#program?.getRootFileNames()) === String(roots);
    if (!this.#program || this.#isStale || !isKnown) this.#program = this.#programs.make(roots, this.#program);
    this.#tools = tools;
    this.#isStale = false;
    return this.#program;
  }
}

/** Reports the first syntax error of a file, or else its type errors. */
function reportErrors(problems: Problems, program: ts.Program, file: ts.SourceFile): void {
  const [syntax] = program.getSyntacticDiagnostics(file);
  const at = syntax && placeOfError(syntax);
  if (at) return problems.add({ code: 'SIGIL001', at, ...describeSyntaxError(syntax) });
  for (const error of program.getSemanticDiagnostics(file)) {
    const place = placeOfError(error);
    if (!place || error.category !== compiler.DiagnosticCategory.Error) continue;
    const described = describeTypeError(error, program.getTypeChecker());
    problems.add({
      code: 'SIGIL001',
      at: place,
      fix: 'Correct the view; its types are those of the tools.',
      ...described,
    });
  }
}

/** Returns the folder whose tsconfig.json applies: that of the views, or the plugin's. */
export function configFolderOf(folder: string): string {
  const views = dirname(join(folder, viewToolsFile));
  return existsSync(join(views, 'tsconfig.json')) ? views : folder;
}

/** The options that the tsconfig.json of the views may set differently. */
const browserOptions: ts.CompilerOptions = {
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
};

function optionsFor(folder: string, framework: ViewFramework, log: InputLog): ts.CompilerOptions {
  const configFolder = configFolderOf(folder);
  log.noteFile(join(dirname(join(folder, viewToolsFile)), 'tsconfig.json'));
  const read = readCompilerOptions(configFolder);
  const kept = Object.entries(read).filter(([name]) => !writingOptions.has(name) && name !== 'rootDir');
  return {
    ...Object.fromEntries(kept),
    ...(configFolder === folder
      ? browserOptions
      : { ...browserOptions, ...(read.lib && { lib: read.lib }), ...(read.types && { types: read.types }) }),
    target: compiler.ScriptTarget.ES2022,
    module: compiler.ModuleKind.ESNext,
    // The page runs every script as a module.
    moduleDetection: compiler.ModuleDetectionKind.Force,
    moduleResolution: compiler.ModuleResolutionKind.Bundler,
    jsx: compiler.JsxEmit.ReactJSX,
    jsxImportSource: framework,
    allowJs: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    skipLibCheck: true,
    noEmit: true,
    ignoreDeprecations: '6.0',
  };
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
