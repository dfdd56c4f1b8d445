/**
 * Compiles texts in memory under the strictest options, for tests of generated TypeScript.
 */
import ts from 'typescript';

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

const host = ts.createCompilerHost(compilerOptions);
const libraryFolder = host.getDefaultLibLocation?.() ?? '';

/** The compiler's own declarations, read once for all tests of a file. */
const library = new Map<string, ts.SourceFile | undefined>();

function libraryFile(name: string, format: ts.CreateSourceFileOptions | ts.ScriptTarget): ts.SourceFile | undefined {
  if (!library.has(name)) library.set(name, host.getSourceFile(name, format));
  return library.get(name);
}

/**
 * Returns the compiler's problems in the files, each as `file:line message`; names end in `.mts` for modules and `.d.ts` for scripts.
 */
export function problemsIn(files: Readonly<Record<string, string>>): string[] {
  const texts = new Map(Object.entries(files).map(([name, text]) => [`/${name}`, text]));
  const exists = (name: string): boolean => texts.has(name) || name.startsWith(`${libraryFolder}/`);
  const program = ts.createProgram({
    rootNames: [...texts.keys()],
    options: compilerOptions,
    host: {
      ...host,
      getCurrentDirectory: () => '/',
      fileExists: exists,
      directoryExists: (name) => name === '/',
      readFile: (name) => texts.get(name),
      getSourceFile: (name, format) => {
        const text = texts.get(name);
        return text === undefined ? libraryFile(name, format) : ts.createSourceFile(name, text, format);
      },
    },
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName.slice(1) ?? ''}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

/** Runs a module's text and returns its exports. */
export async function runModule(text: string): Promise<Record<string, unknown>> {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { ...compilerOptions, module: ts.ModuleKind.ESNext },
  });
  const url = `data:text/javascript;base64,${Buffer.from(outputText).toString('base64')}`;
  return (await import(/* @vite-ignore */ url)) as Record<string, unknown>;
}
