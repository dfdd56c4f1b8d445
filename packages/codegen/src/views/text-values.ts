/**
 * Finds the texts that an expression may have, without running anything: literals, and constants of the same file or of one that it imports.
 *
 * A text that is computed is known up to its first unknown part.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../reader/program/compiler.js';
import {
  findConstant,
  findImported,
  findMember,
  findModule,
  findReturned,
  type ScriptSource,
} from './script-constants.js';

/** A text that an expression may have, and the literal that its beginning comes from. */
export interface TextValue {
  readonly text: string;
  readonly node: ts.Node;
  /** Whether more follows that is not known. */
  readonly isCut: boolean;
}

/** Constants that name each other in a circle, or a long chain of them, are given up. */
const deepest = 8;

/** The most texts of one expression: each choice in it doubles them. */
const mostValues = 16;

/** Returns the texts that an expression may have, each up to its first unknown part. @param depth the number of expressions that led here */
export function valuesOf(node: ts.Node, source: ScriptSource, depth = 0): readonly TextValue[] {
  const inner = (next: ts.Node | undefined): readonly TextValue[] =>
    next && depth < deepest ? valuesOf(next, source, depth + 1) : [];
  if (compiler.isStringLiteralLike(node)) return [{ text: node.text, node, isCut: false }];
  if (compiler.isTemplateExpression(node)) return templateValues(node, inner);
  if (compiler.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === compiler.SyntaxKind.PlusToken) return sumValues(node, inner);
    const isChoice = kind === compiler.SyntaxKind.QuestionQuestionToken || kind === compiler.SyntaxKind.BarBarToken;
    return isChoice ? [...inner(node.left), ...inner(node.right)] : [];
  }
  if (compiler.isConditionalExpression(node)) return [...inner(node.whenTrue), ...inner(node.whenFalse)];
  if (
    compiler.isParenthesizedExpression(node) ||
    compiler.isAsExpression(node) ||
    compiler.isSatisfiesExpression(node) ||
    compiler.isNonNullExpression(node)
  )
    return inner(node.expression);
  if (compiler.isNewExpression(node) && node.expression.getText() === 'URL') {
    const [address, base] = node.arguments ?? [];
    // The bundler leaves such an address alone, and the page has none that a path could be relative to.
    const isBesideModule = base?.getText() === 'import.meta.url';
    return inner(isBesideModule ? address : (base ?? address));
  }
  if (compiler.isCallExpression(node)) return callValues(node, source, depth);
  if (compiler.isIdentifier(node)) return constantValues(node.text, source, depth);
  if (!compiler.isPropertyAccessExpression(node)) return [];
  if (node.name.text === 'href') return inner(node.expression);
  return memberValues(node, source, depth);
}

/** Returns each beginning with each end after it; what follows an unknown part is not known either. */
function join(beginnings: readonly TextValue[], readEnds: () => readonly TextValue[]): readonly TextValue[] {
  if (beginnings.every(({ isCut }) => isCut)) return beginnings;
  const ends = readEnds();
  const joined = beginnings.flatMap((beginning): readonly TextValue[] => {
    if (beginning.isCut) return [beginning];
    if (ends.length === 0) return [{ ...beginning, isCut: true }];
    return ends.map(({ text, isCut }) => ({ ...beginning, text: beginning.text + text, isCut }));
  });
  return joined.slice(0, mostValues);
}

/** Returns the values of a sum of any number of texts. */
function sumValues(node: ts.BinaryExpression, inner: (node: ts.Node) => readonly TextValue[]): readonly TextValue[] {
  const added: ts.Node[] = [];
  let first: ts.Expression = node;
  while (compiler.isBinaryExpression(first) && first.operatorToken.kind === compiler.SyntaxKind.PlusToken) {
    added.unshift(first.right);
    first = first.left;
  }
  return added.reduce((beginnings, next) => join(beginnings, () => inner(next)), inner(first));
}

function templateValues(
  node: ts.TemplateExpression,
  inner: (node: ts.Node) => readonly TextValue[],
): readonly TextValue[] {
  const head: readonly TextValue[] = [{ text: node.head.text, node: node.head, isCut: false }];
  return node.templateSpans.reduce((beginnings, { expression, literal }) => {
    // An address that begins with a constant is that constant's.
    const isFirst = beginnings.every(({ text, isCut }) => text === '' && !isCut);
    const joined = isFirst ? inner(expression) : join(beginnings, () => inner(expression));
    return join(joined, () => [{ text: literal.text, node: literal, isCut: false }]);
  }, head);
}

/** Methods and functions that return their text, perhaps with another spelling. */
const passing: ReadonlySet<string> = new Set(['toString', 'trim', 'String', 'encodeURI', 'concat']);

/** Returns the values that a call returns: of a function of the file, or of one that passes its text on. */
function callValues(
  { expression, arguments: given }: ts.CallExpression,
  source: ScriptSource,
  depth: number,
): readonly TextValue[] {
  const inner = (next: ts.Node | undefined, from = source): readonly TextValue[] =>
    next && depth < deepest ? valuesOf(next, from, depth + 1) : [];
  if (compiler.isPropertyAccessExpression(expression)) {
    if (!passing.has(expression.name.text)) return [];
    const values = inner(expression.expression);
    return expression.name.text === 'concat' ? join(values, () => inner(given[0])) : values;
  }
  if (!compiler.isIdentifier(expression)) return [];
  if (passing.has(expression.text)) return inner(given[0]);
  const owner = findImported(source, expression.text) ?? { source, name: expression.text };
  return findReturned(owner.source.tree, owner.name).flatMap((returned) => inner(returned, owner.source));
}

/**
 * Returns the text of a template or a literal with its constants, and a character that no address has at each unknown part.
 *
 * Of constants with several values it has the first.
 */
export function writtenText(node: ts.StringLiteralLike | ts.TemplateExpression, source: ScriptSource): string {
  if (compiler.isStringLiteralLike(node)) return node.text;
  const parts = node.templateSpans.map(({ expression, literal }) => {
    const [known] = valuesOf(expression, source);
    return `${known?.text ?? ''}${known?.isCut === false ? '' : unknownPart}${literal.text}`;
  });
  return node.head.text + parts.join('');
}

/** The character at an unknown part of a text. */
export const unknownPart = '\u{FFFD}';

/** Returns an address up to its first unknown part; `undefined` if its host may not be complete. */
export function knownAddress(text: string): string | undefined {
  const [known = ''] = text.split(unknownPart, 1);
  if (known.length === text.length) return known;
  const [, host, rest] = /^\s*(?:(?:https?|wss?):)?\/\/([^/?#\s]*)(.?)/i.exec(known) ?? [];
  if (host === undefined || rest === undefined) return /^\s*[./]*\/[^/]/.test(known) ? known : undefined;
  // `https://api.` and `http://localhost:` go on.
  return rest !== '' || /(?:\.[a-z]{2,}|^localhost)(?::\d+)?$/i.test(host) ? known : undefined;
}

/** Returns the values of a constant of the file, or of one that it imports. */
function constantValues(name: string, source: ScriptSource, depth: number): readonly TextValue[] {
  const value = findConstant(source.tree, name);
  if (value) return valuesOf(value, source, depth + 1);
  const imported = findImported(source, name);
  return imported && depth < deepest ? constantValues(imported.name, imported.source, depth + 1) : [];
}

/** Returns the values of a member of a constant object, of an enumeration, or of a module that is imported as a whole. */
function memberValues(node: ts.PropertyAccessExpression, source: ScriptSource, depth: number): readonly TextValue[] {
  if (depth >= deepest) return [];
  const module = compiler.isIdentifier(node.expression) ? findModule(source, node.expression.text) : undefined;
  if (module) return constantValues(node.name.text, module, depth + 1);
  const member = findMember(node, source);
  return member ? valuesOf(member.value, member.source, depth + 1) : [];
}
