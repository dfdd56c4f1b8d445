/**
 * Reads the paths that an expression can give, from its literal parts, and finds the files with such paths.
 */
import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { ts } from 'ts-morph';
import { compiler } from '../reader/program/compiler.js';
import { packageFolderOf } from './module-format.js';

/** A source that can be part of a bundle. */
export const isSource = /(?<!\.d|\.test|\.spec|\.test-support)\.[cm]?[jt]sx?$/;

/**
 * Returns the literal parts of a template, of a sum of texts, or of `new URL(…, import.meta.url)` with one of these; between two
 * parts there may be anything. Undefined for other expressions, and if no part is more than a dot.
 */
export function literalParts(expression: ts.Expression): readonly string[] | undefined {
  const parts = partsOf(withoutUrl(expression));
  return parts?.some((part) => /[^.]/.test(part)) === true ? parts : undefined;
}

/**
 * Returns the files that the parts can name, relative to the source's folder. Sources have the extension of TypeScript's output.
 *
 * @param file the source, absolute; if the parts begin with a variable, files of all its package's sources are found
 */
export function filesLike(file: string, parts: readonly string[]): readonly string[] {
  const folder = dirname(file);
  const [head = ''] = parts;
  const isOpen = !/^\.\.?\//.test(head);
  const form = new RegExp(`${isOpen ? '' : '^'}${parts.map(escape).join('[^/]*')}$`);
  const place = isOpen ? sourceFolderOf(file) : join(folder, head.slice(0, head.lastIndexOf('/') + 1));
  return filesIn(place)
    .map((path) => outputPath(relativePath(folder, path)))
    .filter((path) => form.test(path));
}

/** Returns the folder `src` that a source is in, or its own. */
function sourceFolderOf(file: string): string {
  const folder = dirname(file);
  const sources = join(packageFolderOf(file) ?? folder, 'src');
  return folder.startsWith(sources) ? sources : folder;
}

/** Returns a path that begins with `./` or `../`. */
export function relativePath(from: string, to: string): string {
  const path = relative(from, to).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** Returns the path that a source has in TypeScript's output. */
function outputPath(path: string): string {
  return path.replace(/\.([cm]?)[jt]sx?$/, '.$1js');
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function withoutUrl(expression: ts.Expression): ts.Expression {
  if (compiler.isPropertyAccessExpression(expression) && expression.name.text === 'href') {
    return withoutUrl(expression.expression);
  }
  const [path, base] = (compiler.isNewExpression(expression) && expression.arguments) || [];
  const isUrl = compiler.isNewExpression(expression) && expression.expression.getText() === 'URL';
  return isUrl && path && base?.getText().replace(/\s/g, '') === 'import.meta.url' ? path : expression;
}

function partsOf(expression: ts.Expression): readonly string[] | undefined {
  if (compiler.isTemplateExpression(expression)) {
    return [expression.head.text, ...expression.templateSpans.map(({ literal }) => literal.text)];
  }
  if (compiler.isStringLiteralLike(expression)) return [expression.text];
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

function filesIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return files
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !/(?:^|[\\/])node_modules[\\/]/.test(relative(folder, file)))
      .sort();
  } catch {
    // The folder does not exist, so Node will refuse the import when it runs.
    return [];
  }
}
