/**
 * Lists the names that `import` finds in installed packages and in Node's own modules, as Node's linker does: by lexing their
 * code, never by running it.
 */
import { readFileSync, statSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { init as initCommonJsLexer, parse as lexCommonJs } from 'cjs-module-lexer';
import { init as initModuleLexer, parse as lexModule } from 'es-module-lexer';
import type { ts } from 'ts-morph';
import { compiler } from '../reader/program/compiler.js';
import { declaredFormatOf, type ModuleFormat } from './module-format.js';

/** How Node loads a file, and the names that it exports. */
export interface ModuleExports {
  readonly format: ModuleFormat;
  readonly names: ReadonlySet<string>;
}

/** Finds the file that an ES module imports by a package's name, or undefined. */
export type FindPackageFile = (specifier: string, importer: string) => Promise<string | undefined>;

/** The exports that a file has by its own text. */
interface LexedFile {
  readonly format: ModuleFormat;
  readonly names: readonly string[];
  /** The specifiers of modules all whose names it passes on. */
  readonly passedOn: readonly string[];
}

/** Node 23 and later add the name `module.exports`. */
const namesOfEveryCommonJs = Number.parseInt(process.versions.node) >= 23 ? ['default', 'module.exports'] : ['default'];

const comments = String.raw`(?:\s|/\*[\s\S]*?\*/)*`;
const isStar = new RegExp(String.raw`^export${comments}\*${comments}from\b`);

/** Returns the names that `import` finds in one of Node's own modules, in the Node version that runs now. */
export async function namesOfBuiltin(specifier: string): Promise<ReadonlySet<string>> {
  return new Set(Object.keys((await import(specifier)) as object));
}

/**
 * Reads what JavaScript and JSON files export; `export *` and re-exports of CommonJS are followed. A file is lexed again if it has
 * changed.
 *
 * A name on which two `export *` of one package disagree is listed, although Node excludes it.
 */
export class ExportReader {
  readonly #find: FindPackageFile;
  readonly #lexed = new Map<string, { readonly version: string; readonly file: LexedFile }>();

  constructor(find: FindPackageFile) {
    this.#find = find;
  }

  /** @param path absolute, without symbolic links */
  async read(path: string): Promise<ModuleExports> {
    await Promise.all([initModuleLexer, initCommonJsLexer()]);
    return this.#read(path, new Set());
  }

  /** @param seen the files that are being read, since `export *` may go in a circle */
  async #read(path: string, seen: Set<string>): Promise<ModuleExports> {
    if (extname(path) === '.json') return { format: 'module', names: new Set(['default']) };
    const { format, names: own, passedOn } = this.#lex(path);
    const names = new Set(own);
    if (seen.has(path)) return { format, names };
    seen.add(path);
    for (const specifier of passedOn) {
      const found = await (format === 'module'
        ? this.#namesForModule(specifier, path, seen)
        : this.#namesForCommonJs(specifier, path, seen));
      for (const name of found) if (name !== 'default') names.add(name);
    }
    return { format, names };
  }

  async #namesForModule(specifier: string, importer: string, seen: Set<string>): Promise<Iterable<string>> {
    if (isBuiltin(specifier)) return namesOfBuiltin(specifier);
    const isUrl = /^(?:\.{0,2}\/|file:)/.test(specifier);
    const url = isUrl ? new URL(specifier, pathToFileURL(importer)) : undefined;
    const file = url ? fileURLToPath(url) : await this.#find(specifier, importer);
    const isFile = file !== undefined && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    return isFile ? (await this.#read(file, seen)).names : [];
  }

  async #namesForCommonJs(specifier: string, importer: string, seen: Set<string>): Promise<Iterable<string>> {
    const file = requiredFile(specifier, importer);
    if (file === undefined || !/\.c?js$|\/[^./]+$/.test(file)) return [];
    const { format, names } = await this.#read(file, seen);
    return format === 'commonjs' ? names : [];
  }

  #lex(path: string): LexedFile {
    const { mtimeMs, size } = statSync(path);
    const version = `${mtimeMs} ${size}`;
    const known = this.#lexed.get(path);
    if (known?.version === version) return known.file;
    const file = lex(path);
    this.#lexed.set(path, { version, file });
    return file;
  }
}

function lex(path: string): LexedFile {
  const text = readFileSync(path, 'utf8');
  const declared = declaredFormatOf(path);
  const lexed = declared === 'commonjs' ? undefined : lexOrUndefined(text, path);
  // Without a declaration Node takes a file for an ES module if it has the syntax of one.
  if (declared !== 'module' && lexed?.[3] !== true) {
    const { exports, reexports } = lexCommonJsOrNothing(text, path);
    return { format: 'commonjs', names: [...namesOfEveryCommonJs, ...exports], passedOn: reexports };
  }
  // Node refuses a module that cannot be lexed when it is loaded.
  const [imports, exports] = lexed ?? [[], []];
  const stars = imports.filter(({ ss, se }) => isStar.test(text.slice(ss, se)));
  return {
    format: 'module',
    names: [...exports.map(({ n }) => n), ...exportedVariables(text, path)],
    passedOn: stars.flatMap(({ n }) => (n === undefined ? [] : [n])),
  };
}

/** Returns the names of exported variables, of which the lexer misses some that follow the first of a declaration. */
function exportedVariables(text: string, path: string): readonly string[] {
  if (!/\bexport\s+(?:var|let|const)\b/.test(text)) return [];
  const { statements } = compiler.createSourceFile(path, text, compiler.ScriptTarget.Latest);
  return statements.flatMap((statement) => {
    const isExported =
      compiler.isVariableStatement(statement) &&
      statement.modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword) === true;
    return isExported ? statement.declarationList.declarations.flatMap(({ name }) => namesIn(name)) : [];
  });
}

function namesIn(name: ts.BindingName): readonly string[] {
  if (compiler.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (compiler.isBindingElement(element) ? namesIn(element.name) : []));
}

function lexOrUndefined(text: string, path: string): ReturnType<typeof lexModule> | undefined {
  try {
    return lexModule(text, path);
  } catch {
    // The syntax is not that of an ES module.
    return undefined;
  }
}

function lexCommonJsOrNothing(text: string, path: string): { exports: string[]; reexports: string[] } {
  try {
    return lexCommonJs(text, path);
  } catch {
    // Node, too, finds no names in code that its lexer does not understand.
    return { exports: [], reexports: [] };
  }
}

function requiredFile(specifier: string, importer: string): string | undefined {
  try {
    return isBuiltin(specifier) ? undefined : createRequire(importer).resolve(specifier);
  } catch {
    // The package is an optional one; Node finds no names of it either.
    return undefined;
  }
}
