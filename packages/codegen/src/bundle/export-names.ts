/**
 * Lists the names that `import` finds in installed packages and in Node's own modules, as Node's linker does: by lexing their
 * code, never by running it.
 */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { init as initCommonJsLexer, parse as lexCommonJs } from 'cjs-module-lexer';
import { init as initModuleLexer, parse as lexModule } from 'es-module-lexer';
import { declaredFormatOf, type ModuleFormat } from './module-format.js';

/** How Node loads a file, and the names that it exports. */
export interface ModuleExports {
  readonly format: ModuleFormat;
  readonly names: ReadonlySet<string>;
}

/** Finds the file of a specifier, or undefined; builtin modules are not asked for. */
export type FindFile = (
  specifier: string,
  importer: string,
  kind: 'import-statement' | 'require-call',
) => Promise<string | undefined>;

const isStar = /^export\s*(?:\/\*[\s\S]*?\*\/\s*)*\*\s*(?:\/\*[\s\S]*?\*\/\s*)*from\b/;
const builtin = /^node:/;

/** Returns the names that `import` finds in one of Node's own modules, in the Node version that runs now. */
export async function namesOfBuiltin(specifier: string): Promise<ReadonlySet<string>> {
  return new Set(Object.keys((await import(specifier)) as object));
}

/**
 * Reads what a JavaScript or JSON file exports; `export *` and re-exports of CommonJS are followed.
 *
 * A name on which two `export *` of one package disagree is listed, although Node excludes it.
 *
 * @param path absolute, without symbolic links
 */
export async function readModuleExports(path: string, find: FindFile): Promise<ModuleExports> {
  await Promise.all([initModuleLexer, initCommonJsLexer()]);
  return new ExportReader(find).read(path, new Set());
}

class ExportReader {
  readonly #find: FindFile;

  constructor(find: FindFile) {
    this.#find = find;
  }

  /** @param seen the files that are being read, since `export *` may go in a circle */
  async read(path: string, seen: Set<string>): Promise<ModuleExports> {
    const isSeen = seen.has(path);
    seen.add(path);
    if (isSeen) return { format: 'module', names: new Set() };
    if (extname(path) === '.json') return { format: 'module', names: new Set(['default']) };

    const text = readFileSync(path, 'utf8');
    const declared = declaredFormatOf(path);
    if (declared === 'commonjs') return this.#readCommonJs(path, text, seen);
    const lexed = lexOrUndefined(text, path);
    // Without a declaration Node takes a file for an ES module if it has the syntax of one.
    if (!lexed || (declared === undefined && !lexed[3])) return this.#readCommonJs(path, text, seen);
    return this.#readModule(path, text, lexed, seen);
  }

  async #readModule(
    path: string,
    text: string,
    [imports, exports]: ReturnType<typeof lexModule>,
    seen: Set<string>,
  ): Promise<ModuleExports> {
    const names = new Set(exports.map(({ n }) => n));
    for (const { n: specifier, ss, se } of imports) {
      if (specifier === undefined || !isStar.test(text.slice(ss, se))) continue;
      for (const name of await this.#namesOf(specifier, path, seen)) if (name !== 'default') names.add(name);
    }
    return { format: 'module', names };
  }

  async #namesOf(specifier: string, importer: string, seen: Set<string>): Promise<Iterable<string>> {
    if (builtin.test(specifier)) return namesOfBuiltin(specifier);
    const file = await this.#find(specifier, importer, 'import-statement');
    return file === undefined ? [] : (await this.read(file, seen)).names;
  }

  async #readCommonJs(path: string, text: string, seen: Set<string>): Promise<ModuleExports> {
    const { exports, reexports } = lexCommonJsOrNothing(text, path);
    const names = new Set(['default', ...exports, ...namesOfEveryCommonJs]);
    for (const specifier of reexports) {
      const file = builtin.test(specifier) ? undefined : await this.#find(specifier, path, 'require-call');
      if (file === undefined || !/\.c?js$|\/[^./]+$/.test(file)) continue;
      const found = await this.read(file, seen);
      if (found.format === 'commonjs') for (const name of found.names) names.add(name);
    }
    return { format: 'commonjs', names };
  }
}

/** Node 23 and later add the name `module.exports`. */
const namesOfEveryCommonJs: readonly string[] = Number.parseInt(process.versions.node) >= 23 ? ['module.exports'] : [];

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
