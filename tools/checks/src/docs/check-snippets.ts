/**
 * Refuses TypeScript in the documentation that does not compile against the workspace's sources.
 *
 * Each fenced `ts` block is a module of its own. One that cannot be says why on its fence: `ts no-check — a fragment of a class`.
 */
import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { Problem } from '../problem.ts';
import { workspaceRoot } from '../workspace/read-workspace.ts';
import type { SourceFile } from '../workspace/source-file.ts';
import { type FencedBlock, fencedBlocksIn } from './markdown.ts';

interface Snippet {
  readonly document: string;
  readonly block: FencedBlock;
}

const languages = new Set(['ts', 'typescript', 'mts']);
const optOut = /^no-check\b\s*(?:—|-|:)?\s*(?<reason>.*)$/;

/** Compiles all blocks of all documents at once; the type checker runs once. */
export function checkSnippets(documents: readonly SourceFile[]): Problem[] {
  const snippets = documents.flatMap(({ path, text }) =>
    fencedBlocksIn(text)
      .filter(({ language }) => languages.has(language))
      .map((block) => ({ document: path, block })),
  );
  const optedOut = snippets.filter(({ block }) => optOut.test(block.info));
  return [...optedOut.flatMap(checkReason), ...compile(snippets.filter((snippet) => !optedOut.includes(snippet)))];
}

function checkReason({ document, block }: Snippet): Problem[] {
  if (optOut.exec(block.info)?.groups?.reason) return [];
  return [
    {
      file: document,
      line: block.line - 1,
      message: 'a block may opt out of compiling only with a reason: "ts no-check — why"',
    },
  ];
}

function compile(snippets: readonly Snippet[]): Problem[] {
  if (snippets.length === 0) return [];
  const byFile = new Map(snippets.map((snippet) => [fileOf(snippet), snippet]));
  const options = readOptions();
  const program = ts.createProgram([...byFile.keys()], options, hostFor(byFile, options));
  return [...byFile].flatMap(([file, snippet]) => {
    const source = program.getSourceFile(file);
    const diagnostics = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return diagnostics.map((diagnostic) => problemOf(diagnostic, snippet));
  });
}

/** A file that is not there, beside the document, so that imports resolve as they would in the workspace. */
function fileOf({ document, block }: Snippet): string {
  return join(workspaceRoot, dirname(document), `${document.replace(/[^a-z0-9]/gi, '-')}-line-${block.line}.mts`);
}

function hostFor(byFile: ReadonlyMap<string, Snippet>, options: ts.CompilerOptions): ts.CompilerHost {
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

/** `export {}` makes a module of a block that neither imports nor exports; at the end, so that lines stay as they are. */
function textOf(snippet: Snippet | undefined): string | undefined {
  return snippet && `${snippet.block.text}\nexport {};\n`;
}

function readOptions(): ts.CompilerOptions {
  const file = join(workspaceRoot, 'tsconfig.base.json');
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, workspaceRoot);
  return { ...options, composite: false, incremental: false, declaration: false, declarationMap: false, noEmit: true };
}

function problemOf(diagnostic: ts.Diagnostic, { document, block }: Snippet): Problem {
  const { file, start = 0 } = diagnostic;
  const line = file ? file.getLineAndCharacterOfPosition(start).line : 0;
  return {
    file: document,
    line: block.line + line,
    message: ts.flattenDiagnosticMessageText(diagnostic.messageText, ' '),
  };
}
