/**
 * Makes `import()` of a computed path find the plugin's own files, which are parts of the bundle and no files beside it.
 */
import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type MagicString from 'magic-string';
import type { ts } from 'ts-morph';
import { compiler } from '../reader/program/compiler.js';

const source = /(?<!\.d|\.test|\.spec|\.test-support)\.[cm]?[jt]sx?$/;

/**
 * Replaces each `import()` whose argument is a template or a sum of texts that begins with `./` or `../`: a path that is one of
 * a file of that form loads the file, and any other one is left to Node.
 */
export function replaceComputedImports(tree: ts.SourceFile, changed: MagicString): void {
  const folder = dirname(tree.fileName);
  const visit = (node: ts.Node): void => {
    const [argument] = isImport(node) ? node.arguments : [];
    const parts = argument && partsOf(argument);
    if (argument && parts && /^\.\.?\//.test(parts[0] ?? '')) {
      const files = filesLike(folder, parts);
      const entries = files.map((path) => `${JSON.stringify(path)}: () => import(${JSON.stringify(path)})`);
      changed.appendLeft(node.getStart(tree), `((path) => ({ ${entries.join(', ')} })[path]?.() ?? import(path))(`);
      changed.remove(node.getStart(tree), argument.getStart(tree));
      changed.update(argument.end, node.end, ')');
    }
    compiler.forEachChild(node, visit);
  };
  visit(tree);
}

function isImport(node: ts.Node): node is ts.CallExpression {
  return compiler.isCallExpression(node) && node.expression.kind === compiler.SyntaxKind.ImportKeyword;
}

/** Returns the literal parts of a template or of a sum of texts, between which anything may be; undefined for other expressions. */
function partsOf(expression: ts.Expression): readonly string[] | undefined {
  if (compiler.isTemplateExpression(expression)) {
    return [expression.head.text, ...expression.templateSpans.map(({ literal }) => literal.text)];
  }
  if (!compiler.isBinaryExpression(expression)) return undefined;
  const terms = termsOf(expression).map((term) => (compiler.isStringLiteralLike(term) ? term.text : undefined));
  return terms.reduce<string[]>(
    (parts, term) => (term === undefined ? [...parts, ''] : [...parts.slice(0, -1), (parts.at(-1) ?? '') + term]),
    [''],
  );
}

function termsOf(expression: ts.Expression): readonly ts.Expression[] {
  const isSum =
    compiler.isBinaryExpression(expression) && expression.operatorToken.kind === compiler.SyntaxKind.PlusToken;
  return isSum ? [...termsOf(expression.left), ...termsOf(expression.right)] : [expression];
}

/** Returns the paths of sources that the argument can give, with the extension that TypeScript's output has. */
function filesLike(folder: string, parts: readonly string[]): readonly string[] {
  const form = new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^/]*')}$`);
  const [head = ''] = parts;
  const start = head.slice(0, head.lastIndexOf('/') + 1);
  const place = join(folder, start);
  const paths = sourcesIn(place).map((file) => start + relative(place, file).replaceAll('\\', '/'));
  return paths.map((path) => path.replace(/\.([cm]?)[jt]sx?$/, '.$1js')).filter((path) => form.test(path));
}

function sourcesIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && source.test(entry.name));
    return files
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !/[\\/]node_modules[\\/]/.test(relative(folder, file)))
      .sort();
  } catch {
    // The folder does not exist, so Node will refuse the import when it runs.
    return [];
  }
}
