/**
 * Uses the compiler to check whether expressions have their types, all of them in one program.
 */
import { join } from 'node:path';
import ts from 'typescript';
import { expressionPrelude, writeBareExpression, writeExpression } from './write-expression.test-support.js';
import type { CorpusFolder } from './corpus-plugin.test-support.js';

/** Arguments that must have a type. */
export interface TypedArguments {
  /** For the report. */
  readonly id: string;
  /** The type as `case.ts` in `folder` sees it. */
  readonly type: string;
  /** Folder of the case, within the plugin. */
  readonly folder: string;
  readonly args: readonly unknown[];
}

/** Returns the compiler's problems with the expressions, one line each; none when every value has its type. */
export function checkExpressions(folder: CorpusFolder, values: readonly TypedArguments[]): string[] {
  const found = checkWritten(folder, values, writeExpression);
  const doubtful = [...new Set(found.map(({ value }) => value))];
  // In a union the compiler infers the type of a map's entries sometimes from the map, sometimes from the union.
  const again = doubtful.length === 0 ? [] : checkWritten(folder, doubtful, writeBareExpression);
  return again.map(({ says }) => says);
}

interface Refused {
  readonly value: TypedArguments;
  readonly says: string;
}

function checkWritten(
  folder: CorpusFolder,
  values: readonly TypedArguments[],
  write: (value: unknown) => string,
): Refused[] {
  const lines = values.map(({ type, folder: from, args }, index) => {
    const seen = type.replaceAll('./case.js', `./${from}/case.js`);
    return `const value${index}: ${seen} = ${write([...args])};`;
  });
  const file = join(folder.path, 'values.ts');
  folder.write({ 'values.ts': `${lines.join('\n')}\n${expressionPrelude}export {};\n` });

  const config = ts.getParsedCommandLineOfConfigFile(join(folder.path, 'tsconfig.json'), {}, parseHost);
  if (!config) throw new Error('the plugin has no tsconfig.json');
  const program = ts.createProgram({ rootNames: [file], options: config.options });
  const source = program.getSourceFile(file);
  if (!source) throw new Error('the file with the values is not in the program');
  const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  return found.map((one) => {
    const before = source.text.slice(0, one.start).split('\n').length - 1;
    const value = values[before];
    if (!value) throw new Error(ts.flattenDiagnosticMessageText(one.messageText, ' '));
    return { value, says: `${value.id}: ${ts.flattenDiagnosticMessageText(one.messageText, ' ')} in ${lines[before]}` };
  });
}

const parseHost: ts.ParseConfigFileHost = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
    throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, ' '));
  },
};
