/**
 * Finds paths of files that are beside a source but not where the plugin runs: no build writes them there.
 */
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { ts } from 'ts-morph';
import { compiler } from '../reader/program/compiler.js';
import { filesLike, literalParts } from './computed-paths.js';

/** Where a source is, and where TypeScript's output of it would be; absolute paths. */
export interface SourcePlace {
  readonly source: string;
  readonly output: string;
  /** The plugin's folder, for messages. */
  readonly folder: string;
}

/** Explains what is wrong with `new URL("./file", import.meta.url)`, whose `import.meta.url` is given. */
export function missingUrlFile(url: ts.Node, place: SourcePlace): string | undefined {
  const made = url.parent;
  if (!compiler.isNewExpression(made) || isImported(made)) return undefined;
  const [name] = made.arguments ?? [];
  const missing = name && name !== url ? missingFile(name, place, ['']) : undefined;
  if (missing === undefined) return undefined;
  return `${describe(missing, place)}; move the file out of the sources, or copy it there before the build`;
}

/** Returns the calls of what `createRequire()` returns that name own files, with the reason why these are not found. */
export function missingRequiredFiles(tree: ts.SourceFile, place: SourcePlace): readonly (readonly [ts.Node, string])[] {
  const found: (readonly [ts.Node, string])[] = [];
  const names = new Set<string>();
  const isMade = (node: ts.Node): boolean =>
    compiler.isCallExpression(node) && /^(?:\w+\.)?createRequire$/.test(node.expression.getText(tree));
  const visit = (node: ts.Node): void => {
    if (compiler.isVariableDeclaration(node) && node.initializer && isMade(node.initializer)) {
      names.add(node.name.getText(tree));
    }
    if (compiler.isCallExpression(node)) {
      const called = node.expression;
      const callee =
        compiler.isPropertyAccessExpression(called) && called.name.text === 'resolve' ? called.expression : called;
      const [name] = node.arguments;
      const isRequire = isMade(callee) || (compiler.isIdentifier(callee) && names.has(callee.text));
      const missing =
        isRequire && name ? missingFile(name, place, ['', '.js', '.cjs', '.json', '/index.js']) : undefined;
      if (name && missing !== undefined) {
        const advice = 'load it with import or import(), which make it a part of the bundle';
        found.push([name, `${describe(missing, place)}; ${advice}`]);
      }
    }
    compiler.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Returns the relative path of a file that is beside the source and not beside its output. */
function missingFile(name: ts.Expression, place: SourcePlace, endings: readonly string[]): string | undefined {
  const isThere = (path: string): boolean =>
    endings.some((ending) => existsSync(join(dirname(place.output), path + ending)));
  const parts = literalParts(name);
  if (!parts || !/^\.\.?\//.test(parts[0] ?? '')) return undefined;
  if (compiler.isStringLiteralLike(name)) {
    const here = endings.flatMap((ending) => sourcesOf(join(dirname(place.source), name.text + ending)));
    return !isThere(name.text) && here.some((path) => existsSync(path)) ? name.text : undefined;
  }
  // A path that ends with a variable is hardly meant for the sources that it could name.
  const namesSource = parts.at(-1) !== '';
  return filesLike(place.source, parts).find((path) => !isThere(path) && (namesSource || !/\.[cm]?js$/.test(path)));
}

function sourcesOf(path: string): readonly string[] {
  return [path, path.replace(/\.([cm]?)js$/, '.$1ts')];
}

/** Returns whether a URL is imported at its place: the file is then a part of the bundle. */
function isImported({ parent }: ts.Node): boolean {
  if (compiler.isPropertyAccessExpression(parent)) return isImported(parent);
  return compiler.isCallExpression(parent) && parent.expression.kind === compiler.SyntaxKind.ImportKeyword;
}

function describe(path: string, { output, folder }: SourcePlace): string {
  const wanted = relative(folder, join(dirname(output), path)).replaceAll('\\', '/');
  return `"${path}" is ${wanted} when the plugin runs, which no build writes`;
}
