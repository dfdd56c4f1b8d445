/**
 * Compiles texts in memory under the strictest options, for tests of generated TypeScript.
 */
import { Project, ts } from 'ts-morph';

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2023.d.ts'],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
};

/** One for all tests of a file, so that the compiler's own declarations are read once. */
const project = new Project({ useInMemoryFileSystem: true, compilerOptions });

/** What is wrong with the files, each as `file:line message`; names end in `.mts` for modules and `.d.ts` for scripts. */
export function problemsIn(files: Readonly<Record<string, string>>): string[] {
  const sources = Object.entries(files).map(([name, text]) => project.createSourceFile(`/${name}`, text));
  try {
    return project.getPreEmitDiagnostics().map((diagnostic) => {
      const { messageText } = diagnostic.compilerObject;
      const at = `${diagnostic.getSourceFile()?.getBaseName() ?? ''}:${diagnostic.getLineNumber() ?? 0}`;
      return `${at} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  } finally {
    for (const source of sources) project.removeSourceFile(source);
  }
}

/** Runs a module's text and gives its exports. */
export async function runModule(text: string): Promise<Record<string, unknown>> {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { ...compilerOptions, module: ts.ModuleKind.ESNext },
  });
  const url = `data:text/javascript;base64,${Buffer.from(outputText).toString('base64')}`;
  return (await import(/* @vite-ignore */ url)) as Record<string, unknown>;
}
