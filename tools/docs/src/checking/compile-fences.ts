/**
 * Refuses TypeScript in the documentation that does not compile against the workspace's sources.
 *
 * Each block is a separate module beside its document. All are compiled in one run of the type checker.
 */
import { dirname, join } from 'node:path';
import type { Problem } from '@sigil/checks/problem';
import { workspaceRoot } from '@sigil/checks/workspace';
import ts from 'typescript';
import type { Fence } from '../fences/mark.ts';

export function compileFences(fences: readonly Fence[]): Problem[] {
  if (fences.length === 0) return [];
  const byFile = new Map(fences.map((fence) => [fileOf(fence), fence]));
  const options = readOptions();
  const program = ts.createProgram([...byFile.keys()], options, hostFor(byFile, options));
  return [...byFile].flatMap(([file, fence]) => {
    const source = program.getSourceFile(file);
    const diagnostics = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return diagnostics.map((diagnostic) => problemOf(diagnostic, fence));
  });
}

/** Names a virtual file beside the document, so that imports resolve as they would in the workspace. */
function fileOf({ document, block }: Fence): string {
  return join(workspaceRoot, dirname(document), `${document.replace(/[^a-z0-9]/gi, '-')}-line-${block.line}.mts`);
}

function hostFor(byFile: ReadonlyMap<string, Fence>, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (file) => byFile.has(file) || fileExists(file);
  host.readFile = (file) => textOf(byFile.get(file)) ?? readFile(file);
  host.getSourceFile = (file, target) => {
    const text = host.readFile(file);
    return text === undefined ? undefined : ts.createSourceFile(file, text, target);
  };
  return host;
}

/** Adds `export {}` to a block that neither imports nor exports, to make it a module; at the end, to keep line numbers. */
function textOf(fence: Fence | undefined): string | undefined {
  return fence && `${fence.block.text}\nexport {};\n`;
}

function readOptions(): ts.CompilerOptions {
  const file = join(workspaceRoot, 'tsconfig.base.json');
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, workspaceRoot);
  return { ...options, composite: false, incremental: false, declaration: false, declarationMap: false, noEmit: true };
}

function problemOf(diagnostic: ts.Diagnostic, { document, block }: Fence): Problem {
  const { file, start = 0 } = diagnostic;
  const line = file ? file.getLineAndCharacterOfPosition(start).line : 0;
  return {
    file: document,
    line: block.line + line,
    message: ts.flattenDiagnosticMessageText(diagnostic.messageText, ' '),
  };
}
