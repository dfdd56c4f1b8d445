/**
 * Reports compiler errors in the plugin's own files before their types are used.
 */
import { dirname, join } from 'node:path/posix';
import type { ts } from 'ts-morph';
import { compiler } from './compiler.js';
import { describeSyntaxError, describeTypeError, placeOfError, textOf, withoutConsequences } from './compiler-error.js';
import { findUnexplained, isImplicitAny } from './implicit-any.js';
import type { PluginProject } from './plugin-project.js';
import type { Problems } from './problems.js';

/** The source files and settings of a check. */
export interface CheckedSource {
  readonly program: ts.Program;
  /** The plugin's own files that need checking. */
  readonly files: readonly ts.SourceFile[];
  readonly configFile: string;
  /** True when types are checked in addition to syntax. */
  readonly checksTypes: boolean;
}

/**
 * Reports the first syntax error of each file; returns whether there was one. The rest of the file and its types are then
 * unreliable.
 */
export function reportSyntaxErrors(problems: Problems, { program, files }: CheckedSource): boolean {
  const before = problems.count;
  for (const file of files) {
    const [first] = program.getSyntacticDiagnostics(file).toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0));
    const at = first && placeOfError(first);
    if (at) problems.add({ code: 'SIGIL001', at, ...describeSyntaxError(first) });
  }
  return problems.count > before;
}

interface TypeCheck {
  readonly hasErrors: boolean;
  /** Reports each implicit `any` that nothing else explains; call it after all other reports. */
  reportImplicitAny(): void;
}

/** A file is outside of `rootDir`, as those of linked packages are; nothing is written there. */
const outsideRootDir = 6059;

/** Reports type errors, and options that make types unreliable. */
export function reportTypeErrors(problems: Problems, source: CheckedSource): TypeCheck {
  const { program, files } = source;
  const before = problems.count;
  const errors = withoutConsequences([
    ...program.getOptionsDiagnostics().filter(({ code }) => code !== outsideRootDir),
    ...program.getGlobalDiagnostics(),
    ...(source.checksTypes ? files.flatMap((file) => program.getSemanticDiagnostics(file)) : []),
  ]).filter(isError);
  const implicit = errors.filter(isImplicitAny);
  const report = (error: ts.Diagnostic): void => reportError(problems, error, source);
  for (const error of errors) if (!isImplicitAny(error)) report(error);

  if (lacksNullChecks(program))
    problems.addToFile(source.configFile, {
      code: 'SIGIL003',
      message: 'the plugin is compiled without strict null checks',
    });
  return {
    hasErrors: problems.count > before || implicit.length > 0,
    reportImplicitAny: () => findUnexplained(implicit, problems).forEach(report),
  };
}

/** Returns whether null and undefined vanish from every type, so that each schema would be wrong. */
export function lacksNullChecks(program: ts.Program): boolean {
  const checker = program.getTypeChecker();
  return checker.isTypeAssignableTo(checker.getUndefinedType(), checker.getStringType());
}

/** Returns whether the compiler reports any error in these files other than syntax errors. */
export function hasTypeErrors(program: ts.Program, files: readonly ts.SourceFile[]): boolean {
  return files.some((file) => program.getSemanticDiagnostics(file).some(isError));
}

/** The compiler finds no source file. */
const noSources = 18003;

/** Reports errors in reading the tsconfig.json. */
export function reportConfigErrors(problems: Problems, errors: readonly ts.Diagnostic[], configFile: string): void {
  for (const error of errors) {
    if (error.code === noSources && !compiler.sys.fileExists(configFile)) {
      problems.addToFile(join(dirname(configFile), 'package.json'), {
        code: 'SIGIL002',
        message: 'there is no TypeScript source in this folder',
        fix: 'Write the classes in TypeScript, in a file such as src/weather.ts: their types are the schemas.',
      });
      continue;
    }
    const at = placeOfError(error);
    const problem = { code: 'SIGIL002', message: textOf(error) } as const;
    if (at) problems.add({ ...problem, at });
    else problems.addToFile(configFile, problem);
  }
}

/** Reports a tsconfig.json that leaves its files to others, which the compiler accepts and builds do not read. */
export function reportOnlyReferences(problems: Problems, { configFile, references, sourceFiles }: PluginProject): void {
  const [first] = references;
  if (first === undefined || sourceFiles().length > 0) return;
  problems.addToFile(configFile, {
    code: 'SIGIL002',
    message: 'the tsconfig.json includes no files, only references to other configurations, which builds do not follow',
    fix: `Add "extends": "${first}" and the "include" of its sources; the references may stay for the compiler.`,
  });
}

function reportError(problems: Problems, error: ts.Diagnostic, { program, configFile }: CheckedSource): void {
  const at = placeOfError(error);
  if (at) problems.add({ code: 'SIGIL001', at, ...describeTypeError(error, program.getTypeChecker()) });
  else problems.addToFile(configFile, { code: 'SIGIL001', message: textOf(error) });
}

function isError({ category }: ts.Diagnostic): boolean {
  return category === compiler.DiagnosticCategory.Error;
}
