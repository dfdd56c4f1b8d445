/**
 * Makes `import()` and `require()` of computed paths find what they find where the source is: the plugin's own files are parts of
 * the bundle, and the packages of a linked package are beside it.
 */
import type MagicString from 'magic-string';
import type { ts } from 'ts-morph';
import { compiler } from '../reader/program/compiler.js';
import { frameNames } from './bundle-frame.js';
import { filesLike, isSource, literalParts } from './computed-paths.js';
import type { ModuleFormat } from './module-format.js';

/** A source whose imports are replaced. */
export interface ImportingSource {
  readonly tree: ts.SourceFile;
  readonly changed: MagicString;
  /** Where Node would run it, relative to the bundle. */
  readonly place: string;
  readonly format: ModuleFormat;
}

/** The argument of a call, unless it is a literal. */
const computed = String.raw`\s*\(\s*(?!'[^']*'\s*[,)]|"[^"]*"\s*[,)])`;
const computedImport = new RegExp(String.raw`\bimport${computed}`);
const computedRequire = new RegExp(String.raw`\brequire(?:\s*\.\s*resolve)?${computed}`);

/** Returns whether a text may have something to replace. */
export function hasComputedImports(text: string, format: ModuleFormat): boolean {
  return computedImport.test(text) || (format === 'commonjs' && computedRequire.test(text));
}

/**
 * Replaces each call whose argument is no literal: a path that is one of an own file's loads the file, and any other one is left
 * to Node, which resolves it from the source's place.
 */
export function replaceComputedImports(source: ImportingSource): void {
  const { tree, changed, place, format } = source;
  const hasRequire = format === 'commonjs' && !declaresRequire(tree);
  const visit = (node: ts.Node): void => {
    const call = loadingCall(node);
    if (call && (call.name === 'import' || hasRequire)) {
      const parts = literalParts(call.argument);
      const files = parts ? filesLike(tree.fileName, parts) : [];
      const load = call.name === 'import' ? frameNames.importFrom : frameNames.requireFrom;
      const entries = files.flatMap((path) => loaderOf(call, path));
      const loader = `${load}(${JSON.stringify(place)}, { ${entries.join(', ')} })`;
      changed.update(call.callee.getStart(tree), call.callee.end, loader);
    }
    compiler.forEachChild(node, visit);
  };
  visit(tree);
}

/** Writes the member that loads an own file, unless the file is none that Node can load. */
function loaderOf({ name }: LoadingCall, path: string): readonly string[] {
  const isJson = path.endsWith('.json');
  if (!isJson && !isSource.test(path)) return [];
  const attributes = isJson && name === 'import' ? ', { with: { type: "json" } }' : '';
  return [`${JSON.stringify(path)}: () => ${name}(${JSON.stringify(path)}${attributes})`];
}

interface LoadingCall {
  readonly name: 'import' | 'require';
  /** The keyword or the name that is called, or whose `resolve` is. */
  readonly callee: ts.Node;
  readonly argument: ts.Expression;
}

function loadingCall(node: ts.Node): LoadingCall | undefined {
  const [argument] = compiler.isCallExpression(node) ? node.arguments : [];
  if (!compiler.isCallExpression(node) || !argument || compiler.isStringLiteralLike(argument)) return undefined;
  const { expression } = node;
  if (expression.kind === compiler.SyntaxKind.ImportKeyword) return { name: 'import', callee: expression, argument };
  const isResolve = compiler.isPropertyAccessExpression(expression) && expression.name.text === 'resolve';
  const callee = isResolve ? expression.expression : expression;
  return compiler.isIdentifier(callee) && callee.text === 'require' ? { name: 'require', callee, argument } : undefined;
}

/** Returns whether a source has a `require` of its own, such as that of another bundler. */
function declaresRequire(tree: ts.SourceFile): boolean {
  const visit = (node: ts.Node): boolean => {
    const name = 'name' in node ? (node.name as ts.Node | undefined) : undefined;
    const isDeclared =
      name !== undefined &&
      compiler.isIdentifier(name) &&
      name.text === 'require' &&
      (compiler.isVariableDeclaration(node) || compiler.isParameter(node) || compiler.isFunctionLike(node));
    return isDeclared || compiler.forEachChild(node, (child) => visit(child) || undefined) === true;
  };
  return visit(tree);
}
