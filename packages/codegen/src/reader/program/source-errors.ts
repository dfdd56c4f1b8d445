/**
 * Reports what the compiler itself refuses in the plugin's own files, before anything is made of its types.
 */
import type { ts } from 'ts-morph';
import { compiler } from './compiler.js';
import { describeSyntaxError, describeTypeError, placeOfError, textOf, withoutConsequences } from './compiler-error.js';
import { findUnexplained, isImplicitAny } from './implicit-any.js';
import type { Problems } from './problems.js';

/** The source files and settings of a check. */
export interface CheckedSource {
  readonly program: ts.Program;
  /** The plugin's own files, as far as they have to be checked. */
  readonly files: readonly ts.SourceFile[];
  readonly configFile: string;
  /** Tells whether types are checked too, and not syntax alone. */
  readonly checksTypes: boolean;
}

/**
 * Reports the first syntax error of each file; tells whether there was one. What comes after it, and what the types are, cannot be
 * trusted then.
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

/** The outcome of a check of types. */
export interface TypeCheck {
  readonly hasErrors: boolean;
  /** Reports what had to be taken as `any` and nothing else explains; called when everything else is reported. */
  reportImplicitAny(): void;
}

/** Reports type errors, and options under which types cannot be trusted. */
export function reportTypeErrors(problems: Problems, source: CheckedSource): TypeCheck {
  const { program, files } = source;
  const before = problems.count;
  const checker = program.getTypeChecker();
  const errors = withoutConsequences([
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...(source.checksTypes ? files.flatMap((file) => program.getSemanticDiagnostics(file)) : []),
  ]).filter(isError);
  const implicit = errors.filter(isImplicitAny);
  const report = (error: ts.Diagnostic): void => reportError(problems, error, source);
  for (const error of errors) if (!isImplicitAny(error)) report(error);

  // With them off, null and undefined are gone from every type, and each schema would be wrong.
  if (checker.isTypeAssignableTo(checker.getUndefinedType(), checker.getStringType()))
    problems.addToFile(source.configFile, {
      code: 'SIGIL003',
      message: 'the plugin is compiled without strict null checks',
    });
  return {
    hasErrors: problems.count > before || implicit.length > 0,
    reportImplicitAny: () => findUnexplained(implicit, problems).forEach(report),
  };
}

/** Returns whether the compiler refuses anything in these files that is not about syntax alone. */
export function hasTypeErrors(program: ts.Program, files: readonly ts.SourceFile[]): boolean {
  return files.some((file) => program.getSemanticDiagnostics(file).some(isError));
}

/** Reports errors in reading the tsconfig.json. */
export function reportConfigErrors(problems: Problems, errors: readonly ts.Diagnostic[], configFile: string): void {
  for (const error of errors) {
    const at = placeOfError(error);
    const problem = { code: 'SIGIL002', message: textOf(error) } as const;
    if (at) problems.add({ ...problem, at });
    else problems.addToFile(configFile, problem);
  }
}

function reportError(problems: Problems, error: ts.Diagnostic, { program, configFile }: CheckedSource): void {
  const at = placeOfError(error);
  if (at) problems.add({ code: 'SIGIL001', at, ...describeTypeError(error, program.getTypeChecker()) });
  else problems.addToFile(configFile, { code: 'SIGIL001', message: textOf(error) });
}

function isError({ category }: ts.Diagnostic): boolean {
  return category === compiler.DiagnosticCategory.Error;
}
