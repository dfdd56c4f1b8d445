/**
 * Finds what a TypeScript source calls: functions, constructors and tags of templates, but nothing within texts and comments.
 */
import { Project, SyntaxKind } from 'ts-morph';

const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { noLib: true } });

/** @param {string} text @returns {string[]} the called expressions @throws Error if it is no TypeScript */
export function findCalls(text) {
  const source = project.createSourceFile('source.ts', text, { overwrite: true });
  const [problem] = project.getProgram().getSyntacticDiagnostics(source);
  if (problem) throw new Error(`it is no TypeScript: ${JSON.stringify(problem.getMessageText())}`);
  return [
    ...source.getDescendantsOfKind(SyntaxKind.CallExpression).map((node) => node.getExpression().getText()),
    ...source.getDescendantsOfKind(SyntaxKind.NewExpression).map((node) => node.getExpression().getText()),
    ...source.getDescendantsOfKind(SyntaxKind.TaggedTemplateExpression).map((node) => node.getTag().getText()),
  ];
}
