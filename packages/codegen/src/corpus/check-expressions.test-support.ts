/**
 * Lets the compiler say whether expressions are of their types, all of them in one program.
 */
import { join } from 'node:path';
import ts from 'typescript';
import { writeExpression, expressionPrelude } from './write-expression.test-support.js';
import type { CorpusFolder } from './corpus-plugin.test-support.js';

/** Arguments that have to be of a type. */
export interface TypedArguments {
  /** For the report. */
  readonly id: string;
  /** The type as `case.ts` in `folder` sees it. */
  readonly type: string;
  /** Of the case, within the plugin. */
  readonly folder: string;
  readonly args: readonly unknown[];
}

/** What the compiler has against them, one line each; none when every value is of its type. */
export function checkExpressions(folder: CorpusFolder, values: readonly TypedArguments[]): string[] {
  const lines = values.map(({ type, folder: from, args }, index) => {
    const seen = type.replaceAll('./case.js', `./${from}/case.js`);
    return `const value${index}: ${seen} = ${writeExpression([...args])};`;
  });
  const file = join(folder.path, 'values.ts');
  folder.write({ 'values.ts': `${lines.join('\n')}\n${expressionPrelude}export {};\n` });

  const config = ts.getParsedCommandLineOfConfigFile(join(folder.path, 'tsconfig.json'), {}, parseHost);
  if (!config) throw new Error('the plugin has no tsconfig.json');
  const program = ts.createProgram({ rootNames: [file], options: config.options });
  const source = program.getSourceFile(file);
  const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  return found.map((one) => {
    const { line } = ts.getLineAndCharacterOfPosition(source!, one.start ?? 0);
    const value = values[line];
    return `${value?.id}: ${ts.flattenDiagnosticMessageText(one.messageText, ' ')} in ${lines[line]}`;
  });
}

const parseHost: ts.ParseConfigFileHost = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
    throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, ' '));
  },
};
