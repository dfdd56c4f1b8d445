/**
 * Reports what the compiler itself refuses in the plugin's own files, before anything is made of its types.
 */
import type { ts } from 'ts-morph';
import { compiler } from './compiler.js';
import type { Place, Problems } from './problems.js';

/** The source files and settings of a check. */
export interface CheckedSource {
  readonly program: ts.Program;
  /** The plugin's own files, as far as they have to be checked. */
  readonly files: readonly ts.SourceFile[];
  readonly configFile: string;
  /** Tells whether types are checked too, and not syntax alone. */
  readonly checksTypes: boolean;
}

/** Reports syntax and type errors, and options under which types cannot be trusted; tells whether there were any. */
export function reportSourceErrors(problems: Problems, source: CheckedSource): boolean {
  const { program, files } = source;
  const before = problems.count;
  const checker = program.getTypeChecker();
  const errors = [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...files.flatMap((file) => program.getSyntacticDiagnostics(file)),
    ...(source.checksTypes ? files.flatMap((file) => program.getSemanticDiagnostics(file)) : []),
  ];
  for (const error of errors) reportError(problems, error, source);

  // With them off, null and undefined are gone from every type, and each schema would be wrong.
  if (checker.isTypeAssignableTo(checker.getUndefinedType(), checker.getStringType()))
    problems.addToFile(source.configFile, {
      code: 'SIGIL003',
      message: 'the plugin is compiled without strict null checks',
    });
  return problems.count > before;
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

function reportError(problems: Problems, error: ts.Diagnostic, source: CheckedSource): void {
  if (!isError(error)) return;
  const at = placeOfError(error);
  if (at) problems.add({ code: 'SIGIL001', at, message: textOf(error) });
  else problems.addToFile(source.configFile, { code: 'SIGIL001', message: textOf(error) });
}

function isError({ category }: ts.Diagnostic): boolean {
  return category === compiler.DiagnosticCategory.Error;
}

function placeOfError(error: ts.Diagnostic): Place | undefined {
  const { file, start, length } = error;
  return file && start !== undefined ? { file, start, length: length ?? 1 } : undefined;
}

/** `TS2322: Type 'string' is not assignable to type 'number'.`, further explanation on lines of its own. */
function textOf(error: ts.Diagnostic): string {
  return `TS${error.code}: ${compiler.flattenDiagnosticMessageText(error.messageText, '\n')}`;
}
