/**
 * The places of sources in the plugin.
 */
import { dirname, relative, sep } from 'node:path';
import type { SourceFile } from 'ts-morph';
import type { SourceFolder } from './source-folder.js';
import { editedText, replaceNode } from './text-edits.js';

/** Paths of files in the plugin, and the texts of those that are only moved. */
export interface Places {
  readonly pathOf: (file: SourceFile) => string;
  readonly assetPath: (path: string) => string;
  readonly textOf: (file: SourceFile) => string;
  readonly moduleOf: (file: SourceFile, module: string) => string;
}

/** Sources in `src` stay there; those of other folders move into it. */
export function layOut(read: SourceFolder): Places {
  const paths = read.sources.map(read.pathOf);
  const isInSrc = paths.length > 0 && paths.every((path) => path.startsWith('src/'));
  const below = (path: string): string => (isInSrc ? path.replace(/^src\//, '') : path);
  const isCommon = (file: SourceFile): boolean =>
    /\.(c?js)$/.test(file.getFilePath()) &&
    !/^\s*(import|export)\b/m.test(file.getFullText()) &&
    /\brequire\(|\bexports\b/.test(file.getFullText());
  const isRewritten = (file: SourceFile): boolean => /(@modelcontextprotocol|fastmcp|xmcp)/.test(file.getFullText());
  const commons = new Set<string>(
    read.sources.filter((file) => isCommon(file) && !isRewritten(file)).map((file) => file.getFilePath()),
  );
  const pathOf = (file: SourceFile): string => {
    const path = below(read.pathOf(file));
    if (isRewritten(file))
      return path.replace(/\.(m|c)?jsx?$/, (_all, kind: string | undefined) => (kind === 'm' ? '.mts' : '.ts'));
    return commons.has(file.getFilePath()) ? path.replace(/\.js$/, '.cjs') : path;
  };
  const moduleOf = (file: SourceFile, module: string): string => {
    if (!module.startsWith('.')) {
      const target = aliasTarget(file, module);
      return target && read.sources.includes(target) ? relativeModule(pathOf(file), pathOf(target)) : module;
    }
    const base = `${file.getDirectoryPath().replace(/\/$/, '')}/${module}`
      .split('/')
      .reduce<string[]>(
        (parts, part) => (part === '..' ? parts.slice(0, -1) : part === '.' || part === '' ? parts : [...parts, part]),
        [],
      );
    const path = `/${base.join('/')}`;
    if (path === '/package.json') return relativeModule(pathOf(file), '../package.json');
    const target = [path, `${path}.js`, `${path}/index.js`].find((one) => commons.has(one));
    if (target === undefined) return module;
    return `${module.replace(/\.js$/, '').replace(/\/$/, '')}${target.endsWith('/index.js') && !path.endsWith('index.js') ? '/index' : ''}.cjs`.replace(
      /\.cjs\.cjs$/,
      '.cjs',
    );
  };
  const textOf = (file: SourceFile): string => {
    if (!commons.has(file.getFilePath())) return withoutAliases(file, moduleOf);
    return file
      .getFullText()
      .replace(
        /(\brequire\(\s*['"])(\.[^'"]*)(['"]\s*\))/g,
        (_all, open: string, module: string, close: string) => open + moduleOf(file, module) + close,
      );
  };
  return { assetPath: (path) => (isInSrc && path.startsWith('src/') ? below(path) : path), pathOf, textOf, moduleOf };
}

/** The file of the folder that an alias of its tsconfig.json names, as `@/lib/text`. */
function aliasTarget(file: SourceFile, module: string): SourceFile | undefined {
  return [...file.getImportDeclarations(), ...file.getExportDeclarations()]
    .find((one) => one.getModuleSpecifierValue() === module)
    ?.getModuleSpecifierSourceFile();
}

/** The text of a file with relative paths in place of aliases, which the plugin's tsconfig.json does not have. */
function withoutAliases(file: SourceFile, moduleOf: Places['moduleOf']): string {
  const edits = [...file.getImportDeclarations(), ...file.getExportDeclarations()].flatMap((one) => {
    const specifier = one.getModuleSpecifier();
    const module = specifier?.getLiteralText();
    if (!specifier || module === undefined) return [];
    const target = moduleOf(file, module);
    return target === module ? [] : [replaceNode(specifier, `'${target}'`)];
  });
  return edits.length === 0 ? file.getFullText() : editedText(file, edits, 0);
}

/** Returns the path from one module to another, with the ending `.js`. */
export function relativeModule(from: string, to: string): string {
  const path = relative(dirname(from), to)
    .split(sep)
    .join('/')
    .replace(/\.(c|m)?tsx?$/, '.$1js');
  return path.startsWith('.') ? path : `./${path}`;
}
